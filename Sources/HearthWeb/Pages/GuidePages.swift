// SPDX-License-Identifier: Apache-2.0

/// All that there is, in one place.
struct EverythingPage: Page {
    static let template = "everything"

    let title: String
    let features: [Feature]

    struct Feature: Sendable {
        let address: String
        let icon: String
        let name: String
        let note: String
    }

    /// Every feature of the app: a new one gets a line here.
    init(model: ModelView, _ say: Phrases) {
        title = say("everything.title")
        let list: [(address: String, icon: String, key: String, note: String?)] = [
            ("/chat", "chat", "chat", "\(model.name): \(model.words)"),
            ("/chat/new?temporary=1", "temporary", "temporary", nil),
            ("/history", "clock", "history", nil),
            ("/settings/models", "chip", "models", nil),
            ("/settings/answers", "pencil", "answers", nil),
            ("/settings/appearance", "appearance", "appearance", nil),
            ("/settings/privacy", "shield", "privacy", nil),
            ("/settings/programs", "key", "programs", nil),
            ("/help", "help", "help", nil),
        ]
        features = list.map {
            Feature(
                address: $0.address, icon: $0.icon, name: say("everything.\($0.key)"),
                note: $0.note ?? say("everything.\($0.key)Note"))
        }
    }
}

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
