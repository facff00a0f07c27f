// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares candidates with the labels of a message.
///
/// A candidate is right when its quotation overlaps that of a label by half of the shorter one, a third of the content
/// words agree, and polarity and subject do. Each label is found once; a second candidate for it is neither right nor
/// wrong.
struct LabelMatch {
    enum Verdict: Sendable {
        case right(isRequired: Bool)
        case repeated, wrong
    }

    let message: LabelledMessage

    func verdicts(_ candidates: [Candidate]) -> [Verdict] {
        var verdicts = Array(repeating: Verdict.wrong, count: candidates.count)
        var found: Set<Int> = []
        let pairs = candidates.indices.flatMap { candidate in
            message.labels.indices.compactMap { label -> (Double, Int, Int)? in
                score(candidates[candidate], message.labels[label]).map { ($0, candidate, label) }
            }
        }
        var taken: Set<Int> = []
        for (_, candidate, label) in pairs.sorted(by: { ($0.0, $1.1) > ($1.0, $0.1) }) where !taken.contains(candidate)
        {
            if found.contains(label) {
                verdicts[candidate] = .repeated
            } else {
                taken.insert(candidate)
                found.insert(label)
                verdicts[candidate] = .right(isRequired: !message.labels[label].isOptional)
            }
        }
        for index in candidates.indices where states(candidates[index]) { verdicts[index] = .wrong }
        return verdicts
    }

    var required: Int { message.labels.filter { !$0.isOptional }.count }

    /// Whether one of the candidates states what none may.
    func statesForbidden(_ candidates: [Candidate]) -> Bool { candidates.contains(where: states) }

    /// Whether a candidate states what none may.
    private func states(_ candidate: Candidate) -> Bool {
        let words = " " + Self.words(candidate.statement).joined(separator: " ") + " "
        return message.forbidden.contains { words.contains(" " + Self.words($0).joined(separator: " ") + " ") }
    }

    private func score(_ candidate: Candidate, _ label: LabelledMessage.Label) -> Double? {
        let text = Self.normal(message.utterance.text)
        guard let a = text.range(of: Self.normal(candidate.quote)), let b = text.range(of: Self.normal(label.evidence)),
            candidate.isNegative == label.isNegative
        else { return nil }
        let isOfUser = label.subject == "user"
        if isOfUser, candidate.subject != "user", !label.isPerson { return nil }
        if !isOfUser, candidate.subject == "user" { return nil }
        let common =
            a.overlaps(b)
            ? text.distance(from: max(a.lowerBound, b.lowerBound), to: min(a.upperBound, b.upperBound)) : 0
        let shorter = min(
            text.distance(from: a.lowerBound, to: a.upperBound), text.distance(from: b.lowerBound, to: b.upperBound))
        let overlap = Double(common) / Double(max(1, shorter))
        let alike = ([label.value, label.evidence] + label.others).map { likeness(candidate.statement, $0) }.max() ?? 0
        return overlap >= 0.5 && alike >= 0.34 ? overlap + alike : nil
    }

    private func likeness(_ statement: String, _ reference: String) -> Double {
        let (have, want) = (Self.stems(statement), Self.stems(reference))
        guard !want.isEmpty else { return 0 }
        return Double(have.intersection(want).count) / Double(min(want.count, max(have.count, 1)))
    }

    private static func normal(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.lowercased().replacing("’", with: "'").split(
            whereSeparator: \.isWhitespace
        )
        .joined(separator: " ")
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).split {
            !$0.isLetter && !$0.isNumber
        }.map(String.init)
    }

    private static func stems(_ text: String) -> Set<String> {
        Set(words(text).filter { !common.contains($0) }.map { String($0.prefix(5)) })
    }

    private static let common = Lexicon.set(
        """
        a an the to of in on at is are was were be been it its this that my our his her their i you he she they we me us for and or but with from by
        as has have had do does did user users one s t le la les un une des du de d l au aux et ou mais dans sur sous en est sont etait etais
        suis je tu il elle on nous vous ils elles mon ma mes son sa ses notre ce c cet cette qui que qu se y par pour avec
        """)
}
