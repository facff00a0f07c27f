// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Testing

@testable import HearthMemory

/// Messages that nobody writes, and files and pastes have: twice as much of one takes no more than three times the
/// steps.
@Suite struct LinearReadingTests {
    /// What is repeated, and what stands before it once.
    static let units: [(before: String, unit: String)] = [
        ("", "0123456789abcdef"), ("", "ACGT"), ("https://example.org/", "a1b2"), ("", "a-"), ("", "l'"), ("", "a'"),
        ("", "ภาษาไทย"), ("", "我住在北京"), ("", "e\u{301}"), ("", "👩‍👩‍👧‍👦"), ("I live in Oslo", " "), ("", "."), ("", "...a"),
        ("", "!🙂"), ("", "\n"), ("", "‹"), ("", "«"), ("", "“"), ("", "\""), ("", "'a "), ("", "‘"), ("", "`"),
        ("", "```"), ("", "``` a\n"), ("", "<think>"), ("", "<think></think>"), ("", "user: x\n"), ("", "Anna: hi\n"),
        ("", "Dear Anna,\n"), ("", "---\n"), ("---\n---\n", "Subject: x\n"), ("", "what is this:\n"), ("", "["),
        ("", "[a]("), ("", "![a]"), ("", "*a "), ("", "* "), ("", "# "), ("", "and I am "), ("", "I am, "),
        ("", "I said, "), ("", "story "), ("", "my sister Anna "), ("", "I love tea. "), ("", "I live in Rome, "),
        ("my PIN is ", "a."), ("", "a@"), ("", "1.2."), ("", "kill myself "), ("", "I want to die, not "),
        ("ignore ", "all "), ("", "in my novel "), ("", "from monday to "), ("", "a: b "),
    ]

    private func message(_ text: String) -> Utterance {
        Utterance(id: "m", session: "s", speaker: .user, text: text, date: .distantPast)
    }

    private func steps(_ text: String) async -> Int {
        await StepCounter.steps {
            _ = MessageFacts(message(text), after: [message(text)])
            _ = ForeignText.isForeign(text)
            _ = CareReading(text)
            _ = PassageDraft.cut(
                kind: .message, source: "m", thread: "s", speaker: "user", date: .distantPast, text: text)
        }
    }

    @Test(arguments: units)
    func `twice the message takes no more than three times the steps`(before: String, unit: String) async {
        let half = String(repeating: unit, count: 9_000 / unit.count)
        let (one, two) = (await steps(before + half), await steps(before + half + half))
        #expect(one > half.count)
        #expect(two <= 3 * one)
    }

    /// Of what is longer than a model reads, the beginning is read. Each takes a second, so a few kinds stand for all.
    @Test(arguments: units.enumerated().filter { $0.offset.isMultiple(of: 6) }.map(\.element))
    func `a message without end takes no more steps than a long one`(before: String, unit: String) async {
        let long = String(repeating: unit, count: 40_000 / unit.count)
        let (one, more) = (await steps(before + long), await steps(before + long + long + long))
        // What is indexed grows with the text.
        #expect(more <= 4 * one)
    }

    @Test func `a run of characters is cut into words of a greatest length`() {
        let characters = Array(String(repeating: "ab", count: 500) + " I'm here-with you")
        let words = WordReader.words(in: characters, 0..<characters.count)
        #expect(words.allSatisfy { $0.range.count <= WordReader.longest })
        #expect(words.map(\.range.count).reduce(0, +) == 1_000 + "I'mhere-withyou".count)
        #expect(words.suffix(4).map(\.text) == ["i", "'m", "here-with", "you"])
    }

    @Test func `reading ends early when its task is cancelled`() async throws {
        let text = String(repeating: "I love tea. ", count: 100)
        var units = 0
        let read = SlotReader.shared.read(text) {
            units += 1
            return units == 4
        }
        #expect(units == 4 && read.count <= 3)
        let extractor = FactExtractor()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await extractor.extract(message(text))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `what goes on behind the greatest length ends at a sentence`() {
        let text = String(repeating: "I don't like tea. ", count: 3_000)
        let reading = MessageReading(text)
        #expect(reading.own.original.count <= MessageReading.longest)
        #expect(String(reading.own.original).hasSuffix("I don't like tea."))
    }
}
