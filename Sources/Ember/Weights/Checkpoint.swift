// SPDX-License-Identifier: Apache-2.0

package import EmberJSON
package import Foundation

/// The weights of a model folder: one file, or shards with an index that says which tensor is where.
package struct Checkpoint: Sendable {
    private let files: [WeightFile]
    private let places: [String: (file: Int, tensor: Int)]

    /// Safetensors are taken before PyTorch's pickles where a folder has both, as many do.
    ///
    /// - Throws: `EmberError` when there are no weights, a shard is missing, leaves the folder or lacks a promised tensor.
    package init(directory: URL) throws(EmberError) {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        for kind in WeightFile.Kind.allCases {
            if names.contains(kind.indexName) {
                (files, places) = try Self.openShards(directory.appending(path: kind.indexName), in: directory)
                return
            }
            if let name = try Self.single(kind, among: names, of: directory) {
                (files, places) = try Self.openSingle(directory.appending(path: name))
                return
            }
        }
        throw EmberError(.missingFile, directory.lastPathComponent, "has no model.safetensors")
    }

    /// Every tensor that can be asked for, sorted by name.
    package var tensors: [TensorEntry] {
        places.values.map { files[$0.file].tensors[$0.tensor] }.sorted { $0.name < $1.name }
    }

    /// A tensor's description and the file that holds it.
    func tensor(_ name: String) -> (entry: TensorEntry, file: MappedFile)? {
        places[name].map { (files[$0.file].tensors[$0.tensor], files[$0.file].file) }
    }

    private typealias Opened = ([WeightFile], [String: (file: Int, tensor: Int)])

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

    private static func openSingle(_ url: URL) throws(EmberError) -> Opened {
        let file = try WeightFile(url)
        var places: [String: (file: Int, tensor: Int)] = [:]
        for (position, tensor) in file.tensors.enumerated() { places[tensor.name] = (0, position) }
        return ([file], places)
    }

    private static func openShards(_ index: URL, in directory: URL) throws(EmberError) -> Opened {
        let name = index.lastPathComponent
        let json = try readJSON(index)
        guard let map = json["weight_map"]?.object else {
            throw EmberError(.malformedFile, name, "weight_map must be an object that names each tensor's file")
        }
        var files: [WeightFile] = []
        var positions: [String: Int] = [:]
        var entries: [[String: Int]] = []
        var places: [String: (file: Int, tensor: Int)] = [:]
        for (tensor, value) in map {
            guard let shard = value.string else {
                throw EmberError(.malformedFile, name, "\(tensor): the file must be a string, found \(value.kind)")
            }
            guard isPlainFileName(shard) else {
                throw EmberError(
                    .malformedFile, name, "\(tensor): \"\(printable(shard))\" is not the name of a file in this folder")
            }
            if positions[shard] == nil {
                let file = try WeightFile(directory.appending(path: shard))
                positions[shard] = files.count
                files.append(file)
                entries.append(
                    Dictionary(file.tensors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
                )
            }
            let file = positions[shard] ?? 0
            guard let position = entries[file][tensor] else {
                throw EmberError(.missingTensor, name, "says that \(tensor) is in \(shard), but it is not there")
            }
            places[tensor] = (file, position)
        }
        return (files, places)
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
