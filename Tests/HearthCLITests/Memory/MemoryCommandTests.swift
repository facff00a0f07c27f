// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthMemory
import HearthStore
import Testing

@Suite struct MemoryCommandTests {
    /// Two sessions. The first question has all its evidence within one turn found, the second half of it.
    private static let labelled = """
        {"turns":[
        {"id":"D1:1","speaker":"Ann","date":"9:05 am on 3 March, 2024","text":"The ferry to Skye was late.","image_caption":null},
        {"id":"D2:1","speaker":"Ann","date":"12:30 pm on 4 April, 2024","text":"We bought a telescope.","image_caption":"a red kite"},
        {"id":"D3:1","speaker":"Ann","date":"12:00 am on 5 May, 2024","text":"Snow on the pass.","image_caption":null}],
        "questions":[{"question":"Which ferry was late?","evidence":["D1:1"]},
        {"question":"Who saw the kite?","evidence":["D2:1","D3:1"]}]}
        """

    private func evaluate(_ text: String, _ arguments: String...) throws -> ProgramResult {
        let file = FileManager.default.temporaryDirectory.appending(path: "labelled-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try runHearth(["memory", "eval", file.path, "--keywords"] + arguments)
    }

    @Test func `care answers each line with what its writer would be shown`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "care-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = #"""
            {"text":"I want to kill myself"}

            {"text":"The soup needs more salt."}
            {"text":"jveux plus vivre","id":7}
            """#
        try Data(lines.utf8).write(to: file)
        let result = try runHearth(["memory", "care", file.path])
        #expect(result.status == 0, "\(result.errors)")
        let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0))["care"]?.string }
        #expect(answers == ["card", "none", "card"])
        try Data("{\"text\":\"a\"}\n{}\n".utf8).write(to: file)
        let refused = try runHearth(["memory", "care", file.path])
        #expect(refused.status != 0 && refused.errors.contains("line 2"))
    }

    @Test func `the measure is the mean share of the evidence found`() throws {
        let result = try evaluate(Self.labelled, "--limit", "1,3", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSON(parsing: result.output)
        #expect(json["questions"] == .integer(2))
        #expect(json["recall"]?["1"]?.double == 0.75)
        #expect(json["recall"]?["3"]?.double == 1)
        #expect(json["session_recall"]?["10"]?.double == 1)
    }

    @Test(arguments: [
        ("{", "not JSON"), ("{}", "turns"), (#"{"turns":[{}],"questions":[]}"#, "turns[0]"),
        (#"{"turns":[{"id":"1","speaker":"a","date":"noon","text":"x"}],"questions":[]}"#, "noon"),
        (
            #"{"turns":[{"id":"1","speaker":"a","date":"1:00 am on 31 February, 2024","text":"x"}],"questions":[]}"#,
            "31 February"
        ),
        (#"{"turns":[],"questions":[{"question":"x","evidence":["D9:9"]}]}"#, "questions[0]"),
        (#"{"turns":[],"questions":[{"question":"x","evidence":[]}]}"#, "questions[0]"),
    ])
    func `a file that is not right is refused in one line`(text: String, sentence: String) throws {
        let result = try evaluate(text, "--json")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(sentence), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `a file that is not there is named in one line`() throws {
        let result = try runHearth(["memory", "extract", "/nowhere/messages.jsonl"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("Error: /nowhere/messages.jsonl: "), "\(result.errors)")
        #expect(!result.errors.contains("Domain") && result.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["0", "5,", "x", "-1", "", "2000"])
    func `limits are numbers`(limit: String) throws {
        #expect(try evaluate(Self.labelled, "--limit=\(limit)").status == 64)
    }

    @Test func `what is in the memory is searched`() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let arguments = ["memory", "search", "Who sails?", "--keywords"]
        let none = try runHearth(arguments, environment: ["HEARTH_HOME": home.path])
        #expect(none.status == 1 && none.errors.contains("HEARTH_HOME"))
        guard case .ready(let store) = Store.open(in: home) else {
            Issue.record("no store")
            return
        }
        let day = try #require(JournalDay("2026-11-21"))
        for (id, text) in [("e", "Ada sailed\u{1B}[2J to Skye."), ("f", "Bread.")] {
            try await store.save(JournalEntry(id: id, day: day, text: text, createdAt: .now, language: "en"))
        }
        try await store.add([
            PassageDraft(
                kind: .entry, source: "e", thread: "journal", speaker: "user", date: .now,
                text: "Ada sailed\u{1B}[2J to Skye."),
            PassageDraft(kind: .entry, source: "f", thread: "other", speaker: "user", date: .now, text: "Bread."),
        ])
        try store.close()
        let found = try runHearth(arguments + ["--json"], environment: ["HEARTH_HOME": home.path])
        let list = try JSON(parsing: found.output)["found"]?.array
        #expect(list?.count == 1)
        #expect(list?.first?["source"] == "e")
        let people = try runHearth(arguments, environment: ["HEARTH_HOME": home.path])
        #expect(people.output.contains("Ada sailed") && !people.output.contains("\u{1B}[2J"))
    }

    // MARK: Taking along and forgetting

    private func fact(_ id: String, _ statement: String, at date: Date, in session: String = "s") -> Fact {
        Fact(
            id: id, statement: statement, subject: "user", kind: .preferences, isNegative: false, time: nil,
            confidence: 1, validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "\(id)-m", session: session, quote: statement, date: date)])
    }

    private func withHome(
        _ facts: [Fact], _ body: (_ run: ([String]) throws -> ProgramResult, URL) async throws -> Void
    )
        async throws
    {
        let home = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        guard case .ready(let store) = Store.open(in: home) else {
            Issue.record("no store")
            return
        }
        var changes = FactChanges()
        changes.facts = facts
        try await store.keep(changes)
        try await Profile(store: store).rebuild()
        try store.close()
        try await body({ try runHearth(["memory"] + $0, environment: ["HEARTH_HOME": home.path, "TZ": "UTC"]) }, home)
    }

    private func statements(_ run: ([String]) throws -> ProgramResult) throws -> [String] {
        let list = try JSON(parsing: run(["list", "--json"]).output)["facts"]?.array ?? []
        return list.compactMap { $0["value"]?.string }
    }

    private static let day = Date(timeIntervalSince1970: 1_795_282_920)

    @Test func `what is forgotten is asked for first, unless it is one fact`() async throws {
        let facts = [
            fact("a", "I sing alto", at: Self.day), fact("b", "My aunt Élodie sails", at: Self.day, in: "t"),
            fact("c", "I row", at: Self.day + 86_400, in: "t"), fact("d", "I knit", at: Self.day + 2 * 86_400, in: "u"),
            fact("e", "I bake", at: Self.day + 2 * 86_400, in: "v"),
        ]
        try await withHome(facts) { run, _ in
            for wrong in [[], ["a", "--everything"], ["--day", "2026-13-01"], ["--day", "x"], ["--person", " "]] {
                #expect(try run(["forget"] + wrong).status == 64)
            }
            #expect(try run(["forget", "none"]).errors == "Error: there is no fact none; see hearth memory list\n")
            let asked = try run(["forget", "--person", "elodie"])
            #expect(asked.status == 1 && asked.errors.contains("1 fact, 1 quotation, 1 line of the portrait"))
            #expect(try statements(run).count == 5)
            for (arguments, left) in [
                (["a"], 4), (["--person", "elodie", "--yes"], 3), (["--day", "2026-11-22", "--yes"], 2),
                (["--chat", "u", "-y"], 1), (["--everything", "--yes"], 0),
            ] {
                let result = try run(["forget"] + arguments)
                #expect(result.status == 0 && result.output.hasPrefix("forgotten: 1 fact"), "\(result.errors)")
                #expect(try statements(run).count == left)
            }
        }
    }

    /// 17:42 of the 21st in Greenwich is the 22nd in Auckland.
    @Test func `days are those where the machine is`() async throws {
        try await withHome([fact("a", "I sing alto", at: Self.day)]) { run, home in
            #expect(try run(["list"]).output.hasPrefix("2026-11-21  I sing alto"))
            let elsewhere = try runHearth(
                ["memory", "list"], environment: ["HEARTH_HOME": home.path, "TZ": "Pacific/Auckland"])
            #expect(elsewhere.output.hasPrefix("2026-11-22  I sing alto"))
        }
    }

    @Test func `what is exported is imported elsewhere, all of it or nothing`() async throws {
        let facts = [fact("a", "I sing alto", at: Self.day), fact("b", "I\u{1B}[2J row", at: Self.day)]
        try await withHome(facts) { run, home in
            let file = home.appending(path: "memory.json")
            #expect(try run(["export", file.path]).output.contains("2 facts, 0 to confirm, 2 lines"))
            #expect(try run(["export", file.path]).status != 0, "nothing is written over")
            #expect(try JSON(parsing: run(["export"]).output) == JSON(parsing: [UInt8](Data(contentsOf: file))))
            let text = try String(contentsOf: file, encoding: .utf8)
            try await withHome([facts[0]]) { run, _ in
                let asked = try run(["import", file.path])
                #expect(asked.output.contains("1 fact, 0 to confirm and 1 line would be added; 1 fact is known"))
                #expect(try statements(run).count == 1)
                let broken = file.appendingPathExtension("broken")
                let without = text.replacing("\"evidence\":[{", with: "\"evidence\":[],\"more\":[{")
                for (wrong, words) in [(without, "facts[0].evidence"), ("{", "not JSON"), ("[]", "format")] {
                    try Data(wrong.utf8).write(to: broken)
                    let result = try run(["import", broken.path, "--yes"])
                    #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
                    #expect(try statements(run).count == 1)
                }
                #expect(try run(["import", file.path, "--yes", "--json"]).output.contains("\"added\":true"))
                #expect(try statements(run).count == 2)
                // What was forgotten comes back when the user brings it back.
                _ = try run(["forget", "--everything", "--yes"])
                #expect(try run(["import", file.path, "--yes"]).output.contains("2 facts"))
                #expect(try statements(run).count == 2)
                #expect(try run(["search", "Who sings alto?", "--keywords"]).output.contains("I sing alto"))
            }
        }
    }
}
