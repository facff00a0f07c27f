// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// The state of a study session, from the first card to the summary.
struct StudySession: Sendable {
    var summary = SessionSummary()
    /// The cards that it studies; `nil` for what its deck has to study.
    var choice: Choice?
    /// Cards that cramming has asked already.
    var crammed: Set<Int64> = []
    /// Cards that were answered and do not come back in this session. With those that are left, their number is the
    /// same all through it.
    private(set) var through: Set<Int64> = []
    /// How often a card was not known.
    private(set) var missed: [Int64: Int] = [:]
    /// Words that were answered, each once.
    private(set) var words: [Int64] = []
    /// By what its answers are taken back, the last one last.
    private(set) var keys: [String] = []
    /// Words that became leeches.
    private(set) var leeches: [Int64] = []
    private static let mostKeys = 1_000

    /// The words, those that were missed most often first.
    var wordsByNeed: [Int64] {
        words.enumerated().sorted { (missed[$1.element] ?? 0, $0.offset) < (missed[$0.element] ?? 0, $1.offset) }
            .map(\.element)
    }

    mutating func add(_ answered: AnsweredCard) {
        summary.add(answered)
        if !answered.wasKnown, let key = answered.review.key { keys.append(key) }
        if keys.count > 2 * Self.mostKeys { keys.removeFirst(keys.count - Self.mostKeys) }
        if answered.becameLeech { leeches.append(answered.card.flashcard) }
        if !words.contains(answered.card.flashcard) { words.append(answered.card.flashcard) }
        count(answered, by: 1)
        if answered.review.kind != .cram, case .at = answered.card.state.due {
            through.remove(answered.card.id)
        } else {
            through.insert(answered.card.id)
        }
        if answered.review.kind == .cram { crammed.insert(answered.review.card) }
    }

    /// An answer was taken back. One of another session, or from before the server was started, is none of its own.
    mutating func remove(_ answered: AnsweredCard) {
        guard let place = keys.lastIndex(where: { $0 == answered.review.key }) else { return }
        keys.remove(at: place)
        summary.remove(answered)
        leeches.removeAll { $0 == answered.card.flashcard }
        count(answered, by: -1)
        crammed.remove(answered.review.card)
        through.remove(answered.review.card)
    }

    private mutating func count(_ answered: AnsweredCard, by step: Int) {
        guard answered.review.rating == .again, !answered.wasKnown else { return }
        missed[answered.card.flashcard, default: 0] += step
        if missed[answered.card.flashcard, default: 0] <= 0 { missed[answered.card.flashcard] = nil }
    }
}

/// The last sessions, by a name that comes with each request. They are for the summary alone: what was answered is in
/// the store.
struct StudySessions: Sendable {
    let sessions = ExpiringState<StudySession>(most: 64, lasting: .seconds(86_400))

    subscript(_ name: String) -> StudySession { get async { await sessions[name] ?? Self.beginning(name) } }

    func change(_ name: String, _ edit: @Sendable (inout StudySession) -> Void) async {
        guard Self.isName(name) else { return }
        await sessions.change(name, from: Self.beginning(name), edit)
    }

    private static func beginning(_ name: String) -> StudySession {
        var session = StudySession()
        if StudySession.isChoice(name) { session.choice = .init(mode: .scheduled, cards: []) }
        return session
    }

    static func newName() -> String { UUID().uuidString }

    /// Whether it looks like one; addresses may name anything.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                $0 == 45 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
            }
    }
}
