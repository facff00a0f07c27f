// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import EmberTokenizers
import Foundation

/// `hearth model bench`: how fast a model runs here, beside what the memory allows.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract:
            "Measure loading, reading a prompt and writing at several depths, and the memory's speed in the same run.",
        discussion: "With --sessions, --turn or --dictate, that is measured instead."
    )

    @OptionGroup var model: FolderArgument

    @Option(help: "Tokens of the prompt that is read.")
    var prompt = 512

    @Option(help: "Tokens that are written at each depth, or in each session.")
    var generate = 64

    @Option(
        help:
            "Depths at which is written: tokens already in the context, separated by commas; 8,2048 where there is room."
    )
    var depth: String?

    @Option(help: "Tokens that the conversation has room for; as many as are needed unless given.")
    var context: Int?

    @Option(help: "Answers that are asked for at once; several numbers are separated by commas.")
    var sessions: String?

    @Option(
        help: "Tokens of nine turns so far, a comma, and tokens of the tenth question: the time to its first answer.")
    var turn: String?

    @Option(
        help:
            "A JSON file with \"prompt\" and \"answer\", texts or lists of ids: writing it with and without guessing ahead."
    )
    var dictate: String?

    @Option(help: "Threads for arithmetic; one for each physical core unless given.")
    var threads: Int?

    @Option(help: "reference or fast.")
    var precision = Precision.fast

    @Option(help: "How keys and values are kept in fast precision.")
    var cache = CacheFormat.float16

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...1 << 20).contains(prompt) else {
            throw ValidationError("--prompt must be 1…1048576, found \(prompt)")
        }
        guard (1...1 << 20).contains(generate) else {
            throw ValidationError("--generate must be 1…1048576, found \(generate)")
        }
        guard (1...1 << 20).contains(context ?? 1) else {
            throw ValidationError("--context must be 1…1048576, found \(context ?? 0)")
        }
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads must be 1…1024, found \(threads)")
        }
        _ = try depths()
        _ = try sessionCounts()
        _ = try turnSizes()
    }

    private func numbers(_ option: String, _ text: String, _ range: ClosedRange<Int>) throws -> [Int] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let value = Int(part), range.contains(value) else {
                throw ValidationError(
                    "\(option) must be numbers \(range.lowerBound)…\(range.upperBound) separated by commas, found \(text)"
                )
            }
            return value
        }
    }

    private func depths() throws -> [Int]? { try depth.map { try numbers("--depth", $0, 0...1 << 20) } }

    private func sessionCounts() throws -> [Int] { try sessions.map { try numbers("--sessions", $0, 1...256) } ?? [] }

    private func turnSizes() throws -> (cached: Int, new: Int)? {
        guard let turn else { return nil }
        let sizes = try numbers("--turn", turn, 1...1 << 20)
        guard sizes.count == 2, sizes[0] >= 18 else {
            throw ValidationError("--turn must be two numbers, the first at least 18, found \(turn)")
        }
        return (sizes[0], sizes[1])
    }

    func run() async throws {
        let clock = ContinuousClock()
        let begun = clock.now
        let container = try await loadModelContainer(
            directory: model.url, options: LoadOptions(threads: threads, cache: cache))
        let loaded = seconds(clock.now - begun)
        let facts = try await container.perform { context in
            // One short round first: pages are touched and clocks rise before anything counts.
            _ = try await context.measure(prompt: 16, tokens: 4, depth: 16, precision: precision)
            var facts = try await scenarios(context)
            if facts.isEmpty { facts = try await speeds(context) }
            facts["load_seconds"] = .number(loaded)
            facts["peak_rss_bytes"] = .integer(peakResidentBytes())
            // Measured last: it needs memory of its own.
            facts["read_bandwidth_bytes_per_second"] = .number(try await context.readBandwidth())
            facts["isa"] = .string(context.facts.instructions)
            facts["threads"] = .integer(context.facts.threads)
            return facts
        }
        StandardStream.output.answer(json ? .object(facts) : nil, else: "\(FactsTable(facts: facts))")
    }

    private func speeds(_ model: ModelContext) async throws -> JSONObject {
        let depths = try depths() ?? [8, 2048].filter { $0 + generate <= model.contextLength }
        let deepest = max(prompt, (depths.max() ?? 0) + generate, context ?? 0)
        guard deepest <= model.contextLength else {
            throw EmberError(
                .contextExceeded, "bench", "needs \(deepest) tokens, the model's context is \(model.contextLength)")
        }
        let read = try await model.measure(
            prompt: prompt, tokens: 0, depth: prompt, room: context ?? 0, precision: precision)
        var decode = JSONObject()
        for depth in depths {
            let time = try await model.measure(
                prompt: 0, tokens: generate, depth: depth, room: context ?? 0, precision: precision)
            decode["\(depth)"] = .number(Double(generate) / time.tokens)
        }
        return JSONObject([
            "prefill_tokens_per_second": .number(Double(prompt) / read.prompt),
            "decode_tokens_per_second": .object(decode),
        ])
    }

    /// Measures the scenarios that are asked for instead of speeds; empty if none is.
    private func scenarios(_ model: ModelContext) async throws -> JSONObject {
        let scenarios = Scenarios(context: model, precision: precision)
        var facts = JSONObject()
        for count in try sessionCounts() {
            let speed = try await scenarios.together(count, tokens: generate)
            facts["sessions_\(count)_tokens_per_second"] = .number(speed)
        }
        if let sizes = try turnSizes() {
            for (key, value) in try await scenarios.tenthTurn(cached: sizes.cached, new: sizes.new) {
                facts[key] = value
            }
        }
        if let dictate {
            let text = try readJSON(URL(filePath: dictate))
            let prompt = try tokens(text, "prompt", model)
            let found = try await scenarios.dictation(prompt: prompt, answer: tokens(text, "answer", model))
            for (key, value) in found { facts[key] = value }
        }
        return facts
    }

    /// The tokens under `key` of the file for `--dictate`: ids as they are, a text as the model's tokenizer cuts it.
    private func tokens(_ file: JSON, _ key: String, _ model: ModelContext) throws -> [Int] {
        guard let text = file[key]?.string else { return try file.ids(key) }
        return try model.tokenizer.encode(text, literal: [0..<text.utf8.count], addSpecialTokens: false)
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
