// SPDX-License-Identifier: Apache-2.0

package import EmberJSON
package import Foundation

/// The weights of a model: one file, or shards with an index that says which tensor is where.
package struct Checkpoint: Sendable {
    private let places: [String: (entry: TensorEntry, file: MappedFile)]

    /// Bytes of the files that hold the tensors.
    var fileBytes: Int {
        var sizes: [ObjectIdentifier: Int] = [:]
        for place in places.values { sizes[ObjectIdentifier(place.file)] = place.file.bytes.count }
        return sizes.values.reduce(0, +)
    }

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

    /// Safetensors are taken before PyTorch's pickles where a folder has both, as many do.
    ///
    /// - Throws: `EmberError` when there are no weights, a shard is missing, leaves the folder or
    ///   lacks a promised tensor.
    package init(directory: URL) throws(EmberError) {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        for kind in WeightFile.Kind.allCases {
            if names.contains(kind.indexName) {
                places = try Self.openShards(directory.appending(path: kind.indexName), in: directory)
                return
            }
            if let name = try Self.single(kind, among: names, of: directory) {
                places = try Self.openSingle(directory.appending(path: name))
                return
            }
        }
        throw EmberError(.missingFile, directory.lastPathComponent, "has no model.safetensors")
    }

    /// Every tensor that can be asked for, sorted by name.
    package var tensors: [TensorEntry] {
        places.values.map(\.entry).sorted { $0.name < $1.name }
    }

    /// A tensor's description and the file that holds it.
    func tensor(_ name: String) -> (entry: TensorEntry, file: MappedFile)? { places[name] }

    private typealias Places = [String: (entry: TensorEntry, file: MappedFile)]

    /// The name of the one file of this kind, or `nil` when there is none.
    private static func single(
        _ kind: WeightFile.Kind, among names: Set<String>, of directory: URL
    ) throws(EmberError) -> String? {
        let candidates = names.filter { kind.holdsWeights($0) }
        if candidates.contains(kind.usualName) { return kind.usualName }
        guard candidates.count <= 1 else {
            throw EmberError(
                .missingFile, directory.lastPathComponent,
                "has \(candidates.count) \(kind.rawValue) files, but neither \(kind.usualName) nor an index")
        }
        return candidates.first
    }

    private static func openSingle(_ url: URL) throws(EmberError) -> Places { entries(of: try WeightFile(url)) }

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
                shards[shard] = entries(of: try WeightFile(directory.appending(path: shard)))
            }
            guard let place = shards[shard]?[tensor] else {
                throw EmberError(.missingTensor, name, "says that \(tensor) is in \(shard), but it is not there")
            }
            places[tensor] = place
        }
        return places
    }

    private static func entries(of file: WeightFile) -> Places {
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
