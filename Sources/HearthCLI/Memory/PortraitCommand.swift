// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory portrait`: the user as the memory knows them, line by line.
struct PortraitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portrait", abstract: "Show what Hearth knows about you, line by line.",
        discussion: """
            With --json each line is {"slot","person","value","line","from","until","current","asked","evidence"}: "current" is false for \
            what is over, "asked" true for what waits to be confirmed, and "evidence" has the words that say it, each with its day. A \
            fact that has no slot, as older versions found it, has neither "slot" nor "value".
            """)

    @Flag(help: "Print JSON lines.")
    var json = false

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let (facts, queued) = (try await store.facts(history: true), try await store.queuedFacts())
        let shown = facts.filter { !$0.isHidden }
        guard json else {
            let lines = shown.filter(\.isCurrent).map { "\(line: $0.statement)" as ScreenText }
            StandardStream.output.write(lines.isEmpty ? "nothing is known\n" : lines.joined(separator: "\n") + "\n")
            return
        }
        for fact in shown { StandardStream.output.write(json: JSON(line: fact, isAsked: false)) }
        for fact in queued { StandardStream.output.write(json: JSON(line: fact, isAsked: true)) }
    }
}

extension JSON {
    /// As `portrait` prints it. Days are those where the machine is.
    fileprivate init(line fact: Fact, isAsked: Bool) {
        let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        var object = JSONObject()
        if let slot = fact.slot { object["slot"] = .string(slot.name) }
        if let person = fact.person { object["person"] = .string(person) }
        object["value"] = .string(fact.slot?.value ?? fact.statement)
        object["line"] = .string(fact.statement)
        object["from"] = .string(fact.validFrom.formatted(style))
        if let until = fact.validUntil { object["until"] = .string(until.formatted(style)) }
        object["current"] = .bool(fact.isCurrent)
        object["asked"] = .bool(isAsked)
        object["evidence"] = .array(
            fact.evidence.map { ["text": .string($0.quote), "date": .string($0.date.formatted(style))] })
        self = .object(object)
    }
}
