// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// The page that starts a translation: the words to translate, and the translator.
struct TranslatePage: Page {
    static let template = "translate"

    let title: String
    let deckName: String
    let id: String
    let back: String
    let backLabel: String
    /// 120 of 214 words have no translation.
    let summary: String
    let hasAny: Bool
    let translators: [ChoiceView]
    let from: [ChoiceView]
    let to: [ChoiceView]
    let replacesNote: String
    let fault: String?

    init(
        _ deck: Deck, _ tree: DeckTree, all: Int, untranslated: Int, _ translators: [ChoiceView], fault: String?,
        _ say: Phrases
    ) {
        let settings = tree.settings(of: deck.id)
        title = say("translation.start")
        deckName = tree.name(of: deck.id)
        id = String(deck.id)
        back = "/words/decks/\(deck.id)"
        backLabel = say("deck.backTo")
        summary =
            untranslated == 0
            ? say(all == 0 ? "translation.noWords" : "translation.noneLeft")
            : say.count("translation.summary", untranslated)
        hasAny = all > 0
        self.translators = translators
        from = say.languages(settings.wordLanguage ?? "")
        to = say.languages(settings.translationLanguage ?? say.language.rawValue)
        replacesNote = say.count("translation.replacesNote", all - untranslated)
        self.fault = fault
    }
}

/// How far the translation of a deck has come.
struct TranslationProgressPage: Page {
    static let template = "translation-progress"

    let title: String
    let id: String
    let back: String
    let backLabel: String
    /// French, 120 words into English.
    let sub: String
    let progress: TranslationProgressView
    let isActive: Bool
    let isPaused: Bool
    /// Whether it is over, and something is left to go on with.
    let canGoOn: Bool
    let isOver: Bool
    /// Why it stopped.
    let fault: String?
    let faultAddress: String?
    let translated: [WordView]
    let hasTranslated: Bool
    let failed: [WordView]
    let hasFailed: Bool
    let failedCount: String
    let more: String?
    let retryTitle: String
    let retryLabel: String
    let retries: Bool
    let translators: [ChoiceView]
    let service: String

    struct WordView: Sendable {
        let id: String
        let word: String
        let note: String
        let address: String
        let label: String
        /// The address that translates it again.
        let retry: String
    }

    /// How many failed words are listed.
    private static let mostFailed = 50

    init(
        _ deck: Deck, _ tree: DeckTree, _ job: TranslationJob, _ progress: TranslationProgress,
        _ translators: [ChoiceView], _ say: Phrases
    ) {
        let view = TranslationProgressView(progress, say)
        self.progress = view
        (id, back, backLabel) = (String(deck.id), "/words/decks/\(deck.id)", say("deck.backTo"))
        title = view.title
        sub = say(
            "translation.sub",
            [
                "deck": tree.name(of: deck.id), "words": say.count("words.total", progress.total),
                "language": say.language(job.pair.target),
            ])
        isActive = progress.isActive
        isPaused = progress.phase == .paused
        isOver = !isActive && !isPaused
        canGoOn = isOver && progress.left > 0
        if case .stopped(let error) = progress.phase {
            fault = say.fault(of: error)
            faultAddress = error.code == .noModel ? "/settings/models" : "/settings/translation"
        } else {
            (fault, faultAddress) = (nil, nil)
        }
        translated = progress.recent.map {
            WordView(
                id: String($0.id), word: $0.word, note: $0.translation, address: "/words/cards/\($0.id)",
                label: say("translation.edit", ["word": $0.word]), retry: "")
        }
        hasTranslated = !translated.isEmpty
        failed = progress.failed.prefix(Self.mostFailed).map {
            WordView(
                id: String($0.id), word: $0.word, note: say.fault(of: $0.error), address: "/words/cards/\($0.id)",
                label: say("translation.retryWord", ["word": $0.word]), retry: "/words/decks/\(deck.id)/translate/retry"
            )
        }
        hasFailed = !failed.isEmpty
        failedCount = say.number(progress.failed.count)
        let rest = progress.failed.count - failed.count
        more = rest > 0 ? say.count("translation.more", rest) : nil
        retries = isOver && !progress.failed.isEmpty
        retryTitle = say.count("translation.again", progress.failed.count)
        retryLabel = say.count("translation.retry", progress.failed.count)
        self.translators = translators
        service = say("translation.\(job.translator.rawValue)")
    }
}

/// Progress in numbers and words, for a page and for those who follow it.
struct TranslationProgressView: Sendable, Encodable, Equatable {
    let title: String
    /// 0…100.
    let percent: Int
    let amount: String
    let share: String
    /// 2 at a time; The service asked to wait.
    let state: String
    let left: String
    /// All of it in a sentence, for those who do not see the bar.
    let spoken: String
    let isActive: Bool
    /// Changes when the lists below the progress change.
    let version: String

    init(_ progress: TranslationProgress, _ say: Phrases) {
        let done = min(progress.done, progress.total)
        let part = progress.total == 0 ? 1 : Double(done) / Double(progress.total)
        percent = Int(part * 100)
        share = say.percent(percent)
        amount = say("translation.amount", ["n": say.number(done), "all": say.number(progress.total)])
        isActive = progress.isActive
        switch progress.phase {
        case .waiting: (title, state) = (say("translation.running"), say("translation.waiting"))
        case .running:
            (title, state) = (say("translation.running"), say.count("translation.atOnce", progress.atOnce))
        case .slowed: (title, state) = (say("translation.running"), say("translation.slowed"))
        case .paused: (title, state) = (say("translation.pausedTitle"), say("translation.paused"))
        case .cancelled: (title, state) = (say("translation.cancelledTitle"), say("translation.cancelled"))
        case .stopped: (title, state) = (say("translation.stoppedTitle"), say("translation.stopped"))
        case .finished:
            title = say("translation.doneTitle")
            state =
                progress.untouched == 0
                ? say.count("translation.done", progress.translated)
                : say.count("translation.done", progress.translated) + " "
                    + say.count("translation.untouched", progress.untouched)
        }
        let time = progress.isActive ? progress.secondsLeft.map { say.seconds(Self.rounded($0)) } : nil
        left = time.map { say("translation.left", ["time": $0]) } ?? ""
        spoken = say("translation.spoken", ["percent": share]) + (left.isEmpty ? "" : ", \(left)")
        version = "\(progress.phase) \(progress.translated) \(progress.failed.count)"
    }

    /// To what people say: nobody needs 3 min 17 s.
    private static func rounded(_ seconds: Double) -> Double {
        seconds < 60 ? max(5, (seconds / 5).rounded() * 5) : (seconds / 60).rounded() * 60
    }
}
