// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import SeededRandom
import Testing

@testable import HearthStore

/// A passage as a test needs it.
private func draft(
    _ source: String, _ text: String, in thread: String = "s", kind: Passage.Kind = .message, part: Int = 0
) -> PassageDraft {
    PassageDraft(
        kind: kind, source: source, part: part, thread: thread, speaker: "user", date: date(), text: text,
        language: .english)
}

extension Store {
    fileprivate func found(_ query: String, limit: Int = 10) async throws -> [String] {
        try await Recall(self).search(MemoryQuestion(query, now: date(1_000)), limit: limit).map(\.passage.source)
    }
}

@Suite struct MemoryTests {
    @Test func `passages are read back as they were written`() async throws {
        let store = try Store()
        try await store.have([draft("a", "The \"first\" passage'; --"), draft("b", "and a\0b", kind: .entry)])
        let passages = try await store.passages([2, 1, 3])
        #expect(passages.map(\.source) == ["b", "a"])
        #expect(passages.map(\.text) == ["and a\u{FFFD}b", "The \"first\" passage'; --"])
        #expect(passages.map(\.kind) == [.entry, .message])
        #expect(passages.last?.date == date())
    }

    @Test func `a source that is added again is replaced with all its parts`() async throws {
        let store = try Store()
        try await store.have([draft("a", "one", part: 0), draft("a", "two", part: 1), draft("b", "three")])
        try await store.have([draft("a", "four")])
        let lookup = try await store.lookUp(["one", "two", "three", "four"], since: PassageMark(), models: [])
        #expect(lookup.holders == [[], [], [3], [4]])
        #expect(lookup.added.map(\.number) == [3, 4])
        #expect(lookup.mark == PassageMark(passage: 4, vector: 0, removals: 2))
    }

    @Test func `a look-up tells what has changed since the one before`() async throws {
        let store = try Store()
        try await store.have([draft("a", "one"), draft("b", "two")])
        let first = try await store.lookUp([], since: PassageMark(), models: ["m"])
        #expect(first.added.count == 2)
        let same = try await store.lookUp([], since: first.mark, models: ["m"])
        #expect(same.added.isEmpty && same.remaining == nil && same.mark == first.mark)
        try await store.add([PassageVector(passage: 2, [1, -1])], of: "m")
        try await store.add([PassageVector(passage: 1, [1, 0])], of: "other")
        try await store.erasePassages(of: .message, sources: ["a"])
        let next = try await store.lookUp([], since: first.mark, models: ["m"])
        #expect(next.vectors == [[PassageVector(passage: 2, scale: 1 / 127, numbers: [127, -127])]])
        #expect(next.remaining == [2])
        #expect(next.mark.removals == 1)
    }

    @Test func `vectors wait for their model, and those of passages that have gone are left out`() async throws {
        let store = try Store()
        try await store.have([draft("a", "one"), draft("b", "two")])
        #expect(try await store.unembedded(by: ["m"], limit: 1).map(\.source) == ["b"])
        try await store.add([PassageVector(passage: 2, [1, 0]), PassageVector(passage: 9, [1, 0])], of: "m")
        #expect(try await store.unembedded(by: ["m"], limit: 9).map(\.source) == ["a"])
        try await store.add([PassageVector(passage: 1, [1, 0])], of: "m")
        #expect(try await store.unembedded(by: ["m"], limit: 9) == [])
        #expect(try await store.unembedded(by: ["n"], limit: 9).count == 2)
        // A newer model's vector takes the place of the older one's.
        try await store.add([PassageVector(passage: 1, [1, 0, 0])], of: "n")
        #expect(try await store.unembedded(by: ["m"], limit: 9).map(\.source) == ["a"])
        try await store.write { try DatabaseCheck.references($0) }
    }

    /// The tokenizer of the index must not cut, join or drop a stem.
    @Test func `each stem is found as it is, whatever its letters`() async throws {
        let store = try Store()
        let words = ["naïveté", "日本語", "Straße", "ΑΒΓ", "абв", "हिन्दी", "१२", "½", "x1", "not", "near", "œuf", "ﬁn", "𝒳𝒴"]
        let drafts = words.enumerated().map { draft("\($0)", $1) }
        try await store.have(drafts)
        for (index, draft) in drafts.enumerated() {
            let lookup = try await store.lookUp(draft.stems, since: PassageMark(), models: [])
            #expect(lookup.holders.allSatisfy { $0 == [index + 1] }, "\(words[index]) has \(draft.stems)")
        }
    }

    @Test(arguments: [
        "\"", "*", "a OR b", "NEAR(", "{text}:x", "-x", "^x", "\0", "a\0b", "\u{FFFF}", "'; DROP TABLE passages; --",
        String(repeating: "long ", count: 200_000), String(repeating: "\"", count: 1 << 20),
    ])
    func `any text is a question`(text: String) async throws {
        let store = try Store()
        try await store.have([draft("a", "a long word"), draft("b", text)])
        _ = try await store.found(text)
        // A neighbour of what fits is found too, so the order of two passages says nothing.
        #expect(try await store.found("long word").contains("a"))
    }

    @Test func `what is in a deleted session is not found until it is brought back`() async throws {
        let store = try Store()
        try await converse(store, "s")
        try await store.have([
            draft("s-question", "lighthouse", in: "s"), draft("e", "lighthouse keeper", in: "journal"),
        ])
        try await store.delete("s", at: date())
        #expect(try await store.found("lighthouse") == ["e"])
        try await store.undelete("s")
        #expect(try await Set(store.found("lighthouse")) == ["s-question", "e"])
    }

    @Test func `an index that was restored is read anew`() async throws {
        try await withStore { store, folder in
            let recall = Recall(store)
            try await converse(store, "s")
            try await store.have([draft("old", "lighthouse")])
            let question = MemoryQuestion("lighthouse windmill", now: date())
            #expect(try await recall.search(question, limit: 5).map(\.passage.source) == ["old"])
            try await store.eraseEverything()
            #expect(try await recall.search(question, limit: 5) == [])
            try await store.have([draft("new", "windmill")])
            #expect(try await recall.search(question, limit: 5).map(\.passage.source) == ["new"])
        }
    }

    // MARK: Erasing

    @Test func `passages of one source are erased from all files, and no others`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            try await store.have([draft("f", "xylophonist", kind: .entry), draft("f", "keepsakeone")])
            try await store.have((0..<80).map { draft("o\($0)", "filler \($0) words") })
            try await store.add([PassageVector(passage: 1, [Float](repeating: 0.5, count: 16))], of: "modelname")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            #expect(try files(below: folder, with: "xylophonist").count >= 2)
            try await store.remove(.entry, sources: ["f"])
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try files(below: folder, with: "modelname") == [])
            #expect(try files(below: folder, with: "keepsakeone").contains { $0.hasPrefix("backups/") })
            #expect(try store.erasuresToFinish() == 0)
            try await store.write { try SearchIndex.check(in: $0) }
        }
    }

    @Test func `clearing a session erases passages of its messages, and keeps what was said later`() async throws {
        try await withStore { store, folder in
            let session = try await converse(store, "s", question: "xylophonist")
            try await store.have([draft("s-question", "xylophonist", in: "s"), draft("e", "harpsichord", kind: .entry)])
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.clear("s")
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try await store.found("harpsichord") == ["e"])
            try await store.save([message("later", in: "s", .user, "violins")], in: session)
            try await store.have([draft("later", "violins", in: "s")])
            try await store.erase(deletedBefore: .distantPast)
            #expect(try await store.found("violins").first == "later")
        }
    }
}
