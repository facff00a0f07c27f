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
        commandName: "list", abstract: "List what Hearth knows about you, and what waits to be confirmed.")

    @Flag(help: "Also list what no longer holds.")
    var history = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let (facts, queued) = (try await store.facts(history: history), try await store.queuedFacts())
        let answer: JSON = ["facts": .array(facts.map(Self.object)), "queued": .array(queued.map(Self.object))]
        StandardStream.output.answer(json ? answer : nil, else: Self.lines(facts, queued))
    }

    private static func object(_ fact: Fact) -> JSON {
        var object = JSON(fact: fact).object ?? [:]
        object["id"] = .string(fact.id)
        object["valid_from"] = .string(fact.validFrom.formatted(.iso8601))
        if let until = fact.validUntil { object["valid_until"] = .string(until.formatted(.iso8601)) }
        return .object(object)
    }

    private static func lines(_ facts: [Fact], _ queued: [Fact]) -> ScreenText {
        let all = facts.map { ($0, $0.isCurrent ? "" : "no longer: ") } + queued.map { ($0, "waits: ") }
        let lines = all.map { fact, mark in
            let day = fact.validFrom.formatted(.iso8601.year().month().day())
            return "\(line: day)  \(line: mark)\(line: fact.statement)  [\(line: fact.id)]" as ScreenText
        }
        return lines.isEmpty ? "nothing is known" : lines.joined(separator: "\n")
    }
}

/// `hearth memory forget`: erases a fact for good.
struct ForgetFactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase a fact for good, here and in the backups that Hearth makes.",
        discussion: "The message that it was found in stays. `hearth memory list` shows the identifiers."
    )

    @Argument(help: "The fact's identifier.")
    var id: String

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        guard try await store.forgetFact(id) else {
            throw ValidationError("there is no fact \(id); see hearth memory list")
        }
        StandardStream.output.write("forgotten\n")
    }
}
