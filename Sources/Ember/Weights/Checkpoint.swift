// SPDX-License-Identifier: Apache-2.0

package import EmberJSON
package import Foundation

/// The weights of a model: one safetensors file, or shards with an index that says which tensor is where, or GGUF.
package struct Checkpoint: Sendable {
    private let places: [String: (entry: TensorEntry, file: MappedFile)]

    /// The tensors of a GGUF model under the names that checkpoints use; those that checkpoints lack keep
    /// their own, but for what the configuration has taken up already.
    init(_ model: GGUFModel) throws(EmberError) {
        let architecture = try model.architecture()
        let headDim = architecture.interleavesHeads ? try model.headDim() : 0
        var places: Places = [:]
        for file in model.files {
            for tensor in file.tensors where tensor.name != GGUFModel.ropeDivisorsName {
                let name = architecture.checkpointName(of: tensor.name) ?? tensor.name
                let entry = tensor.renamed(
                    name, interleavedHead: architecture.interleaves(tensor.name) ? headDim : 0)
                guard places.updateValue((entry, file.file), forKey: name) == nil else {
                    throw EmberError(.malformedFile, file.name, "\(printable(tensor.name)) is in two files")
                }
            }
        }
        self.places = places
    }

    /// - Throws: `EmberError` when there are no weights, a shard is missing, leaves the folder or lacks a promised tensor.
    package init(directory: URL) throws(EmberError) {
        let index = directory.appending(path: "model.safetensors.index.json")
        if FileManager.default.fileExists(atPath: index.path) {
            places = try Self.openShards(index, in: directory)
        } else {
            places = try Self.openSingle(in: directory)
        }
    }

    /// Every tensor that can be asked for, sorted by name.
    package var tensors: [TensorEntry] {
        places.values.map(\.entry).sorted { $0.name < $1.name }
    }

    /// A tensor's description and the file that holds it.
    func tensor(_ name: String) -> (entry: TensorEntry, file: MappedFile)? { places[name] }

    private typealias Places = [String: (entry: TensorEntry, file: MappedFile)]

    private static func openSingle(in directory: URL) throws(EmberError) -> Places {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let candidates = names.filter { $0.hasSuffix(".safetensors") }.sorted()
        guard let name = candidates.contains("model.safetensors") ? "model.safetensors" : candidates.first else {
            let pickles = names.contains { $0.hasSuffix(".bin") || $0.hasSuffix(".pt") || $0.hasSuffix(".pth") }
            throw EmberError(
                .missingFile, directory.lastPathComponent,
                "has no model.safetensors" + (pickles ? "; PyTorch pickles are not read" : ""))
        }
        guard candidates.count == 1 || name == "model.safetensors" else {
            throw EmberError(
                .missingFile, directory.lastPathComponent,
                "has \(candidates.count) safetensors files, but neither model.safetensors nor an index")
        }
        return entries(of: try SafetensorsFile(directory.appending(path: name)))
    }

    private static func openShards(_ index: URL, in directory: URL) throws(EmberError) -> Places {
        let name = index.lastPathComponent
        let json = try readJSON(index)
        guard let map = json["weight_map"]?.object else {
            throw EmberError(.malformedFile, name, "weight_map must be an object that names each tensor's file")
        }
        var shards: [String: Places] = [:]
        var places: Places = [:]
        for (tensor, value) in map {
            guard let shard = value.string else {
                throw EmberError(.malformedFile, name, "\(tensor): the file must be a string, found \(value.kind)")
            }
            guard isPlainFileName(shard) else {
                throw EmberError(
                    .malformedFile, name, "\(tensor): \"\(printable(shard))\" is not the name of a file in this folder")
            }
            if shards[shard] == nil {
                shards[shard] = entries(of: try SafetensorsFile(directory.appending(path: shard)))
            }
            guard let place = shards[shard]?[tensor] else {
                throw EmberError(.missingTensor, name, "says that \(tensor) is in \(shard), but it is not there")
            }
            places[tensor] = place
        }
        return places
    }

    private static func entries(of file: SafetensorsFile) -> Places {
        Dictionary(file.tensors.map { ($0.name, ($0, file.file)) }, uniquingKeysWith: { first, _ in first })
    }

    /// A shard's name may not lead anywhere: no folder, no parent, nothing that a URL or the system would reinterpret.
    private static func isPlainFileName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0 == ":" || $0.value < 0x20 }
    }
}

/// Text from a file, fit for an error message: control characters replaced, at most 80 characters.
func printable(_ text: String) -> String {
    String(text.prefix(80).map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "\u{FFFD}" : $0 })
}

/// Reads a JSON file of a model folder.
/// - Throws: `EmberError` `.missingFile` or `.malformedFile` with line and column.
package func readJSON(_ url: URL) throws(EmberError) -> JSON {
    let file = try MappedFile(url)
    do {
        return try JSON(parsing: Array(file.bytes))
    } catch {
        throw EmberError(.malformedFile, url.lastPathComponent, "\(error)")
    }
}
