// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// Finds out what a message says of its writer.
///
/// The clauses of the message are read without a model, and what cannot be a fact of its writer is refused. A model
/// then proposes quotations, and says how likely it finds each candidate; a calibration makes a probability of all
/// that, by which a candidate is kept, waits for the user or is dropped.
public struct FactExtractor: Sendable {
    private let model: any Completing
    private let name: String?
    private let calibration: FactCalibration
    private let zone: TimeZone
    private let reader = MessageReader()

    /// - Parameters:
    ///   - name: the model that looks; `nil` for the one that answers when nobody has chosen.
    ///   - calibration: of that model.
    ///   - zone: where it is the writer's day, from which "tomorrow" is counted; that of labelled messages unless
    ///     given.
    public init(model: any Completing, name: String?, calibration: FactCalibration, zone: TimeZone = .gmt) {
        self.model = model
        self.name = name
        self.calibration = calibration
        self.zone = zone
    }

    /// - Parameter earlier: what was said before in the same session, oldest first.
    /// - Returns: nothing for what the user has not written, and for private sessions; no model is asked then.
    /// - Throws: `ModelError`, `CancellationError`.
    public func extract(_ utterance: Utterance, after earlier: [Utterance] = []) async throws -> FactExtraction {
        guard utterance.speaker == .user, !utterance.isPrivate else { return FactExtraction() }
        let (seen, isForeign) = try await reader.candidates(of: utterance, after: earlier)
        var extraction = FactExtraction()
        extraction.dropped = seen.refused.count
        guard !isForeign else { return extraction }
        for candidate in try await seen.withLooks(of: model, name)
        where !ForeignText.isInAnotherScript(candidate.quote) {
            let probability = calibration.probability(candidate.traits)
            let fact = seen.fact(of: candidate, in: utterance, zone, confidence: probability)
            guard FactWorth.saysSomething(fact.statement), probability >= calibration.queuesFrom else {
                extraction.dropped += 1
                continue
            }
            if let from = calibration.storesFrom, probability >= from, candidate.mayBeStored {
                extraction.stored.append(fact)
            } else {
                extraction.queued.append(fact)
            }
        }
        return extraction.withoutRepetitions
    }
}

extension FactExtraction {
    /// A message may say the same twice, name somebody in a clause of which that is all, and correct itself.
    fileprivate var withoutRepetitions: FactExtraction {
        var result = FactExtraction()
        result.dropped = dropped
        var kept: [FactReading] = []
        func isNew(_ fact: Fact) -> Bool {
            let reading = FactReading(fact)
            guard !kept.contains(where: { FactComparison.isRepetition(reading, of: $0) }) else { return false }
            kept.append(reading)
            return true
        }
        result.stored = TakenBack.without(stored).filter(isNew)
        result.queued = queued.filter(isNew)
        return result
    }
}

/// Reads messages away from whoever waits for what comes of them.
private actor MessageReader {
    private let queue = ReadingQueue("hearth.memory.messages")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Returns: the candidates, and whether the message is in a language in which none are found.
    /// - Throws: `CancellationError`.
    func candidates(
        of utterance: Utterance, after earlier: [Utterance]
    ) throws -> (FactCandidates, isForeign: Bool) {
        let seen = FactCandidates(utterance, after: earlier) { Task.isCancelled }
        try Task.checkCancellation()
        return (seen, ForeignText.isInAnotherLanguage(MessageReading.beginning(of: utterance.text)))
    }
}

/// The candidates of one message.
struct FactCandidates: Sendable {
    let reading: MessageReading
    let candidates: [Candidate]
    let refused: [Refusal]

    /// Candidates of a message, at most: a model looks at each of them.
    private static let most = 400

    /// - Parameter isCancelled: is asked now and then; reading ends early when it says so.
    init(_ utterance: Utterance, after earlier: [Utterance], isCancelled: () -> Bool = { false }) {
        let ofUser = earlier.filter { $0.speaker == .user }.map(\.text)
        reading = MessageReading(utterance.text, language: utterance.language, earlier: ofUser)
        let (proposed, refused) = ClauseProposer(reading: reading).propose(isCancelled: isCancelled)
        let own = earlier.filter { $0.speaker != .user }.map { QuotedText(MessageReading.beginning(of: $0.text)) }
        // What Hearth has said and the user copies is no word of the user's.
        candidates = proposed.prefix(Self.most).filter { candidate in
            let isLong = candidate.quote.split(separator: " ").count >= 4
            return !(isLong && own.contains { $0.contains(candidate.quote) })
        }
        self.refused = refused
    }

    /// The candidates with what a model makes of them.
    func withLooks(of model: any Completing, _ name: String?) async throws -> [Candidate] {
        guard !candidates.isEmpty else { return [] }
        let quotes = try await ModelProposer(model: model, name: name).quotes(in: reading)
        let look = SecondLook(model: model, name: name, language: reading.lexicon.language)
        let text = reading.own.runs.map(reading.text).joined(separator: " ")
        var looked: [Candidate] = []
        for var candidate in candidates {
            let isProposed = quotes.contains {
                overlap($0, candidate.range) * 2 >= min($0.count, candidate.range.count)
            }
            candidate.traits["model.proposed"] = isProposed ? 1 : nil
            candidate.traits.merge(try await look.traits(of: candidate, in: text)) { $1 }
            looked.append(candidate)
        }
        return looked
    }

    private func overlap(_ a: Range<Int>, _ b: Range<Int>) -> Int { a.clamped(to: b).count }

    func fact(of candidate: Candidate, in utterance: Utterance, _ zone: TimeZone, confidence: Double) -> Fact {
        let words = WordReader.words(in: reading.own.characters, candidate.range)
        let tense = ClauseReading.Tense.allCases.first { candidate.traits["tense." + $0.rawValue] != nil } ?? .present
        let evidence = FactEvidence(
            utterance: utterance.id, session: utterance.session, quote: candidate.quote, date: utterance.date)
        let clock = FactTime(today: utterance.date, language: reading.lexicon.language, zone: zone)
        let time = clock.find(in: words, tense: tense)
        return Fact(
            id: FactCandidates.identifier(utterance.id, candidate.range), statement: candidate.statement,
            subject: candidate.subject, kind: Fact.Kind(candidate, time: time, today: clock.written),
            isNegative: candidate.isNegative, time: time,
            confidence: confidence, validFrom: utterance.date, validUntil: nil, supersededBy: nil, evidence: [evidence])
    }

    /// The same for the same words of the same message, so that looking at it again finds the same facts.
    private static func identifier(_ utterance: String, _ range: Range<Int>) -> String {
        "\(utterance)-\(range.lowerBound)-\(range.upperBound)"
    }
}

extension Candidate {
    /// Whether it may be kept without asking. What the writer only believes, and what passed and leaves nothing behind,
    /// may only wait.
    var mayBeStored: Bool {
        traits["mood.believed"] == nil && traits["mood.conditional"] == nil && traits["joking"] == nil
            && traits["toReader"] == nil
            && traits["verb.reports"] == nil && traits["told"] == nil && traits["pretends"] == nil
    }
}
