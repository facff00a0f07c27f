// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Plan for each tensor of a checkpoint, filled in by recipes.
struct ConversionDraft {
    /// `config.json` of the source.
    let config: ConfigReader
    /// Members of `config.json` that the result has instead; `nil` removes one.
    var configChanges: [(key: String, value: JSON?)] = []
    /// Tensors that no recipe has taken yet.
    private(set) var remaining: [String: SourceTensor]
    private(set) var targets: [TargetTensor] = []
    /// Tensors that are left out on purpose.
    private(set) var dropped: [(source: SourceTensor, reason: String)] = []

    init(_ config: ConfigReader, _ checkpoint: Checkpoint) {
        self.config = config
        remaining = Dictionary(
            checkpoint.tensors.compactMap { entry in
                checkpoint.tensor(entry.name).map { (entry.name, SourceTensor(entry: $0.entry, file: $0.file)) }
            }, uniquingKeysWith: { first, _ in first })
    }

    func has(_ name: String) -> Bool { remaining[name] != nil }

    /// Takes the matrix `name`, of any shape where `rows` and `cols` say nothing.
    /// - Throws: `EmberError` `.missingTensor` or `.wrongShape`.
    mutating func take(_ name: String, rows: Int? = nil, cols: Int? = nil) throws(EmberError) -> SourceTensor {
        guard let source = remaining.removeValue(forKey: name) else {
            throw EmberError(.missingTensor, printable(name), "is in none of the files")
        }
        let shape = source.entry.shape
        guard shape.count == 2, rows == nil || rows == shape[0], cols == nil || cols == shape[1] else {
            let expected = [rows, cols].map { $0.map(String.init) ?? "any" }.joined(separator: ", ")
            throw EmberError(.wrongShape, printable(name), "is \(shape), expected [\(expected)]")
        }
        return source
    }

    mutating func add(_ target: TargetTensor) { targets.append(target) }

    mutating func drop(_ name: String, because reason: String) {
        if let source = remaining.removeValue(forKey: name) { dropped.append((source, reason)) }
    }

    /// Gives every tensor that no recipe has taken a place under its own name.
    mutating func keepTheRest(isLayer: (String) -> Bool, keepsType: (String) -> Bool) {
        for (name, source) in remaining {
            let isMatrix = name.hasSuffix(".weight") && source.entry.shape.count >= 2
            var target = TargetTensor(name, source, isLayer: isMatrix && isLayer(name))
            target.keepsType = keepsType(name)
            targets.append(target)
        }
        remaining = [:]
    }

    /// Leaves out targets by name, as tensors that nothing asks for.
    mutating func remove(_ names: Set<String>, because reason: String) {
        for target in targets where names.contains(target.name) {
            dropped += target.parts.map { ($0.source, reason) }
        }
        targets.removeAll { names.contains($0.name) }
    }

    /// Puts targets in the order in which their sources lie on the disk, so that a conversion reads straight on.
    mutating func sort() {
        func place(_ target: TargetTensor) -> (String, Int, String) {
            let first = target.parts.first?.source
            return (first?.file.url.path ?? "", first?.entry.range.lowerBound ?? 0, target.name)
        }
        targets.sort { place($0) < place($1) }
    }
}
