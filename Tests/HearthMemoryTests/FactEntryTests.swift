// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@testable import HearthMemory

/// Facts that users write by hand, in slots.
@Suite struct FactEntryTests {
    /// Saturday, 21 November 2026.
    private let now = Date(timeIntervalSince1970: 1_795_282_920)
    private let store = ListedFacts()

    private func entry(
        _ slot: String, _ value: String = "", person: String = "", relation: String = "", since: String = "",
        until: String = "", _ language: MemoryLanguage = .english
    ) throws -> FactEntry {
        var draft = FactEntry.Draft()
        (draft.value, draft.person, draft.relation) = (value, person, relation)
        (draft.since, draft.until) = (since, until)
        return try FactEntry(try #require(FactSlot.named(slot)), draft, now: now, language, in: .gmt)
    }

    private func fact(_ entry: FactEntry, _ language: MemoryLanguage = .english) -> Fact {
        Fact(entry, language, at: now)
    }

    private func fault(_ entry: () throws -> FactEntry) -> FactEntry.Fault? {
        do { _ = try entry() } catch { return error as? FactEntry.Fault }
        return nil
    }

    @Test func `what is written reads as its slot reads, in the language of the page`() throws {
        let home = fact(try entry("home", "  Gdynia\n "))
        #expect(home.statement == "Lives in: Gdynia" && home.line(in: .french) == "Habite à\u{202F}: Gdynia")
        #expect(home.isOwn && home.isConfirmed && home.kind == .places)
        #expect(home.evidence.map(\.quote) == ["Lives in: Gdynia"])
        let job = fact(try entry("person_work", "nurse", person: "ana", .french), .french)
        #expect(job.statement == "Ana, travail\u{202F}: nurse" && job.subject == "ana")
        #expect(job.line(in: .english) == "Ana, work: nurse")
        let sister = fact(try entry("sibling", "Ana", relation: "sister"))
        #expect(sister.slot == SlotValue(name: "sibling", value: "Ana", relation: "sister"))
        let unnamed = fact(try entry("sibling", relation: "sister"))
        #expect(unnamed.slot == SlotValue(name: "sibling", value: "sister"))
        for language in MemoryLanguage.allCases {
            let death = fact(try entry("person_death", person: "Ana", since: "2019", language), language)
            #expect(death.time == "2019" && death.isCurrent)
            #expect(FactEvidence.stands(try #require(death.slot?.value), in: death.evidence[0].quote))
        }
    }

    @Test func `words of the user's own do not become a frame`() throws {
        var fact = fact(try entry("group", "a choir"))
        fact.statement = "I sing in a choir"
        #expect(fact.line(in: .french) == "I sing in a choir")
    }

    @Test(arguments: [
        ("2019", "2019"), ("2019-05", "2019-05"), ("2019-05-04", "2019-05-04"), ("in 2019", "2019"),
        ("May 2019", "2019-05"), ("mai 2019", "2019-05"), ("5 May 2019", "2019-05-05"),
        ("yesterday", "2026-11-20"), ("last year", "2025"), ("three years ago", "2023"),
        ("since March 2020", "2020-03"), ("last summer", "2026-06"),
    ])
    func `dates are read as they are written`(text: String, time: String) throws {
        #expect(try entry("home", "Gdynia", since: text).since == time)
    }

    @Test(arguments: ["soon", "2019-13", "2019-02-30", "1066", "99999999", "--------", "0", "2019-5", "٢٠١٩"])
    func `what is no date is refused`(text: String) {
        #expect(fault { try entry("home", "Gdynia", since: text) } == .init(.since, .date), "\(text)")
    }

    @Test(arguments: ["5 May 1850", "in March 1899", "in 2200", "from 2015 to 2019", "May 20199"])
    func `a year is not lost`(text: String) {
        for slot in ["home", "plan"] {
            #expect(fault { try entry(slot, "Gdynia", since: text) } == .init(.since, .date), "\(text)")
        }
    }

    @Test func `what is planned, and an end, lie ahead`() throws {
        #expect(try entry("appointment", "dentist", since: "March").since == "2027-03")
        #expect(try entry("goal", "run", since: "5 May").since == "2027-05-05")
        #expect(try entry("milestone", "exam", since: "March").since == "2026-03")
        #expect(try entry("employer", "Tesco", since: "March", until: "May").time == "2026-03/2027-05")
    }

    @Test func `a letter has no end of code points, and a sister no owner`() throws {
        let long = "a" + String(repeating: "\u{301}", count: 5_000)
        #expect(fault { try entry("home", long) } == .init(.value, .long))
        #expect(try entry("sibling", "Ana", relation: "My sister").relation == "sister")
        #expect(try entry("sibling", "Ana", relation: "Notre").relation == "Notre")
    }

    @Test func `each field has its bounds`() {
        #expect(fault { try entry("home") } == .init(.value, .missing))
        #expect(fault { try entry("home", " \n\t") } == .init(.value, .missing))
        #expect(fault { try entry("sibling") } == .init(.value, .missing))
        #expect(fault { try entry("person_home", "Leeds") } == .init(.person, .missing))
        for field in [FactEntry.Field.value, .person, .relation, .since, .until] {
            let (fits, long) = (FactEntry.longest(field), FactEntry.longest(field) + 1)
            let text = { (count: Int) in String(repeating: "x", count: count) }
            func entry(_ count: Int) throws -> FactEntry {
                switch field {
                case .value: try self.entry("home", text(count))
                case .person: try self.entry("person_home", "Leeds", person: text(count))
                case .relation: try self.entry("sibling", "Ana", relation: text(count))
                case .since: try self.entry("home", "Leeds", since: text(count))
                case .until: try self.entry("home", "Leeds", until: text(count))
                }
            }
            #expect(fault { try entry(long) } == .init(field, .long))
            #expect(fault { try entry(fits) }?.reason != .long)
        }
        #expect(fault { try entry("home", "A", since: "2019", until: "2018-12") } == .init(.until, .order))
        #expect(fault { try entry("home", "A", since: "2019-05", until: "2019") } == nil)
    }

    @Test func `what is over is history, and what ends later holds`() throws {
        let past = fact(try entry("employer", "Tesco", since: "2015", until: "2019"))
        #expect(past.time == "2015/2019" && !past.isCurrent)
        #expect(past.validUntil.map { JournalDay($0, in: .gmt).description } == "2019-12-31")
        let future = fact(try entry("employer", "Tesco", until: "2027-03"))
        #expect(future.time == "../2027-03" && future.isCurrent)
        #expect(!fact(try entry("employer", "Tesco", until: "today")).isCurrent)
        // A plan takes place once, whatever else was typed.
        #expect(fact(try entry("plan", "Iceland", since: "2027-06", until: "2028")).time == "2027-06")
    }

    @Test(arguments: [
        ("2025/2026-10", Fact.Kind.work, true), ("../2026-11-20", .work, true), ("../2026-11-21", .work, false),
        ("../2026-11", .work, false), ("2020/..", .work, false), ("2026-11-20", .plans, true),
        ("2026-11-20", .health, false), ("2026-11-01/2026-11-05", .events, false), ("x/y", .work, false),
        ("", .plans, false), ("/", .work, false),
    ])
    func `what may be over is known by its time`(time: String, kind: Fact.Kind, mayHaveEnded: Bool) throws {
        var fact = fact(try entry("employer", "Tesco"))
        (fact.time, fact.kind) = (time, kind)
        #expect(fact.mayHaveEnded(by: now, in: .gmt) == mayHaveEnded)
        fact.validUntil = now
        #expect(!fact.mayHaveEnded(by: now, in: .gmt))
    }

    // MARK: Guesses

    private func guess(
        _ slot: String, _ value: String, after days: Double = 1, ended: Bool = false, negative: Bool = false
    ) throws -> Fact {
        let date = now + days * 86_400
        var fact = Fact(
            id: "\(slot)-\(value)-\(days)", statement: try #require(FactSlot.named(slot)).line(value, .english),
            subject: "user", kind: .places, isNegative: negative, time: nil, confidence: 0.95, validFrom: date,
            validUntil: ended ? date : nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "m\(value)\(days)", session: "s", quote: value, date: date)])
        fact.slot = SlotValue(name: slot, value: value)
        return fact
    }

    private func learn(_ fact: Fact, isEnding: Bool = false) async throws {
        var found = FactExtraction()
        found.stored = [fact]
        if isEnding { found.endings = [fact.id] }
        try await FactLearning(store: store).learn(found)
    }

    private func write(_ entry: FactEntry) async throws {
        store.keep(try await FactLearning(store: store).changes(adding: [fact(entry)]))
    }

    private var current: [String] { store.facts(history: false).map(\.statement).sorted() }

    @Test func `a guess that says otherwise waits, and does not touch what was written by hand`() async throws {
        try await write(entry("home", "Gdynia"))
        try await write(entry("partner", "Deniz"))
        try await learn(guess("home", "Turku"))
        try await learn(guess("home", "Oslo", after: -20))
        try await learn(guess("home", "Gdynia", after: 3, ended: true), isEnding: true)
        try await learn(guess("partner", "broke up", ended: true), isEnding: true)
        try await learn(guess("home", "Gdynia", after: 4, negative: true))
        #expect(current == ["Lives in: Gdynia", "Partner: Deniz"])
        #expect(store.queuedFacts().count == 5, "\(store.queuedFacts().map(\.id))")
        #expect(store.facts(history: true).allSatisfy { $0.isCurrent })
        // Who confirms it knows better.
        try await FactLearning(store: store).confirm("home-Turku-1.0")
        #expect(current == ["Lives in: Turku", "Partner: Deniz"])
    }

    @Test func `an uncertain ending waits, too, and a repetition is one more quotation`() async throws {
        try await write(entry("diet", "vegan"))
        var found = FactExtraction()
        found.queued = [try guess("diet", "vegan", ended: true)]
        found.endings = Set(found.queued.map(\.id))
        try await FactLearning(store: store).learn(found)
        #expect(current == ["Diet: vegan"] && store.queuedFacts().count == 1)
        try await learn(guess("diet", "Vegan", after: 2))
        #expect(store.facts(history: true).map(\.evidence.count) == [2])
    }

    @Test func `what is written by hand closes a guess`() async throws {
        try await learn(guess("home", "Turku", after: -1))
        try await write(entry("home", "Gdynia"))
        #expect(current == ["Lives in: Gdynia"] && store.facts(history: true).count == 2)
    }

    // MARK: People

    private func people(_ facts: [Fact]) -> [[String]] {
        Profile.lines(of: facts, before: []).filter { $0.section == .people }.map(\.facts)
    }

    private func named(_ id: String, _ fact: Fact) -> Fact {
        var copy = Fact(
            id: id, statement: fact.statement, subject: fact.subject, kind: fact.kind, isNegative: false,
            time: fact.time, confidence: 1, validFrom: now, validUntil: nil, supersededBy: nil, evidence: fact.evidence)
        copy.slot = fact.slot
        return copy
    }

    @Test func `several names of one person are one card`() throws {
        let facts = [
            named("a", fact(try entry("sibling", "Ana", relation: "sister"))),
            named("b", fact(try entry("person_home", "Leeds", person: "my sister"))),
            named("c", fact(try entry("person_work", "nurse", person: "Ana"))),
            named("d", fact(try entry("sibling", "Ana Silva"))),
            named("e", fact(try entry("sibling", relation: "sister"))),
            named("f", fact(try entry("friend", "Jan"))),
        ]
        #expect(people(facts) == [["a", "b", "c", "d", "e"], ["f"]])
        let person = KnownPerson(Array(facts.prefix(5)))
        #expect(person.name == "Ana Silva" && person.otherNames == ["Ana"] && person.relation == "sister")
        #expect(person.facts.map(\.id) == ["b", "c"])
    }

    @Test func `of two sisters neither is guessed, and nobody without a name is lost`() throws {
        let facts = [
            named("a", fact(try entry("sibling", "Ana", relation: "sister"))),
            named("b", fact(try entry("sibling", "Eva", relation: "sister"))),
            named("c", fact(try entry("person_home", "Leeds", person: "sister"))),
            named("d", fact(try entry("person_death", person: "grandmother", since: "2019"))),
        ]
        #expect(people(facts) == [["a"], ["b"], ["c"], ["d"]])
        let nobody = KnownPerson([facts[2]])
        #expect(nobody.name == nil && nobody.relation == "sister" && nobody.subject == "sister")
        #expect(KnownPerson([facts[3]]).death?.time == "2019")
    }

    @Test func `two lines become one when a name is known, with what was decided of either`() throws {
        let (home, sister) = (
            named("a", fact(try entry("person_home", "Leeds", person: "sister"))),
            named("b", fact(try entry("sibling", "Ana")))
        )
        var before = Profile.lines(of: [home, sister], before: [])
        #expect(before.count == 2)
        (before[1].isPinned, before[1].isEdited, before[1].text) = (true, true, "Ana, who rows")
        let told = named("c", fact(try entry("sibling", "Ana", relation: "sister")))
        let lines = Profile.lines(of: [home, sister, told], before: before)
        #expect(lines.map(\.facts) == [["a", "b", "c"]] && lines[0].isPinned && lines[0].text == "Ana, who rows")
        #expect(Profile.lines(of: [home, sister, told], before: lines) == lines)
    }

    // MARK: History

    @Test func `what held once is told once, and not what holds again`() throws {
        func past(_ id: String, _ slot: String, _ value: String, until: String) throws -> Fact {
            var old = named(id, fact(try entry(slot, value, until: until)))
            old.validUntil = JournalDay(lastOf: until)?.date(at: nil, in: .gmt)
            return old
        }
        var hidden = try past("h", "employer", "Aldi", until: "2017")
        hidden.isHidden = true
        var ending = try past("e", "employer", "tesco", until: "2019")
        ending.time = nil
        let all = [
            try past("a", "employer", "Tesco", until: "2019"), try past("b", "employer", "Asda", until: "2022"),
            try past("c", "home", "Leeds", until: "2020"), named("d", fact(try entry("home", "Leeds"))), hidden, ending,
        ]
        let history = PastFacts(all)
        #expect(history[.work].map(\.id) == ["b", "a"])
        #expect(history[.places].isEmpty && history[.health].isEmpty)
    }

    // MARK: Sentences of older versions

    private func sentence(_ text: String, _ kind: Fact.Kind = .places, confidence: Double = 0.9) -> Fact {
        Fact(
            id: "old", statement: text, subject: "user", kind: kind, isNegative: false, time: nil,
            confidence: confidence, validFrom: now, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "m", session: "s", quote: text, date: now)])
    }

    @Test func `a sentence is read into its slot, with what was decided of it`() {
        var old = sentence("I live in Gdynia")
        (old.isPinned, old.isHidden) = (true, true)
        let filed = FactFiling(zone: .gmt).filed(old)
        #expect(filed.slot == SlotValue(name: "home", value: "Gdynia") && filed.statement == "Lives in: Gdynia")
        #expect(filed.isPinned && filed.isHidden && filed.alsoSaid == nil)
        #expect(filed.id == old.id && filed.evidence == old.evidence && filed.confidence == old.confidence)
    }

    @Test func `what fits no slot is for the user to decide, unless they have`() {
        let text = "the light over the harbour was strange"
        #expect(FactFiling(zone: .gmt).filed(sentence(text, .events)).alsoSaid == .undecided)
        #expect(FactFiling(zone: .gmt).filed(sentence(text, .events, confidence: 1)).alsoSaid == .kept)
        var pinned = sentence(text, .events)
        pinned.isPinned = true
        #expect(FactFiling(zone: .gmt).filed(pinned).alsoSaid == .kept)
        #expect(FactFiling(zone: .gmt).filed(pinned).statement == text)
    }

    @Test func `a file says of a sentence how it stands`() throws {
        var fact = sentence("The harbour")
        for said in [nil] + AlsoSaid.allCases {
            fact.alsoSaid = said
            let file = MemoryFile(facts: KeptFacts(facts: [fact]), lines: [])
            #expect(try MemoryFile(JSON(parsing: file.json.text)) == file)
        }
        let text = MemoryFile(facts: KeptFacts(facts: [fact]), lines: []).json.text.replacing(#""kept""#, with: #""x""#)
        let error = #expect(throws: MemoryFileError.self) { try MemoryFile(JSON(parsing: text)) }
        #expect(error?.place == "facts[0].also_said")
    }

    @Test func `lines follow facts that were read into slots`() throws {
        let facts = [sentence("I play the violin", .preferences), sentence("I play the violin badly", .preferences)]
        let two = [named("a", facts[0]), named("b", facts[1])]
        var before = Profile.lines(of: two, before: [])
        #expect(before.map(\.facts) == [["a", "b"]])
        before[0].isHidden = true
        var filed = two
        filed[0].slot = SlotValue(name: "instrument", value: "violin")
        filed[1].alsoSaid = .undecided
        let lines = Profile.lines(of: filed, before: before)
        #expect(lines.map(\.section) == [.interests, .said] && lines.allSatisfy { $0.isHidden })
        (before[0].isEdited, before[0].text) = (true, "My violin")
        #expect(Profile.lines(of: filed, before: before) == before)
    }
}
