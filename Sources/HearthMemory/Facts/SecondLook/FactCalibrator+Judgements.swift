// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

extension FactCalibrator {
    /// What is seen in each candidate of a labelled message, and what its labels say of it: so that weights can be
    /// found and tried outside of Hearth, on messages that they have not seen.
    ///
    /// - Returns: `{"id","required","candidates":[{"value","evidence","subject","polarity","traits","may_be_stored",
    ///   "verdict"}]}`; the verdict is `required`, `optional`, `repeated` or `wrong`.
    /// - Throws: `ModelError`.
    public func judgements(of message: LabelledMessage) async throws -> JSON {
        var candidates: [Candidate] = []
        if message.utterance.speaker == .user, !message.utterance.isPrivate {
            candidates = try await FactCandidates(message.utterance, after: message.earlier).withLooks(of: model, name)
        }
        let match = LabelMatch(message: message)
        let judged = zip(candidates, match.verdicts(candidates)).map { JSON(judged: $0, as: $1) }
        return [
            "id": .string(message.utterance.id), "required": .integer(match.required), "candidates": .array(judged),
        ]
    }
}

extension JSON {
    fileprivate init(judged candidate: Candidate, as verdict: LabelMatch.Verdict) {
        var traits = JSONObject()
        for (name, value) in candidate.traits.sorted(by: { $0.key < $1.key }) { traits[name] = .number(value) }
        let name =
            switch verdict {
            case .right(let isRequired): isRequired ? "required" : "optional"
            case .repeated: "repeated"
            case .wrong: "wrong"
            }
        self = [
            "value": .string(candidate.statement), "evidence": .string(candidate.quote),
            "subject": .string(candidate.subject),
            "polarity": .string(candidate.isNegative ? "negative" : "positive"), "traits": .object(traits),
            "may_be_stored": .bool(candidate.mayBeStored), "verdict": .string(name),
        ]
    }
}
