// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import Foundation

/// `hearth model bench`: how fast a model runs here, beside what the memory allows.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract:
            "Measure loading, reading a prompt and writing at several depths, and the memory's speed in the same run."
    )

    @OptionGroup var model: FolderArgument

    @Option(help: "Tokens of the prompt that is read.")
    var prompt = 512

    @Option(help: "Tokens that are written at each depth.")
    var generate = 64

    @Option(help: "Depths at which is written: tokens already in the context, separated by commas.")
    var depth = "8,2048"

    @Option(help: "Threads for arithmetic; one for each physical core unless given.")
    var threads: Int?

    @Option(help: "reference or fast.")
    var precision = Precision.fast

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...1 << 20).contains(prompt) else {
            throw ValidationError("--prompt must be 1…1048576, found \(prompt)")
        }
        guard (1...1 << 20).contains(generate) else {
            throw ValidationError("--generate must be 1…1048576, found \(generate)")
        }
        _ = try depths()
    }

    private func depths() throws -> [Int] {
        try depth.split(separator: ",").map { part in
            guard let value = Int(part), (0...1 << 20).contains(value) else {
                throw ValidationError("--depth must be numbers 0…1048576 separated by commas, found \(depth)")
            }
            return value
        }
    }

    func run() async throws {
        let clock = ContinuousClock()
        let begun = clock.now
        let container = try await loadModelContainer(directory: model.url, options: LoadOptions(threads: threads))
        let loaded = clock.now - begun
        let facts = try await container.perform { context in
            let deepest = (try depths().max() ?? 0) + generate
            guard max(prompt, deepest) <= context.contextLength else {
                throw EmberError(
                    .contextExceeded, "bench",
                    "needs \(max(prompt, deepest)) tokens, the model's context is \(context.contextLength)")
            }
            // One short round first: pages are touched and clocks rise before anything counts.
            _ = try await context.measure(prompt: 16, tokens: 4, depth: 16, precision: precision)
            let read = try await context.measure(prompt: prompt, tokens: 0, depth: prompt, precision: precision)
            var decode = JSONObject()
            for depth in try depths() {
                let time = try await context.measure(prompt: 0, tokens: generate, depth: depth, precision: precision)
                decode["\(depth)"] = .number(Double(generate) / time.tokens)
            }
            let peak = peakResidentBytes()
            return JSONObject([
                "prefill_tokens_per_second": .number(Double(prompt) / read.prompt),
                "decode_tokens_per_second": .object(decode),
                "load_seconds": .number(
                    Double(loaded.components.seconds) + Double(loaded.components.attoseconds) * 1e-18),
                "peak_rss_bytes": .integer(peak),
                "read_bandwidth_bytes_per_second": .number(try await context.readBandwidth()),
                "isa": .string(context.facts.instructions),
                "threads": .integer(context.facts.threads),
            ])
        }
        print(json ? JSON.object(facts).text : "\(FactsTable(facts: facts))")
    }
}

/// The most memory that this process has had resident, in bytes.
func peakResidentBytes() -> Int {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #endif
}
