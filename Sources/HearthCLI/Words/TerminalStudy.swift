// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthAnki
import HearthStore
import HearthWords

/// A session of study at the terminal, from the first card to the summary.
struct TerminalStudy {
    private let home: WordHome
    private let mode: StudyMode
    private let limit: Int
    private let keys: StudyKeys
    private let style: TerminalStyle
    private var summary = SessionSummary()
    /// Cards that cramming has asked already.
    private var crammed: Set<Int64> = []
    /// The next cards, if the last answer came with them.
    private var next: StudyBatch?
    /// By what the answers of this session are taken back, the last one last.
    private var given: [String] = []

    init(_ home: WordHome, _ mode: StudyMode, limit: Int, _ keys: StudyKeys, environment: [String: String]) {
        (self.home, self.mode, self.limit, self.keys) = (home, mode, limit, keys)
        style = TerminalStyle(isTerminal: StandardStream.output.isTerminal, environment: environment)
    }

    private enum Reaction {
        /// With what was typed, where something was.
        case answered(Rating, typed: String?)
        case undo
        case quit
    }

    /// Asks the cards of a deck.
    /// - Returns: whether the session goes on after it.
    mutating func study(_ deck: Deck) async throws -> Bool {
        var isFirst = true
        while summary.answers < limit {
            let batch = if let next { next } else { try await home.store.study(request(deck)) }
            next = nil
            guard let item = batch.items.first else {
                if isFirst || batch.nextDue != nil { sayDone(deck, batch) }
                return true
            }
            if isFirst { say(style.bold("\(line: deck.name)") + style.dim("  \(batch.counts.total) to do") + "\n\n") }
            isFirst = false
            guard try await handle(item, deck) else { return false }
        }
        return false
    }

    private func request(_ deck: Deck) -> StudyRequest {
        var request = StudyRequest(deck: deck.id, mode: mode, moment: home.moment())
        request.without = crammed
        return request
    }

    /// - Returns: whether the session goes on.
    private mutating func handle(_ item: StudyItem, _ deck: Deck) async throws -> Bool {
        let start = ContinuousClock.now
        switch ask(item) {
        case .quit: return false
        case .undo:
            try await undo()
            return true
        case .answered(let rating, let typed):
            let taken = Int(min((ContinuousClock.now - start) / .milliseconds(1), 60_000))
            let answer = StudyAnswer(
                card: item.card.id, rating: rating, mode: mode, date: .now, milliseconds: taken,
                key: UUID().uuidString, typed: typed)
            if mode == .cram { crammed.insert(item.card.id) }
            let saved = try await home.store.answer([answer], days: home.days, next: request(deck))
            next = saved.next
            for answered in saved.answered {
                summary.add(answered)
                if let key = answered.review.key { given.append(key) }
                if answered.becameLeech { sayLeech(answered.card) }
            }
            return true
        }
    }

    private func sayLeech(_ card: StudyCard) {
        let what = card.isSuspended ? "tagged “leech” and suspended; u takes the answer back" : "tagged “leech”"
        say(style.dim("This word is often missed, and is \(what).") + "\n\n")
    }

    private mutating func undo() async throws {
        guard let key = given.last, let answered = try await home.store.undoAnswer(key).answered else {
            return say(style.dim("There is no answer of this session to take back.") + "\n\n")
        }
        given.removeLast()
        summary.remove(answered)
        crammed.remove(answered.review.card)
        say(style.dim("The last answer was taken back.") + "\n\n")
    }

    // MARK: One card

    private func ask(_ item: StudyItem) -> Reaction {
        let content = item.flashcard.content
        let phonetic = item.readingIsAnswer ? "" : content.phonetic
        if let front = item.mediaFront {
            if front.hasPicture { say("\(style.bold("Which word is it?")) (picture: \(line: content.image ?? ""))\n") }
            if front.hasSound { say("\(style.bold("Which word is it?")) (sound: \(line: content.audio ?? ""))\n") }
        }
        for (place, line) in Self.lines(item.question).enumerated() {
            say(style.bold("\(line: line)") + (phonetic.isEmpty || place > 0 ? "" : "  \(line: phonetic)") + "\n")
        }
        var (suggested, written): (Rating, String?) = (.good, nil)
        if item.typesAnswer {
            say("\(TerminalFrame.prompt)")
            guard let typed = keys.line() else { return .quit }
            if !keys.isTerminal { say("\n") }
            let verdict = item.verdict(on: typed)
            (suggested, written) = (verdict.suggestion, typed)
            say("\(line: Self.words(verdict))\n")
        } else {
            say(style.dim("space shows the answer") + "\n")
            show: while true {
                switch keys.press() {
                case .go: break show
                case .undo: return .undo
                case .quit: return .quit
                case .rating, .other: continue
                }
            }
        }
        sayBack(item)
        return rate(item, suggested, written)
    }

    private func sayBack(_ item: StudyItem) {
        let content = item.flashcard.content
        for line in Self.lines(item.answer) { say("  \(line: line)\n") }
        if item.readingIsAnswer, !content.phonetic.isEmpty { say("  \(line: content.phonetic)\n") }
        for line in Self.lines(item.explanation) { say("  \(line: line)\n") }
        for line in Self.lines(item.sentence?.text ?? "") { say(style.dim("  \(line: line)") + "\n") }
        for field in content.extra.lazy.filter({ !$0.text.isEmpty }).prefix(8) {
            let text = Self.lines(String(field.text.prefix(1_000))).joined(separator: " ")
            say(style.dim("  \(line: field.name): \(line: text)") + "\n")
        }
    }

    /// A text line by line, without those that are empty.
    private static func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isNewline) }

    private func rate(_ item: StudyItem, _ suggested: Rating, _ typed: String?) -> Reaction {
        let buttons = Rating.allCases.map { rating in
            let when = item.previews.count == 4 ? " \(Self.words(item.previews[rating.rawValue - 1]))" : ""
            return "\(rating.rawValue) \(Self.name(rating))\(rating == suggested ? "*" : "")\(when)"
        }
        say("\(line: buttons.joined(separator: "   "))\n")
        while true {
            switch keys.press() {
            case .go: return answered(suggested, typed)
            case .rating(let number): return answered(Rating(rawValue: number) ?? suggested, typed)
            case .undo: return .undo
            case .quit: return .quit
            case .other: continue
            }
        }
    }

    private func answered(_ rating: Rating, _ typed: String?) -> Reaction {
        say("\(line: Self.name(rating))\n\n")
        return .answered(rating, typed: typed)
    }

    // MARK: Words

    private func say(_ text: ScreenText) { StandardStream.output.write(text) }

    private func sayDone(_ deck: Deck, _ batch: StudyBatch) {
        guard let due = batch.nextDue else { return say("\(line: deck.name): nothing is due.\n") }
        say("\(line: deck.name): the next card comes in \(line: Self.words(seconds: due.timeIntervalSinceNow)).\n")
    }

    /// Prints the result of the session, if any card was answered.
    func sayGoodbye() async throws {
        guard summary.answers > 0 else { return }
        let known = summary.answers - summary.ratings[0]
        let share = Int((Double(known) / Double(summary.answers) * 100).rounded())
        let counts = Rating.allCases.map { "\(Self.name($0)) \(summary.ratings[$0.rawValue - 1])" }
        say(
            """
            \(counted(summary.answers, "answer")) to \(counted(summary.differentCards, "card")) in \
            \(line: Self.words(seconds: Double(summary.milliseconds) / 1_000)): \(share) % known, \(summary.begun) new
            \(line: counts.joined(separator: ", "))

            """)
        let forecast = try await home.store.statistics(
            StatisticsRequest(moment: home.moment(), daysBack: 1, daysAhead: 2)
        ).forecast
        say("due tomorrow: \(forecast.dropFirst().first?.cards ?? 0)\n")
    }

    private static func name(_ rating: Rating) -> String {
        switch rating {
        case .again: "Again"
        case .hard: "Hard"
        case .good: "Good"
        case .easy: "Easy"
        }
    }

    private static func words(_ verdict: TypedAnswer.Verdict) -> String {
        switch verdict {
        case .exact: "Right"
        case .right: "Right; case, accents and punctuation do not count"
        case .close: "Almost: one letter. You decide"
        case .wrong: "Not this time"
        case .empty: "Nothing typed"
        }
    }

    private static func words(_ interval: FSRS.Outcome.Interval) -> String {
        switch interval {
        case .seconds(let seconds): words(seconds: seconds)
        case .days(let days) where days < 31: "\(days) d"
        case .days(let days) where days < 365: "\((Double(days) / 3.044).rounded() / 10) mo"
        case .days(let days): "\((Double(days) / 36.525).rounded() / 10) y"
        }
    }

    private static func words(seconds: Double) -> String {
        let seconds = max(seconds, 1)
        if seconds < 59.5 { return "\(Int(seconds.rounded())) s" }
        if seconds < 3_570 { return "\(Int((seconds / 60).rounded())) min" }
        return "\(Int((seconds / 3_600).rounded())) h"
    }
}
