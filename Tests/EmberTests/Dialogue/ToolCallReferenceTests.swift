// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import SeededRandom
import Testing

/// Calls as the models' own chat templates write them, rendered by transformers, have to be read back as they were.
@Suite struct ToolCallReferenceTests {
    private static let thinking = AnswerFormat.Thinking(
        markers: ThinkingMarkers(opening: "<think>", closing: "</think>"), startsInside: false)

    private func format(_ test: DialogueCase) -> AnswerFormat { .calls(test.format, thinking: Self.thinking) }

    private func gathered(_ events: [Generation]) -> GeneratedText {
        events.reduce(into: GeneratedText()) { $0.append($1) }
    }

    /// Those in which the template has written the calls down at all.
    private func cases() throws -> [DialogueCase] {
        // This template drops the calls of a message that has text.
        try DialogueCase.all().filter { $0.model != "deepseek-ai-DeepSeek-R1-Distill-Llama-8B" }
    }

    @Test func `every call is read back, with its text and its thoughts`() throws {
        var checked: [ToolCallFormat: Int] = [:]
        for test in try cases() {
            let answers = test.answers.map { gathered(read([$0], as: format(test))) }
            let (found, expected) = (answers.flatMap(\.calls), try test.calls)
            #expect(found.map(\.name) == expected.map(\.name), "\(test)")
            #expect(found.map(\.arguments) == expected.map(\.arguments), "\(test)")
            if test.format == .mistral { #expect(found.map(\.id) == expected.map(\.id), "\(test)") }
            for answer in answers where !answer.calls.isEmpty {
                // Some templates leave the text of a message with calls out.
                let message = test.messages.first { $0["tool_calls"] != nil }
                let content = message?["content"]?.string ?? ""
                #expect(["", content].contains(answer.answer), "\(test)")
                let reasoning = message?["reasoning_content"]?.string ?? ""
                #expect(["", reasoning + "\n"].contains(answer.thinking), "\(test)")
            }
            checked[test.format, default: 0] += found.count
        }
        for format in ToolCallFormat.allCases { #expect(checked[format, default: 0] >= 5, "\(format): \(checked)") }
    }

    @Test func `where an answer is cut makes no difference`() throws {
        var random = SplitMix(seed: 7)
        for test in try cases() where test.name.contains("toolcall") {
            for answer in test.answers {
                let whole = read([answer], as: format(test))
                #expect(read(answer.scalars, as: format(test)) == whole, "\(test)")
                for _ in 0..<8 { #expect(read(answer.cut(using: &random), as: format(test)) == whole, "\(test)") }
            }
        }
    }

    @Test func `without functions on offer everything is text`() throws {
        for test in try cases() {
            for answer in test.answers {
                #expect(read(answer.scalars, as: .plain) == [.chunk(answer)].filter { $0 != .chunk("") })
            }
        }
    }

    /// Random edits of what models write: nothing crashes, and what is not a call is text, to the last character.
    @Test func `an answer that is damaged loses nothing`() throws {
        let seed = Int.random(in: 0...Int.max)
        var random = SplitMix(seed: seed)
        let answers = try cases().flatMap { test in test.answers.map { (test.format, $0) } }
        for _ in 0..<3000 {
            let (format, answer) = try #require(answers.randomElement(using: &random))
            let damaged = damage(answer, using: &random)
            let whole = read([damaged], as: .calls(format))
            #expect(
                read(damaged.cut(using: &random), as: .calls(format)) == whole,
                "seed \(seed): \(damaged.debugDescription)")
            var text = ""
            for case .chunk(let piece) in whole { text += piece }
            let hasCalls = whole.contains { if case .toolCall = $0 { true } else { false } }
            #expect(
                hasCalls ? isPart(text, of: damaged) : text.utf8.elementsEqual(damaged.utf8),
                "seed \(seed): \(damaged.debugDescription)")
        }
    }

    private func damage(_ text: String, using random: inout SplitMix) -> String {
        let bits = Array("{}[]\"\\,:; \n<>｜▁ée\u{301}👩‍👩‍👧0".unicodeScalars)
        let markers = ToolCallFormat.allCases.flatMap(\.markers)
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let start = Int.random(in: 0...scalars.count, using: &random)
            let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: scalars.removeSubrange(start..<end)
            case 1: scalars.insert(bits.randomElement(using: &random) ?? " ", at: start)
            case 2: scalars.insert(contentsOf: scalars[start..<end], at: start)
            case 3: scalars.removeSubrange(start...)
            default: scalars.insert(contentsOf: (markers.randomElement(using: &random) ?? "").unicodeScalars, at: start)
            }
        }
        return string(scalars)
    }

    /// Whether all of `part` is found in `whole`, in order.
    private func isPart(_ part: String, of whole: String) -> Bool {
        var rest = Array(part.unicodeScalars)[...]
        for scalar in whole.unicodeScalars where scalar == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
