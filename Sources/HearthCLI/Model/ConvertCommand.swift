// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import Foundation
import Synchronization

extension NumberType: ExpressibleByArgument {}

/// `hearth model convert`: from a checkpoint as it was trained to one that is quick to run.
struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turn a Hugging Face checkpoint, safetensors or PyTorch, into MLX's format, quantised or not.",
        discussion: """
            Prints a line for each tensor: what it was, and what it became. The result appears when it is whole and has been \
            checked; after a failure or Ctrl-C there is nothing. Python's mlx-lm reads it too.
            """
    )

    @Argument(help: "The folder of the model to convert.", completion: .directory)
    var source: String

    @Argument(help: "The folder to make; there must be nothing of that name.", completion: .directory)
    var destination: String

    @Option(help: "Bits of a weight: 2, 3, 4, 6 or 8; 16 for no quantisation.")
    var bits = 4

    @Option(help: "Bits of the embedding's and the head's weights, where they are to differ.")
    var embeddingBits: Int?

    @Option(help: "Weights that share a scale: 32, 64 or 128.")
    var groupSize = 64

    @Option(
        help: "What other numbers are written as: bf16, f16 or f32. (default: the model's own 16-bit type, or bf16)")
    var dtype: NumberType?

    @Flag(help: "Leave out tensors that no part of the model asks for, rather than refuse.")
    var allowUnused = false

    @Option(help: "Threads for arithmetic; one for each physical core unless given.")
    var threads: Int?

    @Flag(help: "Print a JSON object for each tensor, and one for the whole in the end.")
    var json = false

    func validate() throws {
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads must be 1…1024, found \(threads)")
        }
    }

    func run() async throws {
        var options = ConversionOptions()
        options.bits = bits
        options.embeddingBits = embeddingBits
        options.groupSize = groupSize
        options.type = dtype
        options.allowUnused = allowUnused
        options.threads = threads
        let interrupted = Mutex<Int32?>(nil)
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { signal in interrupted.withLock { $0 = signal } }
        defer { withExtendedLifetime(watch) {} }
        do {
            var conversion = try ModelConversion(
                from: URL(filePath: source), to: URL(filePath: destination), options)
            let summary = try conversion.run(
                isCancelled: { interrupted.withLock { $0 != nil } },
                report: { event in
                    StandardStream.output.answer(
                        json ? ConversionLine.object(event) : nil, else: "\(ConversionLine.text(event))")
                })
            StandardStream.output.answer(
                json ? ConversionLine.object(summary) : nil, else: "\(ConversionLine.text(summary))")
        } catch is CancellationError {
            StandardStream.error.write("stopped; nothing was written\n")
            throw ExitCode(Interruption.status(of: interrupted.withLock { $0 } ?? SIGINT))
        }
    }
}

/// How events of a conversion are printed.
enum ConversionLine {
    static func text(_ event: ConversionEvent) -> String {
        switch event {
        case .converted(let mapping):
            let note = mapping.note.isEmpty ? "" : " (\(mapping.note))"
            return Sanitizer.line(
                "\(describe(mapping.source)) -> \(mapping.target) \(mapping.targetShape) \(mapping.format)\(note)")
        case .dropped(let source, let reason):
            return Sanitizer.line("\(describe(source)) -> not used: \(reason)")
        }
    }

    static func object(_ event: ConversionEvent) -> JSON {
        switch event {
        case .converted(let mapping):
            var line = object(mapping.source)
            line["target"] = .string(mapping.target)
            line["target_shape"] = .array(mapping.targetShape.map(JSON.integer))
            line["format"] = .string(mapping.format)
            if !mapping.note.isEmpty { line["note"] = .string(mapping.note) }
            return .object(line)
        case .dropped(let source, let reason):
            var line = object(source)
            line["target"] = .null
            line["note"] = .string(reason)
            return .object(line)
        }
    }

    static func text(_ summary: ConversionSummary) -> String {
        let files = summary.files == 1 ? "1 file" : "\(summary.files) files"
        let facts = String(
            format: "%d parameters, %.3f GB in %@, %.2f bits per weight, %.1f s", summary.parameters,
            Double(summary.bytes) / 1e9, files, summary.bitsPerWeight, summary.seconds)
        return [summary.padding, facts].compactMap { $0 }.joined(separator: "\n")
    }

    static func object(_ summary: ConversionSummary) -> JSON {
        var line = JSONObject([
            "parameters": .integer(summary.parameters), "bytes": .integer(summary.bytes),
            "files": .integer(summary.files), "unused_tensors": .integer(summary.dropped),
            "bits_per_weight": .number(summary.bitsPerWeight), "seconds": .number(summary.seconds),
            "peak_rss_bytes": .integer(peakResidentBytes()),
        ])
        if let padding = summary.padding { line["padding"] = .string(padding) }
        return .object(line)
    }

    private static func describe(_ source: TensorEntry) -> String {
        "\(source.name) \(source.shape) \(source.type.name)"
    }

    private static func object(_ source: TensorEntry) -> JSONObject {
        JSONObject([
            "source": .string(source.name), "source_shape": .array(source.shape.map(JSON.integer)),
            "source_type": .string(source.type.name),
        ])
    }
}

extension ConversionSummary {
    fileprivate var seconds: Double { Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18 }
}
