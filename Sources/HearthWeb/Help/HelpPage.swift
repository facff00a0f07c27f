// SPDX-License-Identifier: Apache-2.0

/// Questions that are often asked, and the keys.
struct HelpPage: Page {
    static let template = "help"

    let title: String
    let questions: [Question]
    let keys: [KeyGroup]

    struct Question: Sendable {
        let question: String
        let answer: String
    }

    struct KeyGroup: Sendable {
        let heading: String
        let entries: [Entry]
    }

    struct Entry: Sendable {
        let act: String
        let caps: [String]
    }

    init(_ say: Phrases) {
        title = say("help.title")
        questions = ["kept", "network", "phone", "slow", "thinking", "lost"].map {
            Question(question: say("help.\($0)"), answer: say("help.\($0)Answer"))
        }
        func group(_ key: String, _ entries: [(String, [String])]) -> KeyGroup {
            KeyGroup(heading: say("help.\(key)"), entries: entries.map { Entry(act: say("help.\($0)"), caps: $1) })
        }
        let (control, shift, enter) = (say("help.control"), say("help.shift"), say("help.enter"))
        keys = [
            group(
                "anywhere",
                [
                    ("newChat", [control, "J"]), ("search", [control, "K"]), ("places", ["Alt", "1–4"]),
                    ("thisPage", ["?"]), ("closeOrStop", [say("help.escape")]),
                ]),
            group("inChat", [("send", [enter]), ("newLine", [shift, enter]), ("editLast", ["↑"])]),
        ]
    }
}
