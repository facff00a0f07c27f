// SPDX-License-Identifier: Apache-2.0

/// Why a part of a message cannot become a fact of its writer.
enum Refusal: String, Sendable, CaseIterable {
    case rolePlay, joke, instruction, offRecord, fiction, personalNumber, question, request, hypothetical, hearsay,
        otherPerson, reader, noSubject, nothingSaid, irony
    case quotation, tooLong
    /// Pretended, or almost done.
    case notSo

    /// Whether nothing of the clause can be a fact. The others only say that its subject does not show the writer: the
    /// reader of slots sees that for itself.
    var isFinal: Bool {
        switch self {
        case .otherPerson, .reader, .noSubject, .nothingSaid, .tooLong: false
        default: true
        }
    }
}

/// The reasons for which clauses of a message were refused.
struct ClauseVerdicts: Sendable {
    struct Verdict: Sendable {
        /// In characters of the message.
        let range: Range<Int>
        let refusal: Refusal?
        let read: ClauseReading
        /// Whether the writer only believes it, jokes or is told it, so that it may be asked and not kept.
        let isDoubtful: Bool
    }

    let all: [Verdict]

    /// A clause of more words tells a story.
    static let longest = 28

    /// - Parameter isCancelled: is asked at each sentence; what was read so far stays when it says so.
    init(_ reading: MessageReading, isCancelled: () -> Bool = { false }) {
        var all: [Verdict] = []
        for (number, sentence) in reading.sentences.enumerated() {
            if isCancelled() { break }
            var isUnderCondition = false
            var before: Refusal?
            let around = SentenceTraits(sentence, number, in: reading)
            for (index, clause) in sentence.clauses.enumerated() {
                let isLast = index == sentence.clauses.count - 1
                let read = ClauseReading(
                    clause, reading.lexicon, isQuestion: sentence.isQuestion && (isLast || sentence.clauses.count < 3))
                let guardian = ClauseGuard(
                    reading: reading, sentence: sentence, number: number, around: around, clause: clause, index: index,
                    read: read)
                var refusal = guardian.refusal(isUnderCondition: isUnderCondition)
                if clause.isDependent, let before { refusal = before }
                before = refusal
                if refusal == .hypothetical { isUnderCondition = true }
                all.append(
                    Verdict(
                        range: clause.range, refusal: refusal, read: read,
                        isDoubtful: around.isJoking || around.isOnlyTold
                            || Self.isDoubtful(clause, read, reading.lexicon)))
            }
        }
        self.all = all
    }

    /// Whether it is only believed or pretended, or told to the reader or others: "I told him that I'm ill".
    private static func isDoubtful(_ clause: Clause, _ read: ClauseReading, _ lexicon: Lexicon) -> Bool {
        let reports =
            read.subject != .ownPerson && read.predicate.prefix(3).contains { lexicon.reports.contains($0.text) }
        return read.mood == .believed || reports
            || clause.words.contains {
                TellingWords.pretending.contains($0.text) || lexicon.youWords.contains($0.text)
            }
    }

    /// The verdict on the clause in which a character stands, or that it follows.
    func verdict(at place: Int) -> Verdict? { all.last { $0.range.lowerBound <= place } }
}
