// SPDX-License-Identifier: Apache-2.0

import EmberJSON
package import Foundation

/// Turns a model folder as transformers has it, safetensors or PyTorch, into one in MLX's format, quantised or not.
///
/// Tensors are read and written piece by piece. The result appears under its name when it is whole and has
/// been checked, or not at all.
package struct ModelConversion {
    private let source: URL
    private let destination: URL
    private let options: ConversionOptions
    private let config: ConfigReader
    private let type: NumberType
    private var draft: ConversionDraft

    /// Opens the source and decides what becomes of each tensor; nothing is written yet.
    ///
    /// - Throws: `EmberError` that names the file, key, tensor or option at fault.
    package init(from source: URL, to destination: URL, _ options: ConversionOptions) throws(EmberError) {
        try options.check()
        try ModelFolder.requireFolder(source)
        try StagedFolder.requireNothing(at: destination.standardizedFileURL)
        (self.source, self.destination, self.options) = (source, destination, options)
        let configURL = source.appending(path: "config.json")
        guard FileManager.default.fileExists(atPath: configURL.path) else {
            throw EmberError(.missingFile, source.lastPathComponent, "has no config.json; is this a model's folder?")
        }
        config = try ConfigReader(readJSON(configURL))
        guard try Quantization(config) == nil else {
            throw config.unsupported("quantization", "says that the model is quantised already; convert the original")
        }
        // The model's own 16-bit type, or else the one that most are trained in.
        let own = try config.string("dtype", or: config.string("torch_dtype", or: ""))
        type = options.type ?? (own == NumberType.float16.torchName ? .float16 : .bfloat16)
        draft = try ConversionDraft(converting: config, Checkpoint(directory: source))
    }

    /// Converts.
    ///
    /// - Parameters:
    ///   - isCancelled: asked before each piece.
    ///   - report: told of each tensor when it has been written, in the calling thread.
    /// - Throws: `EmberError`, or `CancellationError`; nothing is left behind then.
    package mutating func run(
        isCancelled: () -> Bool = { false }, report: (ConversionEvent) -> Void = { _ in }
    ) throws -> ConversionSummary {
        let begun = ContinuousClock.now
        let copies = try filesToCopy()
        let folder = try StagedFolder(for: destination)
        var plan = try ConversionPlan(draft, options, type: type)
        try folder.requireRoom(for: plan.bytes + copies.reduce(0) { $0 + $1.bytes.count })
        for file in copies { try folder.write(file.bytes, to: file.url.lastPathComponent) }
        var writers = try writeStructure(of: plan, to: folder)

        // The model is built from headers alone: what does not fit is found before the work, not after it.
        let unused = try unusedTensors(of: folder)
        if !unused.isEmpty {
            guard options.allowUnused else { throw unusedError(unused) }
            draft.remove(Set(unused), because: "no part of the model asks for it")
            for shard in plan.shards.indices { try folder.remove(plan.fileName(of: shard)) }
            plan = try ConversionPlan(draft, options, type: type)
            writers = try writeStructure(of: plan, to: folder)
        }
        for (source, reason) in draft.dropped { report(.dropped(source: source.entry, reason: reason)) }
        try fill(plan, writers, isCancelled, report)

        guard try unusedTensors(of: folder).isEmpty else { preconditionFailure("unused tensors were removed before") }
        let proof = try PaddingProof(plan, in: Checkpoint(directory: folder.url)).sentence
        if isCancelled() { throw CancellationError() }
        try folder.publish()
        return ConversionSummary(
            bytes: plan.bytes, parameters: plan.parameters, files: plan.shards.count, dropped: draft.dropped.count,
            padding: proof, time: ContinuousClock.now - begun)
    }

    // MARK: Files

    /// Files that are copied along with the weights and `config.json`.
    private static let companions: Set<String> = [
        "tokenizer.json", "tokenizer_config.json", "tokenizer.model", "special_tokens_map.json", "added_tokens.json",
        "vocab.json", "merges.txt", "vocab.txt", "chat_template.jinja", "chat_template.json", "generation_config.json",
        "LICENSE", "LICENSE.txt", "LICENSE.md", "NOTICE", "NOTICE.txt", "USE_POLICY.md",
    ]

    private func filesToCopy() throws(EmberError) -> [MappedFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: source.path)) ?? []
        var files: [MappedFile] = []
        for name in names.sorted() where Self.companions.contains(name) {
            files.append(try MappedFile(source.appending(path: name)))
        }
        return files
    }

    /// Writes the configuration, the index, and the weights' files without the weights.
    private func writeStructure(of plan: ConversionPlan, to folder: StagedFolder) throws(EmberError)
        -> [SafetensorsWriter]
    {
        try folder.write(convertedConfig(plan).indentedText, to: "config.json")
        try folder.write(plan.index.indentedText, to: "model.safetensors.index.json")
        var writers: [SafetensorsWriter] = []
        for (shard, items) in plan.shards.enumerated() {
            let url = folder.url.appending(path: plan.fileName(of: shard))
            writers.append(try SafetensorsWriter(url, tensors: items.flatMap(\.stored)))
        }
        return writers
    }

    /// The source's `config.json`, its keys sorted as mlx-lm has them, with what the conversion changes.
    private func convertedConfig(_ plan: ConversionPlan) -> JSON {
        var object = config.json.object ?? JSONObject()
        for (key, value) in draft.configChanges { object[key] = value }
        for key in ["dtype", "torch_dtype"] where object[key] != nil { object[key] = .string(type.torchName) }
        // mlx-lm writes the block under both names.
        for key in ["quantization", "quantization_config"] { object[key] = plan.quantisation }
        object["_name_or_path"] = nil
        var sorted = JSONObject()
        for (key, value) in object.sorted(by: { $0.0 < $1.0 }) { sorted[key] = value }
        return .object(sorted)
    }

    // MARK: Checks

    /// Builds the model from the files' headers, as the engine does, and tells what it did not ask for.
    ///
    /// An architecture that has a recipe, but that this engine does not run, is as good as its recipe.
    private func unusedTensors(of folder: StagedFolder) throws(EmberError) -> [String] {
        let modelType = try config.string("model_type")
        guard architectures.contains(where: { $0.modelType == modelType }) else { return [] }
        return try ModelFolder(folder.url).weights.unused
    }

    private func unusedError(_ names: [String]) -> EmberError {
        let shown = names.prefix(4).map(printable).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
        return EmberError(
            .unsupported, source.lastPathComponent,
            "no part of the model asks for \(names.count) of its tensors (\(shown)); allow unused tensors to leave them out"
        )
    }

    // MARK: Weights

    private func fill(
        _ plan: ConversionPlan, _ writers: [SafetensorsWriter], _ isCancelled: () -> Bool,
        _ report: (ConversionEvent) -> Void
    ) throws {
        let compute = try Compute(threads: options.threads)
        let conversion = try TensorConversion(longestRow: plan.items.map(\.target.cols).max() ?? 0, compute)
        for (items, writer) in zip(plan.shards, writers) {
            for item in items {
                try conversion.convert(item, to: writer, isCancelled: isCancelled)
                for part in item.target.parts { report(.converted(TensorMapping(part, item))) }
            }
            try writer.finish()
        }
    }
}
