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
}
