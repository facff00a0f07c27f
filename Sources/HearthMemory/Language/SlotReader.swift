// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// A finding in one place of a message: a slot and its value, with a probability.
struct SlotReading: Sendable, Equatable {
    let slot: String
    let phase: FactPhase
    /// The words that are the value, in scalars of the message.
    let value: Range<Int>
    /// The unit that says it.
    let quote: Range<Int>
    /// For people, what they are to the user; for what is said of people, whom; `nil` where no word says it.
    let person: Range<Int>?
    /// 0…1.
    let confidence: Double
}

/// Finds slots and values in messages, by a model that was learned from many people's messages.
///
/// It is a linear model of words, letters and kinds of words: which slot a unit of a message fills, which of its words
/// are the value, and whether that begins, holds or ends. docs/facts.md has its figures on people it had not read.
struct SlotReader: Sendable {
    /// From which confidence on a fact is kept without asking, and from which on it is asked.
    struct Limits: Sendable { let store, ask: Double }

    let limits: Limits
    let quality: FactQuality
    private let model: LearnedReader
    let language: SlotLanguage
    let slots: [String]
    private let phases: [FactPhase]
    /// Weights of what makes a reading probable, and of each slot.
    private let certainty: [Double]
    private let slotCertainty: [String: Double]

    /// Slots of a unit that are looked into, and how probable they are at least.
    private static let most = 4
    private static let least = 0.03
    /// How probable a word has to be to be the value where no stretch was found.
    private static let leastWord = 0.15

    static let shared: SlotReader = {
        do { return try SlotReader(folder: FactSlot.folder) } catch {
            fatalError("The reader of facts cannot be read: \(error)")
        }
    }()

    init(folder: URL) throws {
        model = try LearnedReader(folder.appending(path: "facts.bin"))
        language = try SlotLanguage(folder: folder, spelling: CareReading.model.spelling)
        slots = model.classes(of: "slots")
        phases = model.classes(of: "phases").compactMap(FactPhase.init)
        guard let certainty = model.header["certainty"]?.array?.compactMap(\.double), certainty.count == 11,
            let bySlot = model.header["slotCertainty"]?.object, let limits = model.header["limits"],
            let store = limits["store"]?.double, let ask = limits["ask"]?.double,
            let measured = model.header["measured"], let precision = measured["precision"]?.double,
            let recall = measured["recall"]?.double, let both = measured["recallWithQueue"]?.double,
            let messages = measured["messages"]?.integer, phases.count == FactPhase.allCases.count
        else { throw LearnedReader.Damaged() }
        self.certainty = certainty
        slotCertainty = Dictionary(uniqueKeysWithValues: bySlot.map { ($0.0, $0.1.double ?? 0) })
        self.limits = Limits(store: store, ask: ask)
        quality = FactQuality(precision: precision, recall: recall, recallWithQueue: both, messages: messages)
    }

    /// - Parameter isCancelled: is asked at each unit; what was found so far is returned when it says so.
    /// - Returns: in the order in which they stand; two never share a word.
    func read(_ message: String, isCancelled: () -> Bool = { false }) -> [SlotReading] {
        let text = SlotText(message, language)
        let features = SlotFeatures(text)
        let people = PersonFinder(units: text.units)
        var found: [SlotReading] = []
        for place in text.units.indices {
            if isCancelled() { break }
            StepCounter.add(text.units[place].words.count)
            var taken: Set<Int> = []
            let all = candidates(text.units[place], place, features).sorted { $0.confidence > $1.confidence }
            var kept: [Candidate] = []
            for one in all where taken.isDisjoint(with: one.words) {
                taken.formUnion(one.words)
                kept.append(one)
            }
            let unit = text.units[place]
            for one in kept.sorted(by: { $0.words.lowerBound < $1.words.lowerBound }) {
                let relation = people.relation(of: one.words, in: one.slot, unit: place)
                let isOfPerson = FactSlot.named(one.slot)?.isOfPerson == true
                let person =
                    isOfPerson
                    ? people.person(besides: one.words, unit: place) : relation.map { unit.words[$0].range }
                found.append(
                    SlotReading(
                        slot: one.slot, phase: one.phase, value: unit.range(of: one.words), quote: unit.range,
                        person: person, confidence: one.confidence))
            }
        }
        return found
    }

    // MARK: Units

    private struct Candidate {
        let slot: String
        let phase: FactPhase
        let words: Range<Int>
        let confidence: Double
    }

    private func candidates(_ unit: SlotText.Unit, _ place: Int, _ features: SlotFeatures) -> [Candidate] {
        let groups = model.known(features.groups(of: place))
        // A unit may fill several slots: each has a probability of its own.
        let shares = model.scores("slots", of: groups).map { 1 / (1 + exp(-$0)) }
        let order = slots.indices.filter { shares[$0] >= Self.least }
            .sorted { shares[$0] > shares[$1] }.prefix(Self.most)
        guard !order.isEmpty else { return [] }
        let isAny = model.scores("any", of: groups)[0]
        let phaseShares = LearnedReader.shares(model.scores("phases", of: groups))
        let phase = phaseShares.indices.max { phaseShares[$0] < phaseShares[$1] } ?? 0
        let signs = unit.words.indices.map { features.signs(of: $0, in: place) }
        return order.enumerated().flatMap { rank, slot -> [Candidate] in
            let words = unit.words.indices.map { index -> [Double] in
                SpelledText.isPunctuation(unit.words[index].letters)
                    ? [1, 0, 0] : LearnedReader.shares(model.scores(ofWord: signs[index], in: slots[slot]))
            }
            let stretches = Self.stretches(words)
            return stretches.all.map { stretch in
                let share = min(max(shares[slot], 1e-6), 1 - 1e-6)
                let odds = log(share / (1 - share))
                let inside = stretch.reduce(0) { $0 + words[$1][1] + words[$1][2] } / Double(stretch.count)
                let sum = zip(
                    certainty,
                    [
                        1, odds, isAny, rank == 0 ? 1 : 0, inside, words[stretch.lowerBound][1],
                        stretches.isFound ? 1 : 0, log(Double(stretch.count)), phaseShares[phase],
                        stretches.all.count > 1 ? 1 : 0, inside * odds,
                    ]
                ).reduce(slotCertainty[slots[slot]] ?? 0) { $0 + $1.0 * $1.1 }
                return Candidate(
                    slot: slots[slot], phase: phases[phase], words: stretch, confidence: 1 / (1 + exp(-sum)))
            }
        }
    }

    /// The stretches that are the value, and whether any was found: else the likeliest word is it.
    private static func stretches(_ shares: [[Double]]) -> (all: [Range<Int>], isFound: Bool) {
        let all = LearnedReader.stretches(shares)
        guard all.isEmpty else { return (all, true) }
        let likely = shares.indices.max { shares[$0][1] < shares[$1][1] } ?? 0
        return (shares[likely][1] >= leastWord ? [likely..<likely + 1] : [], false)
    }
}

extension SlotText.Unit {
    fileprivate func range(of words: Range<Int>) -> Range<Int> {
        self.words[words.lowerBound].range.lowerBound..<self.words[words.upperBound - 1].range.upperBound
    }
}
