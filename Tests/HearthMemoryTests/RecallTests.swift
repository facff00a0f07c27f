// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization
import Testing

@testable import HearthMemory

private let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
private let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
}()

private func question(_ text: String, day: Double = 330, asker: String? = nil) -> MemoryQuestion {
    MemoryQuestion(text, now: start + day * 86_400, calendar: utc, asker: asker)
}

private func utterance(
    _ id: String, _ text: String, in session: String = "s", day: Double = 0, speaker: Utterance.Speaker = .user,
    isPrivate: Bool = false
) -> Utterance {
    Utterance(id: id, session: session, speaker: speaker, text: text, date: start + day * 86_400, isPrivate: isPrivate)
}

@Suite struct RecallTests {
    private let index = ListIndex()
    private let recall: Recall

    init() { recall = Recall(index) }

    private func sources(_ text: String, limit: Int = 10, asker: String? = nil) async throws -> [String] {
        try await recall.search(question(text, asker: asker), limit: limit).filter(\.isRelated).map(\.passage.source)
    }

    @Test func `other forms of the same words are found`() async throws {
        try await recall.remember(
            [
                utterance("cat", "We adopted two cats from the shelter.", in: "a"),
                utterance("bus", "The bus was late again this morning.", in: "b"),
            ], as: .message)
        #expect(try await sources("Which cat did you adopt?").first == "cat")
        #expect(try await sources("buses being late").first == "bus")
    }

    @Test func `a turn is found by the words of the one before it`() async throws {
        try await recall.remember(
            [
                utterance("q", "What is the name of your sister's violin teacher?", in: "a", speaker: .assistant),
                utterance("a", "Mrs Haddad, from the conservatory.", in: "a"),
                utterance("x", "I had soup.", in: "b"), utterance("y", "It rained on the harbour.", in: "c"),
            ], as: .message)
        #expect(try await Set(sources("violin teacher", limit: 2)) == ["q", "a"])
    }

    @Test func `the time that a question names decides between the same words`() async throws {
        try await recall.remember(
            [
                utterance("march", "We went sailing with Tom.", in: "a", day: 70),
                utterance("july", "We went sailing with Ada.", in: "b", day: 190),
            ], as: .entry)
        #expect(try await sources("Who went sailing last spring?").first == "march")
        #expect(try await sources("Who went sailing in July?").first == "july")
    }

    @Test func `an event in the question is a date`() async throws {
        try await recall.remember(
            [
                utterance("old", "Slept badly, the street is loud.", in: "a", day: 10),
                utterance("move", "The move is done, all boxes are in the new flat.", in: "b", day: 100),
                utterance("new", "Slept badly, the street is quiet.", in: "c", day: 200),
            ], as: .entry)
        let before = try await sources("How did I sleep before the move?").filter { $0 != "move" }
        #expect(before == ["old", "new"])
        let after = try await sources("How did I sleep after the move?").filter { $0 != "move" }
        #expect(after == ["new", "old"])
    }

    @Test func `the speaker that a question means comes first`() async throws {
        try await recall.remember(
            [
                utterance("mine", "Chess is the hobby for rainy days.", in: "a"),
                utterance("theirs", "Chess is a hobby for rainy days, too.", in: "b", speaker: .assistant),
            ], as: .message)
        #expect(try await sources("What did I say of the chess hobby?", asker: "user").first == "mine")
        #expect(try await sources("What did the assistant say of the chess hobby?", asker: "user").first == "theirs")
    }

    @Test func `private utterances and tools never reach the index`() async throws {
        try await recall.remember(
            [
                utterance("p", "zanzibar", isPrivate: true), utterance("t", "zanzibar", speaker: .tool),
                utterance("u", "zanzibar"),
            ], as: .message)
        #expect(try await sources("zanzibar") == ["u"])
    }

    @Test func `what is removed, changed or hidden is not found`() async throws {
        try await recall.remember(
            [utterance("a", "old lighthouse", in: "x"), utterance("b", "tall lighthouse", in: "y")], as: .message)
        #expect(try await sources("lighthouse").count == 2)
        try await recall.forget(.message, sources: ["a"])
        #expect(try await sources("lighthouse") == ["b"])
        try await recall.remember([utterance("b", "a windmill", in: "y")], as: .message)
        #expect(try await sources("lighthouse") == [])
        #expect(try await recall.search(question("windmill"), limit: 5).map(\.passage.text) == ["a windmill"])
        index.hide(["y"])
        #expect(try await sources("windmill") == [])
        #expect(try await recall.threads(question("windmill"), limit: 5) == [])
        index.hide([])
        var without = question("windmill")
        without.excludedThreads = ["y"]
        #expect(try await recall.search(without, limit: 5) == [])
        #expect(try await sources("windmill") == ["b"])
    }

    @Test func `the same words are returned once`() async throws {
        try await recall.remember(
            (0..<5).map { utterance("\($0)", "Water the ficus!", in: "\($0)") }, as: .message)
        #expect(try await sources("ficus").count == 1)
    }

    @Test func `a prompt gets what fits its budget, in the order of time`() async throws {
        try await recall.remember(
            [
                utterance("1", "The ferry leaves at nine.", in: "a", day: 1),
                utterance(
                    "2", "The ferry ticket was dear." + String(repeating: " Very dear.", count: 80), in: "b", day: 2),
                utterance("3", "The ferry was empty.", in: "c", day: 3),
            ], as: .entry)
        let all = try await recall.recall(question("ferry"), budget: 40) { $0.split(separator: " ").count }
        #expect(all.sources.map(\.source) == ["1", "3"])
        #expect(all.text == "2026-01-02 user: The ferry leaves at nine.\n2026-01-04 user: The ferry was empty.\n")
        let none = try await recall.recall(question("ferry"), budget: 0) { $0.count }
        #expect(none == RecalledText(text: "", sources: []))
    }

    @Test(arguments: [
        "", " ", "\0", "\"", "'; DROP TABLE passages; --", "NEAR(a b) AND NOT *", "col:umn ^start", "🎈🎈", "a\0b", "%_",
        "日本語のテキスト", "ａｂｃ", "\u{301}\u{301}", String(repeating: "word ", count: 200_000),
        String(repeating: "x", count: 1 << 20),
    ])
    func `any text is a question`(text: String) async throws {
        try await recall.remember([utterance("a", "a word"), utterance("b", text)], as: .message)
        _ = try await recall.search(question(text), limit: 5)
        _ = try await recall.threads(question(text), limit: 5)
    }

    @Test func `an empty memory and a limit of nothing find nothing`() async throws {
        #expect(try await sources("anything") == [])
        try await recall.remember([utterance("a", "anything")], as: .message)
        #expect(try await sources("anything", limit: 0) == [])
        #expect(try await sources("anything", limit: -3) == [])
        #expect(try await sources("anything", limit: .max / 2) == ["a"])
    }

    /// Searches while the memory grows and shrinks: each knows one moment.
    @Test func `searches and changes at the same time do not disturb each other`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [recall] in
                    for turn in 0..<20 {
                        let id = "\(task)-\(turn)"
                        try await recall.remember([utterance(id, "kettle number \(id)", in: "\(task)")], as: .message)
                        if turn.isMultiple(of: 3) { try await recall.forget(.message, sources: [id]) }
                        let found = try await recall.search(question("kettle"), limit: 500)
                        #expect(found.allSatisfy { $0.passage.text.hasPrefix("kettle number") })
                    }
                }
            }
            try await group.waitForAll()
        }
        let left = try await recall.search(question("kettle"), limit: 500)
        #expect(left.count == 8 * 13)
        #expect(Set(left.map(\.passage.number)).count == left.count)
    }
}

// MARK: - With embeddings

/// Texts as directions: those with one of a few words point where the word does.
private final class Directions: Embedding {
    private let words = ["boat", "music", "bread", "snow"]
    let calls = Mutex<[[String]]>([])
    let isBroken = Mutex(false)
    /// More letters are too long.
    let longest: Int

    init(longest: Int = .max) { self.longest = longest }

    func embeddingModels() -> [String] { ["directions"] }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        calls.withLock { $0.append(texts) }
        if isBroken.withLock({ $0 }) { throw ModelError(.noModel, "gone") }
        if texts.contains(where: { $0.count > longest }) { throw ModelError(.tooLong, "too long") }
        let synonyms = ["ship": "boat", "song": "music", "loaf": "bread", "ice": "snow"]
        let vectors = texts.map { text in
            let said = FoldedWords.all(in: text).map { synonyms[$0] ?? $0 }
            return words.map { said.contains($0) ? Float(1) : 0.01 }
        }
        return Embeddings(vectors: vectors, tokens: 0)
    }
}

@Suite struct EmbeddedRecallTests {
    private let index = ListIndex()

    private let texts = [
        utterance("boat", "She bought a boat.", in: "a"), utterance("music", "There was music.", in: "b"),
        utterance("bread", "He baked bread.", in: "c"),
    ]

    @Test func `what means the same is found without a word in common`() async throws {
        let recall = Recall(index, embedding: Directions(), models: RecallModels(installed: ["directions"]))
        try await recall.remember(texts, as: .message)
        #expect(try await recall.embedPending(batch: 2) == 3)
        #expect(try await recall.embedPending() == 0)
        for (word, source) in [("ship", "boat"), ("song", "music"), ("loaf", "bread")] {
            let found = try await recall.search(question("the \(word)"), limit: 1)
            #expect(found.map(\.passage.source) == [source])
        }
    }

    @Test func `before passages are embedded, and when the model is gone, keywords answer`() async throws {
        let model = Directions()
        let recall = Recall(index, embedding: model, models: RecallModels(installed: ["directions"]))
        try await recall.remember(texts, as: .message)
        #expect(try await recall.search(question("music"), limit: 1).map(\.passage.source) == ["music"])
        try await recall.embedPending()
        model.isBroken.withLock { $0 = true }
        #expect(try await recall.search(question("bread"), limit: 1).map(\.passage.source) == ["bread"])
        try await recall.remember([utterance("snow", "Snow fell.", in: "d")], as: .message)
        await #expect(throws: ModelError.self) { try await recall.embedPending() }
        #expect(try await recall.search(question("snow"), limit: 1).map(\.passage.source) == ["snow"])
    }

    @Test func `a text that is too long for the model is read as far as it goes`() async throws {
        let recall = Recall(index, embedding: Directions(longest: 300), models: RecallModels(installed: ["directions"]))
        let long = "The boat. " + String(repeating: "And on it went. ", count: 50)
        try await recall.remember([utterance("long", long, in: "z")] + texts, as: .message)
        #expect(try await recall.embedPending() == 4)
    }

    @Test func `embedding ends when it is cancelled`() async throws {
        let recall = Recall(index, embedding: Directions(), models: RecallModels(installed: ["directions"]))
        try await recall.remember(texts, as: .message)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await recall.embedPending()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `vectors follow their passages when some are removed`() async throws {
        let recall = Recall(index, embedding: Directions(), models: RecallModels(installed: ["directions"]))
        try await recall.remember(texts, as: .message)
        try await recall.embedPending()
        _ = try await recall.search(question("ship"), limit: 1)
        try await recall.forget(.message, sources: ["boat"])
        #expect(try await recall.search(question("the loaf"), limit: 1).map(\.passage.source) == ["bread"])
        try await recall.remember([utterance("snow", "Snow fell.", in: "d")], as: .message)
        try await recall.embedPending()
        #expect(try await recall.search(question("the ice"), limit: 1).map(\.passage.source) == ["snow"])
    }

    @Test func `a question with a name is embedded with it and without`() async throws {
        let model = Directions()
        let recall = Recall(index, embedding: model, models: RecallModels(installed: ["directions"]))
        try await recall.remember(texts, as: .message)
        _ = try await recall.search(question("What did the user's sister say?"), limit: 1)
        #expect(model.calls.withLock { $0.last } == ["What did the user's sister say?", "What did the sister say?"])
    }
}
