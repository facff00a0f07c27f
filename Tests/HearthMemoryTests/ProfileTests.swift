// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@testable import HearthMemory

@Suite struct ProfileTests {
    private func fact(
        _ id: String, _ statement: String, _ kind: Fact.Kind = .preferences, subject: String = "user"
    ) -> Fact {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        return Fact(
            id: id, statement: statement, subject: subject, kind: kind, isNegative: false, time: nil, confidence: 1,
            validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "\(id)-m", session: "s", quote: statement, date: date)])
    }

    private func sections(_ facts: [Fact]) -> [ProfileLine.Section?] { facts.map(ProfileSection.of) }

    @Test func `facts go to the part of the portrait that they are about`() {
        let facts = [
            fact("a", "Being on time matters to me", .feelings), fact("b", "I want to see Iceland", .plans),
            fact("c", "I swim every morning"), fact("d", "J'adore jardiner"), fact("e", "I hate coriander"),
            fact("f", "My flatmate Jun", .people), fact("g", "I live in Gdynia", .places),
            fact("h", "Je suis infirmière", .work), fact("i", "I'm allergic to walnuts", .health),
            fact("j", "I called the plumber", .events), fact("k", "Je tiens à mes amis", .feelings),
            fact("l", "is a nurse", .people, subject: "sister"),
        ]
        #expect(
            sections(facts) == [
                .values, .goals, .habits, .interests, .preferences, .people, .places, .work, .health, nil, .values,
                .people,
            ])
    }

    @Test func `names are those that people go by`() {
        #expect(fact("a", "My flatmate Jun", .people).person == "Jun")
        #expect(fact("a", "ma marraine, Marie-Claude Durand", .people).person == "Marie-Claude Durand")
        #expect(fact("a", "my sister is a nurse", .people, subject: "sister").person == "Sister")
        #expect(fact("a", "I have a sister", .people).person == nil)
        #expect(fact("a", "my sister Anna lives in Lyon & likes tea", .people).person == "Anna")
        #expect(fact("a", "ma sœur Anne Roy habite à Aix-en-Provence", .people).person == "Anne Roy")
        #expect(fact("a", "my cousin is from New York", .people).person == nil)
        #expect(fact("a", "a gift from Anna", .people).person == "Anna")
        #expect(fact("a", "I sing", .preferences).person == nil)
        #expect(FactPerson.names("elodie", in: "Chez Élodie, hier") && !FactPerson.names("Elo", in: "Élodie"))
        #expect(!FactPerson.names(" ", in: "a b") && FactPerson.names("Ann Lee", in: "with ann  LEE."))
    }

    @Test func `facts about one thing, and about one person, share a line`() {
        let facts = [
            fact("a", "I play the violin in an orchestra"), fact("b", "I play the violin badly"),
            fact("c", "I play chess"), fact("d", "My aunt Élodie", .people),
            fact("e", "Élodie is a judge", .people, subject: "Elodie"),
        ]
        let lines = Profile.lines(of: facts, before: [])
        #expect(lines.map(\.facts) == [["a", "b"], ["c"], ["d", "e"]])
        #expect(lines.map(\.text) == ["I play the violin badly", "I play chess", "My aunt Élodie"])
    }

    @Test func `what the user decided stays while the facts are known`() {
        let facts = [fact("a", "I play chess"), fact("b", "I play the flute")]
        var before = Profile.lines(of: facts, before: [])
        (before[0].text, before[0].isEdited, before[1].isPinned) = ("Chess", true, true)
        #expect(Profile.lines(of: facts, before: before) == before)
        let more = Profile.lines(of: facts + [fact("c", "I read Proust")], before: before)
        #expect(Array(more.prefix(2)) == before && more.count == 3)
        #expect(Profile.lines(of: [facts[1]], before: before) == [before[1]])
        var hidden = facts[1]
        hidden.isHidden = true
        #expect(Profile.lines(of: [facts[0], hidden], before: before) == [before[0]])
    }

    @Test func `making the lines again changes nothing, whatever the order of steps`() {
        let facts = (0..<40).map {
            fact("f\($0)", "I \(["play", "cook", "read"][$0 % 3]) thing\($0 % 7) often number\($0 % 5)")
        }
        var lines: [ProfileLine] = []
        for count in 0...facts.count { lines = Profile.lines(of: Array(facts.prefix(count)), before: lines) }
        #expect(Set(lines.flatMap(\.facts)) == Set(facts.map(\.id)) && lines.flatMap(\.facts).count == facts.count)
        #expect(Profile.lines(of: facts, before: lines) == lines)
        for line in lines { #expect(facts.contains { $0.statement == line.text && line.facts.contains($0.id) }) }
    }

    // MARK: Files

    private func file() -> MemoryFile {
        var closed = fact("a", "I live in Oslo", .places)
        (closed.validUntil, closed.supersededBy, closed.time) = (closed.validFrom + 9, "b", "2019/..")
        var pinned = fact("b", "I live in Bergen \"now\"", .places)
        (pinned.isPinned, pinned.isHidden) = (true, true)
        return MemoryFile(
            facts: KeptFacts(facts: [closed, pinned], queued: [fact("c", "J’ai un canoë")]),
            lines: [ProfileLine(id: "b", section: .places, text: "Bergen", facts: ["b", "a"], isEdited: true)])
    }

    @Test func `a file is read as it was written`() throws {
        #expect(try MemoryFile(JSON(parsing: file().json.text)) == file())
    }

    @Test(arguments: [
        (#""hearth-memory""#, #""other""#, "format"), (#""version":1"#, #""version":2"#, "version"),
        (#""kind":"places""#, #""kind":"spices""#, "facts[0].kind"),
        (#""confidence":1"#, #""confidence":7"#, "facts[0].confidence"),
        (#""id":"c""#, #""id":"a""#, "facts[2].id"), (#""id":"c""#, #""id":"../c""#, "facts[2].id"),
        (#""quote":"I live in Oslo""#, #""quote":"Another thing""#, "facts[0].value"),
        (#""quote":"I live in Oslo""#, #""quote":" ""#, "evidence[0].quote"),
        (#""facts":["b","a"]"#, #""facts":[]"#, "profile[0].facts"),
        (#""facts":["b","a"]"#, #""facts":["z"]"#, "profile[0].facts"),
        (#""polarity":"positive""#, #""polarity":"maybe""#, "facts[0].polarity"),
        (#""valid_from":""#, #""valid_from":"x"#, "facts[0].valid_from"),
    ])
    func `a file that is not right is refused by what and where`(was: String, now: String, place: String) throws {
        let text = file().json.text
        let range = try #require(text.range(of: was), "\(text)")
        let json = try JSON(parsing: text.replacingCharacters(in: range, with: now))
        let error = #expect(throws: MemoryFileError.self) { try MemoryFile(json) }
        #expect(error?.description.contains(place) == true, "\(String(describing: error))")
    }

    @Test func `a fact without evidence is refused`() throws {
        guard case .object(var object) = file().json, var facts = object["facts"]?.array,
            case .object(var first) = facts[0]
        else {
            Issue.record("no object")
            return
        }
        first["evidence"] = .array([])
        facts[0] = .object(first)
        object["facts"] = .array(facts)
        let error = #expect(throws: MemoryFileError.self) { try MemoryFile(.object(object)) }
        #expect(error?.description.contains("facts[0].evidence: is empty") == true)
        for nothing: JSON in [
            [], "x", ["format": "hearth-memory"], ["format": "hearth-memory", "version": 1, "facts": 3],
        ] {
            #expect(throws: MemoryFileError.self) { try MemoryFile(nothing) }
        }
    }
}
