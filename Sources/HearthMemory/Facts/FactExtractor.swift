// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthModels

/// Finds out what a message says of its writer: slots and their values, see `FactSlot`.
///
/// A small reader that was learned from many people's messages proposes values with probabilities; what cannot be a
/// fact of its writer, such as a quotation, a game or a supposition, is refused. No language model is asked.
public struct FactExtractor: Sendable {
    private let zone: TimeZone
    private let reader = MessageReader()

    /// - Parameter zone: where it is the writer's day, from which "tomorrow" is counted; that of labelled messages
    ///   unless given.
    public init(zone: TimeZone = .gmt) { self.zone = zone }

    /// How well it finds facts in messages of people whose writing it had not seen, see docs/facts.md.
    public static var quality: FactQuality { SlotReader.shared.quality }

    /// - Parameter earlier: what was said before in the same session, oldest first.
    /// - Returns: nothing for what the user has not written, and for private sessions.
    /// - Throws: `CancellationError`.
    public func extract(_ utterance: Utterance, after earlier: [Utterance] = []) async throws -> FactExtraction {
        guard utterance.speaker == .user, !utterance.isPrivate else { return FactExtraction() }
        return try await reader.facts(of: utterance, after: earlier, zone)
    }
}

/// How well facts were found, 0…1 each.
public struct FactQuality: Sendable, Equatable {
    /// Of what is kept without asking.
    public let precision: Double
    public let recall: Double
    /// Of what is kept or waits.
    public let recallWithQueue: Double
    /// How many messages it was measured on.
    public let messages: Int
}

/// Reads messages away from whoever waits for what comes of them.
private actor MessageReader {
    private let queue = ReadingQueue("hearth.memory.messages")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Throws: `CancellationError`.
    func facts(of utterance: Utterance, after earlier: [Utterance], _ zone: TimeZone) throws -> FactExtraction {
        let found = MessageFacts(utterance, after: earlier, zone) { Task.isCancelled }.extraction
        try Task.checkCancellation()
        return found
    }
}

/// The facts of one message.
struct MessageFacts {
    private(set) var extraction = FactExtraction()
    /// What was found, in the order of the message, and whether it is certain enough to be kept.
    private var found: [(fact: Fact, isCertain: Bool)] = []
    private let utterance: Utterance
    private let reading: MessageReading
    private let text: MessageScalars
    private let zone: TimeZone
    private let least: Double

    /// Values of a message that are looked at, at most.
    private static let most = 200

    /// - Parameters:
    ///   - least: the probability from which on a fact waits; `nil` for the one that was measured.
    ///   - isCancelled: is asked now and then; reading ends early when it says so.
    init(
        _ utterance: Utterance, after earlier: [Utterance], _ zone: TimeZone = .gmt, least: Double? = nil,
        isCancelled: () -> Bool = { false }
    ) {
        self.utterance = utterance
        self.zone = zone
        self.least = least ?? SlotReader.shared.limits.ask
        let ofUser = earlier.filter { $0.speaker == .user }.map(\.text)
        reading = MessageReading(utterance.text, language: utterance.language, earlier: ofUser)
        text = MessageScalars(reading.own.original)
        guard !ForeignText.isInAnotherLanguage(MessageReading.beginning(of: utterance.text)) else { return }
        let verdicts = ClauseVerdicts(reading, isCancelled: isCancelled)
        let own = earlier.filter { $0.speaker != .user }.map { QuotedText(MessageReading.beginning(of: $0.text)) }
        let slots = SlotReader.shared.read(String(reading.own.original), isCancelled: isCancelled)
        for slot in slots.prefix(Self.most) { take(slot, verdicts, own) }
        settle()
    }

    /// A message may say the same twice. Of two values of which one alone can hold, the later corrects the earlier, and
    /// where somebody is named, what they are is no second one: "our dog is called Biscuit".
    private mutating func settle() {
        var kept: [FactReading] = []
        for (place, one) in found.enumerated() {
            let later = found[(place + 1)...].map(\.fact)
            let reading = FactReading(one.fact)
            guard !later.contains(where: one.fact.isCorrected), !found.map(\.fact).contains(where: one.fact.isNamed),
                !kept.contains(where: { FactComparison.isRepetition(reading, of: $0) })
            else { continue }
            kept.append(reading)
            if one.isCertain { extraction.stored.append(one.fact) } else { extraction.queued.append(one.fact) }
        }
    }

    private mutating func take(_ found: SlotReading, _ verdicts: ClauseVerdicts, _ heard: [QuotedText]) {
        guard let slot = FactSlot.named(found.slot), let value = text.characters(found.value).flatMap(trimmed),
            let quote = text.characters(found.quote), quote.allSatisfy({ reading.own.isOwn[$0] }),
            case let verdict = verdicts.verdict(at: value.lowerBound),
            let fact = fact(found, slot, value: value, quote: quote, verdict)
        else {
            extraction.dropped += 1
            return
        }
        // What Hearth has said and the user copies is no word of the user's.
        let words = fact.evidence[0].quote
        let isCopied = words.split(separator: " ").count >= 4 && heard.contains { $0.contains(words) }
        guard verdict?.refusal?.isFinal != true, !isCopied, !PersonalNumbers.isIn(words) else {
            extraction.dropped += 1
            return
        }
        if phase(of: found, verdict) == .ends { extraction.endings.insert(fact.id) }
        let limits = SlotReader.shared.limits
        if found.confidence >= limits.store, verdict?.isDoubtful != true, !isUnheardDenial(found, verdict) {
            self.found.append((fact, true))
        } else if found.confidence >= least {
            self.found.append((fact, false))
        } else {
            extraction.dropped += 1
        }
    }

    /// Whether the clause denies something and the reader has not heard it: "je ne suis plus à Roubaix".
    private func isUnheardDenial(_ found: SlotReading, _ verdict: ClauseVerdicts.Verdict?) -> Bool {
        verdict?.read.isNegative == true && [.holds, .begins].contains(found.phase)
            && !Self.toldByDenial.contains(found.slot)
    }

    /// How the fact stands in time; what is denied without the reader having heard it may be over.
    private func phase(of found: SlotReading, _ verdict: ClauseVerdicts.Verdict?) -> FactPhase {
        isUnheardDenial(found, verdict) ? .ends : found.phase
    }

    /// Slots whose values people tell by what they do not do: "I can't eat nuts", "je ne dors plus".
    private static let toldByDenial: Set<String> = [
        "dislikes", "fear", "allergy", "condition", "disability", "diet", "sleep", "unemployed", "person_health",
    ]

    /// A value without the articles and prepositions at its ends; `nil` where nothing else is in it.
    private func trimmed(_ value: Range<Int>) -> Range<Int>? {
        let lexicon = reading.lexicon
        let isSmall = { (word: Word) in
            [lexicon.articles, lexicon.prepositions, lexicon.iWords, lexicon.meWords, lexicon.having, lexicon.being]
                .contains { $0.contains(word.text) }
        }
        let words = WordReader.words(in: reading.own.characters, value)
        guard let first = words.first(where: { !isSmall($0) }), let last = words.last(where: { !isSmall($0) }) else {
            return nil
        }
        // « l'école » keeps its article; "the" before a noun goes.
        let start = words.first?.text.hasSuffix("'") == true ? value.lowerBound : first.range.lowerBound
        return start..<last.range.upperBound
    }

    private func isName(_ value: Range<Int>, _ slot: FactSlot) -> Bool {
        (slot.namesPerson || ["name", "call_name", "pet"].contains(slot.name))
            && reading.own.characters[value.lowerBound].isUppercase
    }

    /// A name with the parts that follow it: "Jean" of "Jean-Luc Martin".
    private func wholeName(_ value: Range<Int>) -> Range<Int> {
        let characters = reading.own.characters
        var end = value.upperBound
        while end + 1 < characters.count, characters[end] == " " || characters[end] == "-",
            characters[end + 1].isUppercase
        {
            end += 1
            while end < characters.count, characters[end].isLetter { end += 1 }
        }
        return value.lowerBound..<end
    }

    /// - Returns: `nil` for what is of a person whom nothing names.
    private func fact(
        _ found: SlotReading, _ slot: FactSlot, value: Range<Int>, quote: Range<Int>,
        _ verdict: ClauseVerdicts.Verdict?
    ) -> Fact? {
        let value = isName(value, slot) ? wholeName(value) : value
        let said = reading.plain(value)
        guard FactWorth.saysSomething(said) || said.contains(where: \.isNumber) else { return nil }
        // Somebody has a name, or is called by what they are to the user.
        let isCalled = said.first?.isUppercase == true || reading.lexicon.kin.contains(said.lowercased())
        if slot.namesPerson, !isCalled { return nil }
        let language: MemoryLanguage = reading.lexicon.language == "fr" ? .french : .english
        let person = found.person.flatMap(text.characters).map(reading.plain)
        if slot.isOfPerson, person == nil { return nil }
        let quoted = reading.text(quote)
        let phase = phase(of: found, verdict)
        let isDenied = phase == .denied
        let clock = FactTime(today: utterance.date, language: language.rawValue, zone: zone)
        let words = WordReader.words(in: reading.own.characters, quote)
        let time = clock.find(in: words, tense: phase == .past ? .past : slot.kind == .plans ? .future : .present)
        let line = isDenied ? reading.plain(quote) : slot.line(said, of: person.map(Self.beginning), language)
        var fact = Fact(
            id: "\(utterance.id)-\(value.lowerBound)-\(value.upperBound)-\(slot.name)", statement: line,
            subject: slot.isOfPerson ? person ?? "user" : "user", kind: slot.kind,
            isNegative: isDenied || phase == .ends && verdict?.read.isNegative == true, time: time,
            confidence: found.confidence, validFrom: utterance.date,
            validUntil: phase == .ends || phase == .past ? utterance.date : nil, supersededBy: nil,
            evidence: [
                FactEvidence(
                    utterance: utterance.id, session: utterance.session, quote: quoted, date: utterance.date)
            ])
        fact.slot = SlotValue(
            name: slot.name, value: said, relation: slot.namesPerson && person != said ? person : nil)
        return fact
    }

    /// A line begins with a capital letter.
    private static func beginning(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension Fact {
    /// Whether a later fact of the same message corrects it: another value in a slot that has one.
    fileprivate func isCorrected(by later: Fact) -> Bool {
        guard let slot, let other = later.slot, slot.name == other.name, FactSlot.named(slot.name)?.holdsOne == true
        else { return false }
        return subject == later.subject && isCurrent && later.isCurrent && !isNegative && !later.isNegative
            && slot.value != other.value
    }

    /// Whether it only says what somebody is, whom another fact of the same words names.
    fileprivate func isNamed(by other: Fact) -> Bool {
        guard let slot, let named = other.slot, slot.name == named.name, slot.value.first?.isLowercase == true,
            let known = FactSlot.named(slot.name), known.namesPerson || slot.name == "pet"
        else { return false }
        return named.value.first?.isUppercase == true && evidence.map(\.quote) == other.evidence.map(\.quote)
    }
}

/// The places of a message's characters, counted in scalars.
private struct MessageScalars {
    /// Where each character begins, and the end.
    private let starts: [Int]

    init(_ characters: [Character]) {
        var (starts, count): ([Int], Int) = ([], 0)
        for character in characters {
            starts.append(count)
            count += character.unicodeScalars.count
        }
        self.starts = starts + [count]
    }

    /// The characters in which scalars stand; `nil` for none.
    func characters(_ scalars: Range<Int>) -> Range<Int>? {
        guard let first = starts.lastIndex(where: { $0 <= scalars.lowerBound }),
            let end = starts.firstIndex(where: { $0 >= scalars.upperBound }), first < end
        else { return nil }
        return first..<end
    }
}
