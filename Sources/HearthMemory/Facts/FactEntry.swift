// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A fact as its user writes it: a value in a slot and, where the slot has them, a person and times.
public struct FactEntry: Sendable, Equatable {
    public let slot: FactSlot
    public let value: String
    /// Whom of the user's people it is about, or `nil` for the user.
    public let person: String?
    /// The relation of one of the user's people: "sister".
    public let relation: String?
    /// An ISO year, month or day.
    public let since: String?
    public let until: String?
    private let today: JournalDay
    fileprivate let zone: TimeZone

    /// The fields of a form, as they were typed.
    public struct Draft: Sendable, Equatable {
        public var value = ""
        public var person = ""
        public var relation = ""
        public var since = ""
        public var until = ""

        public init() {}
    }

    public enum Field: String, Sendable, CaseIterable { case value, person, relation, since, until }

    /// The fault of a field.
    public struct Fault: Error, Sendable, Equatable {
        public enum Reason: String, Sendable, CaseIterable {
            case missing, long
            /// It is no year, month or day.
            case date
            /// It ends before it begins.
            case order
            /// They are more than one form takes.
            case many
        }

        public let field: Field
        public let reason: Reason

        init(_ field: Field, _ reason: Reason) { (self.field, self.reason) = (field, reason) }
    }

    /// Letters of a field, at most.
    public static func longest(_ field: Field) -> Int {
        switch field {
        case .value: 200
        case .person, .relation: 80
        case .since, .until: 40
        }
    }

    /// Whether a text has at most so many letters, and no letter of hundreds of code points.
    public static func fits(_ text: String, _ letters: Int) -> Bool {
        text.utf8.count <= 4 * letters && text.count <= letters
    }

    /// - Parameters:
    ///   - now: the moment from which "last spring" is counted.
    ///   - zone: where it is the user's day.
    /// - Throws: `Fault` for the first field that cannot be taken.
    public init(
        _ slot: FactSlot, _ draft: Draft, now: Date, _ language: MemoryLanguage, in zone: TimeZone
    ) throws(Fault) {
        func text(_ field: Field, _ typed: String) throws(Fault) -> String? {
            let words = typed.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
            guard Self.fits(words, Self.longest(field)) else { throw Fault(field, .long) }
            return words.isEmpty ? nil : words
        }
        func date(_ field: Field, _ typed: String) throws(Fault) -> String? {
            guard slot.dates == .span || slot.dates == .moment && field == .since,
                let words = try text(field, typed)
            else { return nil }
            let time = FactTime(today: now, language: language.rawValue, zone: zone)
            let isAhead = field == .until || slot.section == .goals
            guard let date = time.end(words, isFirst: field == .since, isAhead: isAhead) else {
                throw Fault(field, .date)
            }
            return date
        }
        let (value, person) = (try text(.value, draft.value), try text(.person, draft.person))
        let relation = try text(.relation, draft.relation).map(People.bare)
        self.slot = slot
        if slot.namesPerson {
            // Somebody without a name is called by what they are to the user.
            guard let name = value ?? relation else { throw Fault(.value, .missing) }
            (self.value, self.person, self.relation) = (name, nil, value == nil ? nil : relation)
        } else {
            let death = slot.name == "person_death" ? language.death : nil
            guard let value = death ?? value else { throw Fault(.value, .missing) }
            if slot.isOfPerson, person == nil { throw Fault(.person, .missing) }
            (self.value, self.person, self.relation) = (value, slot.isOfPerson ? person : nil, nil)
        }
        (since, until) = (try date(.since, draft.since), try date(.until, draft.until))
        if let since, let until {
            let shared = min(since.count, until.count)
            guard since.prefix(shared) <= until.prefix(shared) else { throw Fault(.until, .order) }
        }
        (today, self.zone) = (JournalDay(now, in: zone), zone)
    }

    /// As `Fact.time` has it.
    var time: String? {
        switch (since, until) {
        case (let since?, let until?): "\(since)/\(until)"
        case (let since?, nil): slot.dates == .moment ? since : "\(since)/.."
        case (nil, let until?): "../\(until)"
        case (nil, nil): nil
        }
    }

    /// When it ended; `nil` for what holds, and for what ends later.
    var end: Date? {
        guard slot.dates == .span, let until, let day = JournalDay(lastOf: until), day <= today else { return nil }
        return day.date(at: nil, in: zone)
    }

    func line(_ language: MemoryLanguage) -> String {
        slot.line(value, of: person.map { $0.prefix(1).uppercased() + $0.dropFirst() }, language)
    }
}

extension JournalDay {
    /// The last day of an ISO year, month or day.
    public init?(lastOf part: some StringProtocol) {
        switch part.utf8.count {
        case 4: self.init("\(part)-12-31")
        case 7:
            guard let first = JournalDay("\(part)-01") else { return nil }
            self = first.nextMonth.adding(-1)
        default: self.init(part)
        }
    }
}

extension FactTime {
    /// Reads a field of a form: "2019", "2019-05", "5 May 2019", "last spring", « mars 2020 ».
    /// - Parameters:
    ///   - isFirst: whether the beginning of a longer time is meant, and not its end.
    ///   - isAhead: whether "March" is the next one, and not the last.
    /// - Returns: an ISO year, month or day of the years 1900 to 2199; `nil` for anything else, and for a text with a
    ///   year that would be lost.
    func end(_ text: String, isFirst: Bool, isAhead: Bool) -> String? {
        guard let end = read(text, isFirst: isFirst, isAhead: isAhead), let day = JournalDay(lastOf: end),
            (1900...2199).contains(day.year)
        else { return nil }
        let years = text.split { !$0.isASCII || !$0.isNumber }.map(String.init).filter { $0.count >= 4 }
        return years.allSatisfy { end.hasPrefix($0) } ? end : nil
    }

    private func read(_ text: String, isFirst: Bool, isAhead: Bool) -> String? {
        if text.utf8.count <= 10, text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }) { return text }
        for beginning in ["", "in ", "en "] {
            let characters = Array(beginning + text.lowercased())
            let words = WordReader.words(in: characters, 0..<characters.count)
            guard let time = find(in: words, tense: isAhead ? .future : .past) else { continue }
            let ends = time.split(separator: "/").map(String.init).filter { $0 != ".." }
            return isFirst ? ends.first : ends.last
        }
        return nil
    }
}

extension MemoryLanguage {
    /// The word of the line that says that somebody has died.
    fileprivate var death: String {
        switch self {
        case .english: "died"
        case .french: "décès"
        }
    }
}

extension Fact {
    /// A fact that the user has written, which is evidence of itself.
    public init(_ entry: FactEntry, _ language: MemoryLanguage, at date: Date) {
        let line = entry.line(language)
        self.init(
            id: "you-\(UUID().uuidString)", statement: line, subject: "user", kind: entry.slot.kind,
            isNegative: false, time: nil, confidence: 1, validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [.byHand(line, at: date)])
        take(entry, line)
    }

    /// Takes what the user has written in its place, as evidence of its own.
    mutating func say(_ entry: FactEntry, _ language: MemoryLanguage, at date: Date) {
        let line = entry.line(language)
        let isSame = statement == line && evidence.contains(where: \.isOwn)
        take(entry, line)
        if !isSame { evidence.append(.byHand(line, at: date)) }
    }

    private mutating func take(_ entry: FactEntry, _ line: String) {
        statement = line
        (subject, kind, isNegative, confidence) = (entry.person ?? "user", entry.slot.kind, false, 1)
        takeTimes(entry)
        alsoSaid = nil
        slot = SlotValue(name: entry.slot.name, value: entry.value, relation: entry.relation)
    }

    /// Takes times that were changed. What the form did not show, or showed and got back, stays: a corrected name does
    /// not hold again.
    private mutating func takeTimes(_ entry: FactEntry) {
        let shown = times(in: entry.zone)
        switch entry.slot.dates {
        case .none: break
        case .moment: if entry.since != shown.since { time = entry.time }
        case .span:
            let isSame = entry.since == shown.since && entry.until == shown.until
            if !isSame { time = entry.time }
            if !isSame || isCurrent { validUntil = entry.end }
            if isCurrent { supersededBy = nil }
        }
    }

    /// Since when and until when, as a form shows it: each an ISO year, month or day.
    public func times(in zone: TimeZone) -> (since: String?, until: String?) {
        let ends = (time ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let told = { (end: String?) in end.flatMap { $0.isEmpty || $0 == ".." ? nil : $0 } }
        let until = told(ends.count == 2 ? ends[1] : nil)
        return (told(ends.first), until ?? validUntil.map { JournalDay($0, in: zone).description })
    }

    /// Whether the user has written it on the page You. No guess closes it or takes its place.
    public var isOwn: Bool { evidence.contains(where: \.isOwn) }

    /// Whether the user has written it, said it to be remembered, or confirmed it.
    public var isConfirmed: Bool { confidence >= 1 }

    /// As it reads in a language. What the user has put in other words than its slot has reads as they have put it.
    public func line(in language: MemoryLanguage) -> String {
        guard let slot, let known = FactSlot.named(slot.name) else { return statement }
        let person = subject == "user" ? nil : subject.prefix(1).uppercased() + subject.dropFirst()
        let lines = MemoryLanguage.allCases.map { known.line(slot.value, of: person, $0) }
        return lines.contains(statement) ? known.line(slot.value, of: person, language) : statement
    }
}

extension FactEvidence {
    /// Whether it stays when conversations are deleted.
    var outlivesChats: Bool { isOwn || session == Self.keptSession }

    static func byHand(_ statement: String, at date: Date) -> FactEvidence {
        FactEvidence(utterance: "you-\(UUID().uuidString)", session: ownSession, quote: statement, date: date)
    }
}
