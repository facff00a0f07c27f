// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory search`: what the memory finds for a question.
struct SearchMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find what was said and written that fits a question best.",
        discussion: """
            Times in the question are understood, in English and French: "last spring", "il y a trois mois". Passages that have no \
            vector yet are found by their keywords.
            """
    )

    @Argument(help: "The question, or a few words.")
    var query: String

    @Option(help: "The most passages.")
    var limit = 10

    @OptionGroup var embedding: EmbeddingArguments

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000, found \(limit)")
        }
    }

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let recall = Recall(store, using: try await embedding.find())
        let question = MemoryQuestion(query, now: .now, asker: Utterance.Speaker.user.rawValue)
        let found = try await recall.search(question, limit: limit).filter(\.isRelated)
        guard json else {
            let lines = found.map {
                "\(line: Self.date($0.passage))  \(line: $0.passage.speaker): \(line: $0.passage.text)" as ScreenText
            }
            StandardStream.output.write(found.isEmpty ? "nothing found\n" : lines.joined(separator: "\n") + "\n")
            return
        }
        let list = found.map { JSON.object(Self.facts($0)) }
        StandardStream.output.write(json: .object(["found": .array(list)]))
    }

    /// The day where the machine is.
    private static func date(_ passage: Passage) -> String {
        passage.date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }

    private static func facts(_ found: Recollection) -> JSONObject {
        var facts = JSONObject()
        facts["kind"] = .string(found.passage.kind.rawValue)
        facts["source"] = .string(found.passage.source)
        facts["thread"] = .string(found.passage.thread)
        facts["speaker"] = .string(found.passage.speaker)
        facts["date"] = .string(found.passage.date.formatted(.iso8601))
        facts["text"] = .string(found.passage.text)
        facts["score"] = .number(Double(found.score))
        return facts
    }
}
