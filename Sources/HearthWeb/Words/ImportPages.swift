// SPDX-License-Identifier: Apache-2.0

import HearthAnki
import HearthWords

/// The page that asks for a file of words.
struct ImportPage: Page {
    static let template = "import"

    let title: String
    let back = "/words"
    let backLabel: String
    let kinds: String
    let fault: String?
    /// Details of the fault, for those who want to mend the file.
    let detail: String?
    /// The kinds of files that the browser offers in its dialog.
    let accept: String

    init(fault: FaultView? = nil, _ say: Phrases) {
        title = say("wordfiles.import")
        backLabel = say("words.backTo")
        kinds = say("wordfiles.kinds")
        accept = WordsInFile.endings.map { ".\($0)" }.joined(separator: ",")
        (self.fault, detail) = (fault?.sentence, fault?.detail)
    }

    /// Why a file was not imported.
    struct FaultView: Sendable {
        let sentence: String
        let detail: String?

        init(_ sentence: String, detail: String? = nil) { (self.sentence, self.detail) = (sentence, detail) }

        init(_ fault: ImportJob.Fault, _ say: Phrases) {
            switch fault {
            case .file(let error): self.init(say("wordfiles.\(error.code)Fault"), detail: Self.detail(error, say))
            // What a database says is said in English alone.
            case .saving(let reason):
                self.init(say("wordfiles.savingFault"), detail: say.language == .english ? reason : nil)
            }
        }

        /// English says all that is known; other languages say what they have words for, and which part is meant.
        private static func detail(_ error: AnkiError, _ say: Phrases) -> String {
            guard say.language != .english else { return "\(error)" }
            guard let reason = error.reason else { return say("wordfiles.partFault", ["part": error.part]) }
            return say(
                "wordfiles.fileSays",
                ["name": error.part, "what": say("wordfiles.\(reason.name)Reason", reason.values)])
        }
    }
}

/// How far reading or importing a file has come.
struct ImportProgressPage: Page {
    static let template = "import-progress"

    let title: String
    let file: String
    let id: String
    let progress: ImportProgressView

    init(_ job: ImportJob, _ id: String, _ say: Phrases) {
        (file, self.id) = (job.name, id)
        progress = ImportProgressView(job, say)
        title = say(progress.isSaving ? "wordfiles.importing" : "wordfiles.readingTitle")
    }
}

/// A job's progress in words and as a bar, for the page and its script.
struct ImportProgressView: Sendable, Encodable {
    let words: String
    /// 0…100.
    let percent: Int
    let share: String
    let isGoingOn: Bool
    let isSaving: Bool

    init(_ job: ImportJob, _ say: Phrases) {
        isGoingOn = job.isGoingOn
        var (words, part, isSaving) = ("", 1.0, false)
        switch job.phase {
        case .reading(let progress?):
            (words, part) = (Self.words(progress, say), Self.part(progress))
        case .reading(nil): (words, part) = (say("wordfiles.reading"), 0)
        case .importing(let done): (words, part, isSaving) = (say("wordfiles.saving"), done, true)
        case .ready, .done, .failed, .cancelled: break
        }
        (self.words, self.isSaving) = (words, isSaving)
        percent = Int(min(max(part, 0), 1) * 100)
        share = say.percent(percent)
    }

    private static func words(_ progress: ImportProgress, _ say: Phrases) -> String {
        let step = say("wordfiles.\(progress.step.rawValue)Step")
        guard let total = progress.total, total > 0, progress.step != .collection else { return step }
        return step + " " + say("wordfiles.ofStep", ["n": say.number(progress.done), "all": say.number(total)])
    }

    /// The share of the bar at which each step begins, by the time that steps take in packages with as many media as
    /// notes.
    private static let starts: [ImportProgress.Step: Double] = [
        .collection: 0, .notes: 0.2, .cards: 0.35, .reviews: 0.45, .media: 0.6,
    ]

    private static func part(_ progress: ImportProgress) -> Double {
        let start = starts[progress.step] ?? 0
        let end = starts.values.filter { $0 > start }.min() ?? 1
        let done = progress.total.map { $0 > 0 ? Double(progress.done) / Double($0) : 1 } ?? 0
        return start + (end - start) * min(done, 1)
    }
}

/// The page that exports words.
struct ExportPage: Page {
    static let template = "word-export"

    let title: String
    let back = "/words"
    let backLabel: String
    let decks: [ChoiceView]

    init(_ tree: DeckTree, _ deck: Int64?, _ say: Phrases) {
        title = say("wordfiles.export")
        backLabel = say("words.backTo")
        decks = tree.choices(deck)
    }
}
