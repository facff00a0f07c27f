// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberHub
import EmberJSON
import Foundation

/// `hearth models catalogue`: models that Hearth suggests, and how they would do on this machine.
struct CatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "Show models that are known to run, with what they take.",
        discussion: "All numbers are estimates: sizes are rounded, and speed follows from how fast memory is read here."
    )

    @Flag(help: "Print one JSON object for each model.")
    var json = false

    func run() async throws {
        let bandwidth = try Compute().readBandwidth()
        let machine = MachineMemory.here
        for entry in Catalogue.entries {
            let needs = ModelNeeds(entry)
            let fit = needs.fit(in: machine)
            let speed = entry.purpose != .embedding ? needs.tokensPerSecond(bandwidth: bandwidth) : nil
            StandardStream.output.answer(
                json ? object(entry, needs, fit, speed) : nil, else: "\(text(entry, needs, fit, speed))")
        }
    }

    private func object(_ entry: CatalogueEntry, _ needs: ModelNeeds, _ fit: MemoryFit, _ speed: Double?) -> JSON {
        [
            "model": .string("\(entry.model)"), "title": .string(entry.title), "about": .string(entry.about),
            "purpose": .string(entry.purpose.rawValue), "approximate_bytes": .integer(entry.approximateBytes),
            "approximate_memory_bytes": .integer(needs.memory), "fit": .string(fit.rawValue),
            "approximate_tokens_per_second": speed.map(JSON.number) ?? .null, "suggested": .bool(entry.isSuggested),
        ]
    }

    private func text(_ entry: CatalogueEntry, _ needs: ModelNeeds, _ fit: MemoryFit, _ speed: Double?) -> String {
        let words =
            switch fit {
            case .comfortable: "fits"
            case .tight: "fits once other programs give some back"
            case .tooLarge: "too large for this machine"
            }
        let pace = speed.map { String(format: ", at most about %.*f tokens/s here", $0 < 10 ? 1 : 0, $0) } ?? ""
        return """
            \(entry.model)\(entry.isSuggested ? "  (suggested)" : "")
              \(entry.about)
              about \(ByteText.of(entry.approximateBytes)) to download, \(ByteText.of(needs.memory)) of memory: \(words)\(pace)
            """
    }
}
