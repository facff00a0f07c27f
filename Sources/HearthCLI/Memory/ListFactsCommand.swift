// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory list`: what is known, with the words that say it.
struct ListFactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what Hearth knows about you, and what waits to be confirmed.",
        discussion: """
            With --json, "facts" and "queued" are lists of {"id","value","subject","kind","polarity","time","confidence","valid_from",\
            "valid_until","superseded_by","pinned","hidden","waits","evidence"}, where "evidence" is a list of \
            {"quote","date","utterance","session"}.
            """)

    @Flag(help: "Also list what no longer holds.")
    var history = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let (facts, queued) = (try await store.facts(history: history), try await store.queuedFacts())
        let answer: JSON = [
            "facts": .array(facts.map { $0.json(waits: false) }), "queued": .array(queued.map { $0.json(waits: true) }),
        ]
        StandardStream.output.answer(json ? answer : nil, else: Self.lines(facts, queued))
    }

    private static func lines(_ facts: [Fact], _ queued: [Fact]) -> ScreenText {
        // Days are those where the machine is, as everywhere in the app and with forget --day.
        let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        let all = facts.map { ($0, $0.isCurrent ? "" : "no longer: ") } + queued.map { ($0, "waits: ") }
        let lines = all.map { fact, mark in
            let day = fact.validFrom.formatted(style)
            return "\(line: day)  \(line: mark)\(line: fact.statement)  [\(line: fact.id)]" as ScreenText
        }
        return lines.isEmpty ? "nothing is known" : lines.joined(separator: "\n")
    }
}
