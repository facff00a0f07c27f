// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@testable import HearthMemory

/// What is found in labelled messages of other hands: those of Tests/Fixtures/facts, and where HEARTH_FIXTURES names
/// the folder of the reference data, those of its `extraction`.
@Suite struct LargeFactSetTests {
    private static let files = [
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/facts/messages.jsonl"),
        ProcessInfo.processInfo.environment["HEARTH_FIXTURES"].map {
            URL(filePath: $0).appending(path: "extraction/messages.jsonl")
        },
    ].compactMap { $0 }.filter { FileManager.default.fileExists(atPath: $0.path) }

    private struct Message {
        let said: Utterance
        let earlier: [Utterance]
        let trap: String
        let hasFacts: Bool
        let forbidden: [String]

        init?(_ line: Substring) throws {
            let json = try JSON(parsing: String(line))
            guard let id = json["id"]?.string, let text = json["text"]?.string,
                let speaker = json["role"]?.string.flatMap(Utterance.Speaker.init)
            else { return nil }
            said = Utterance(
                id: id, session: id, speaker: speaker, text: text, date: .distantPast,
                isPrivate: json["private"]?.bool ?? false, language: json["lang"]?.string)
            earlier = (json["context"]?.array ?? []).enumerated().compactMap { number, item in
                guard let role = item["role"]?.string.flatMap(Utterance.Speaker.init), let text = item["text"]?.string
                else { return nil }
                return Utterance(id: "\(id)-\(number)", session: id, speaker: role, text: text, date: .distantPast)
            }
            trap = json["trap"]?.string ?? ""
            hasFacts = json["facts"]?.array?.isEmpty == false
            forbidden = (json["must_not"]?.array ?? []).compactMap(\.string)
        }
    }

    @Test(arguments: files)
    func `what is found stands in the user's words, and falls for no paste, play or instruction`(file: URL) async throws
    {
        let extractor = FactExtractor()
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        var (trapped, kept): ([String], Int) = ([], 0)
        for message in try lines.compactMap(Message.init) {
            let found = try await extractor.extract(message.said, after: message.earlier)
            for fact in found.stored + found.queued {
                let quote = fact.evidence[0].quote
                #expect(FactEvidence.stands(quote, in: message.said.text), "\(message.said.id)")
                #expect(FactEvidence.stands(fact.slot?.value ?? "-", in: quote), "\(message.said.id)")
                #expect(message.said.speaker == .user && !message.said.isPrivate)
            }
            kept += found.stored.count
            if !message.hasFacts, !found.stored.isEmpty { trapped.append("\(message.said.id) \(message.trap)") }
        }
        #expect(kept > lines.count / 12)
        #expect(Double(trapped.count) <= 0.03 * Double(lines.count), "\(trapped)")
        let never = ["paste", "pasted", "roleplay", "instruction", "injection", "assistant_text", "assistant", "tool"]
        #expect(!trapped.contains { line in never.contains { line.hasSuffix(" \($0)") } }, "\(trapped)")
    }
}
