// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthMemory

/// `hearth memory extract`: what would be learned from each message of a file.
struct ExtractFactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Find the facts in messages, each in a fresh memory.",
        discussion: """
            A line of the file is {"id","role","date","text"} and where there is more "lang", "private" and "context", the messages before \
            as [{"role","text"}]. The answer has a line {"id","facts","queued","dropped"} for each: "facts" is kept without asking, \
            "queued" waits to be confirmed. Nothing is kept.
            """,
        shouldDisplay: false)

    @Argument(help: "JSON lines.", completion: .file(extensions: ["jsonl"]))
    var file: String

    @Option(name: .customLong("model"), help: "Has no effect: facts are found without a language model.")
    var model: String?

    @Flag(help: "Print JSON lines; so it is in any case.")
    var json = false

    func run() async throws {
        let extractor = FactExtractor()
        for message in try LabelledMessage.all(in: file) {
            let found = try await extractor.extract(message.utterance, after: message.earlier)
            StandardStream.output.write(
                json: [
                    "id": .string(message.utterance.id), "facts": .array(found.stored.map(JSON.init(fact:))),
                    "queued": .array(found.queued.map(JSON.init(fact:))), "dropped": .integer(found.dropped),
                ])
        }
    }
}

extension JSON {
    /// As `extract` prints it.
    init(fact: Fact) {
        var object = JSONObject()
        object["value"] = .string(fact.statement)
        object["evidence"] = .string(fact.evidence.first?.quote ?? "")
        object["subject"] = .string(fact.subject)
        object["kind"] = .string(fact.kind.rawValue)
        object["polarity"] = .string(fact.isNegative ? "negative" : "positive")
        if let slot = fact.slot {
            object["slot"] = .string(slot.name)
            object["slot_value"] = .string(slot.value)
        }
        if let person = fact.person { object["person"] = .string(person) }
        if let time = fact.time { object["time"] = .string(time) }
        object["current"] = .bool(fact.isCurrent)
        object["confidence"] = .number((fact.confidence * 1000).rounded() / 1000)
        self = .object(object)
    }
}
