// SPDX-License-Identifier: Apache-2.0

/// Questions that are often asked, by what they are about, with a search; and the keys, or the gestures of a phone.
struct HelpPage: Page {
    static let template = "help"

    let title: String
    let query: String
    let topics: [Topic]
    let keys: [KeyGroup]
    let gestures: [GestureView]
    let hasGestures: Bool
    let isSearch: Bool
    /// How many answers were found; `nil` where nothing is sought.
    let found: String?
    let isEmpty: Bool

    struct Topic: Sendable {
        let heading: String
        let questions: [Question]
    }

    struct Question: Sendable {
        let question: String
        let answer: String
        /// The same in the words of a phone; `nil` where they are the same words.
        let touch: String?
        /// A command for a terminal.
        let command: String?
        let link: LinkView?
        /// Whether the answer is shown at once.
        let isOpen: Bool
    }

    struct LinkView: Sendable {
        let address: String
        let label: String
    }

    struct KeyGroup: Sendable {
        let heading: String
        let entries: [Entry]
    }

    struct Entry: Sendable {
        let act: String
        let caps: [String]
    }

    struct GestureView: Sendable {
        let act: String
        let how: String
    }

    /// - Parameters:
    ///   - query: words that all have to be in what is shown; without any, everything is.
    ///   - isOpen: whether other devices can reach this Hearth.
    init(query: String = "", launch: Launch = Launch(), isOpen: Bool = false, _ say: Phrases) {
        let sought = HelpSearch(query)
        title = say("help.title")
        self.query = query
        isSearch = !sought.isEmpty
        let topics = Self.topics(sought, launch, isOpen: isOpen, say)
        let keys = Self.keys(sought, say)
        let gestures = ["pressMessage", "swipeChat", "swipeCard", "swipeFact"].map {
            GestureView(act: say("help.\($0)"), how: say("help.\($0)How"))
        }.filter { sought.isIn([say("help.gestures"), $0.act, $0.how]) }
        let count = topics.reduce(0) { $0 + $1.questions.count }
        let isEmpty = count == 0 && keys.isEmpty && gestures.isEmpty
        (self.topics, self.keys, self.gestures) = (topics, keys, gestures)
        hasGestures = !gestures.isEmpty
        self.isEmpty = isEmpty
        found = isEmpty ? say("help.findNone") : count == 0 || sought.isEmpty ? nil : say.count("help.find", count)
    }

    // MARK: Questions

    /// The questions, by the phrase of their heading.
    private static let questions: [(heading: String, keys: [String])] = [
        ("help.often", ["kept", "network", "undelete", "temporary", "lost", "newLines", "bring"]),
        ("memory.title", ["facts", "confirming", "wrongFact", "forget", "memoryOff"]),
        ("place.journal", ["journalPrivate", "drafts", "everyDay", "journalAsk", "journalImport"]),
        ("place.words", ["returns", "tooMany", "vanished", "wrongAnswer", "anki", "studyAway"]),
        ("data.backups", ["backups", "goBack", "broken", "move", "takeAway"]),
        ("models.title", ["which", "slow", "thinking", "untrue", "space", "elsewhere"]),
        ("help.phones", ["phone", "phoneReach", "phoneKey", "phoneSafe"]),
    ]

    /// The page with more of an answer, and the phrase that names it.
    private static let links = [
        "kept": ("/settings/privacy", "privacy.title"), "facts": ("/you", "you.title"),
        "bring": ("/history/import", "chatImport.title"), "confirming": ("/you/confirm", "you.toConfirm"),
        "forget": ("/you/forget", "you.forget"), "memoryOff": ("/settings/companion", "companion.title"),
        "journalAsk": ("/journal/ask", "journal.ask"), "journalImport": ("/journal/import", "journal.import"),
        "anki": ("/words/import", "wordfiles.import"), "goBack": ("/settings/privacy", "privacy.title"),
        "broken": ("/settings/privacy", "privacy.title"), "takeAway": ("/settings/privacy", "privacy.title"),
        "which": ("/settings/models", "models.title"), "space": ("/settings/models", "models.title"),
    ]

    private static func topics(_ sought: HelpSearch, _ launch: Launch, isOpen: Bool, _ say: Phrases) -> [Topic] {
        questions.compactMap { phrase, keys in
            let heading = say(phrase)
            let found = keys.map { question($0, launch, isOpen: isOpen, opened: !sought.isEmpty, say) }.filter {
                sought.isIn([heading, $0.question, $0.answer, $0.touch ?? "", $0.command ?? ""])
            }
            return found.isEmpty ? nil : Topic(heading: heading, questions: found)
        }
    }

    private static func question(
        _ key: String, _ launch: Launch, isOpen: Bool, opened: Bool, _ say: Phrases
    ) -> Question {
        let (answer, command): (String, String?) =
            switch key {
            case "phone" where isOpen: (say("help.phoneOpenAnswer"), nil)
            case "phone", "phoneReach": (say("help.\(key)Answer"), launch.startOpen)
            case "phoneKey": launch.lostKey(say)
            default: (say("help.\(key)Answer"), nil)
            }
        return Question(
            question: say("help.\(key)"), answer: answer, touch: say.groups["help"]?["\(key)Touch"], command: command,
            link: links[key].map { LinkView(address: $0, label: say($1)) }, isOpen: opened)
    }

    // MARK: Keys

    private static func keys(_ sought: HelpSearch, _ say: Phrases) -> [KeyGroup] {
        func group(_ key: String, _ entries: [(String, [String])]) -> KeyGroup? {
            let heading = say("help.\(key)")
            let found = entries.map { Entry(act: say("help.\($0)"), caps: $1) }.filter {
                sought.isIn([heading, $0.act] + $0.caps)
            }
            return found.isEmpty ? nil : KeyGroup(heading: heading, entries: found)
        }
        let (control, shift, enter) = (say("help.control"), say("help.shift"), say("help.enter"))
        return [
            group(
                "anywhere",
                [
                    ("newChat", [control, "J"]), ("search", [control, "K"]), ("places", ["Alt", "1–4"]),
                    ("thisPage", ["?"]), ("closeOrStop", [say("help.escape")]),
                ]),
            group("inChat", [("send", [enter]), ("newLine", [shift, enter]), ("editLast", ["↑"])]),
            group(
                "inStudy",
                [
                    ("showAnswer", [say("help.spaceKey")]), ("rate", ["1", "2", "3", "4"]), ("undoAnswer", ["Z"]),
                    ("hear", ["P"]),
                ]),
        ].compactMap { $0 }
    }
}
