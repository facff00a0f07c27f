// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A mapped file of tensors that are used where they lie, whatever its format.
package struct WeightFile: Sendable {
    let file: MappedFile
    package let tensors: [TensorEntry]

    /// The formats, in the order in which a folder is searched for them.
    package enum Kind: String, CaseIterable {
        case safetensors
        case pytorch = "PyTorch"

        /// Usual name of a file that holds all weights of a model.
        var usualName: String {
            switch self {
            case .safetensors: "model.safetensors"
            case .pytorch: "pytorch_model.bin"
            }
        }

        package var indexName: String { usualName + ".index.json" }

        /// Whether there are weights of this kind among the files of a folder.
        package func occurs(among names: [String]) -> Bool {
            names.contains { $0 == indexName || holdsWeights($0) }
        }

        /// Whether a file of this name may hold a model's weights: training leaves pickles of its own in a folder.
        package func holdsWeights(_ name: String) -> Bool {
            switch self {
            case .safetensors: name.hasSuffix(".safetensors")
            case .pytorch:
                [".bin", ".pt", ".pth"].contains { name.hasSuffix($0) }
                    && !["training_args", "optimizer", "scheduler", "rng_state", "scaler"].contains {
                        name.hasPrefix($0)
                    }
            }
        }
    }

    /// - Throws: `EmberError` of the format's reader.
    package init(_ url: URL) throws(EmberError) {
        if Kind.pytorch.holdsWeights(url.lastPathComponent) {
            let opened = try TorchFile(url)
            (file, tensors) = (opened.file, opened.tensors)
        } else {
            let opened = try SafetensorsFile(url)
            (file, tensors) = (opened.file, opened.tensors)
        }
    }
}
