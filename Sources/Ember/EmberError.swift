// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a model cannot be loaded, or a request cannot be answered: a code to switch on, a sentence to read.
public struct EmberError: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: Sendable {
        /// A file or folder that is needed is not there, or cannot be read.
        case missingFile
        /// A file is there, but it is damaged or says something that cannot be.
        case malformedFile
        /// A tensor that the architecture needs is in none of the files.
        case missingTensor
        /// A tensor's shape or type contradicts the configuration.
        case wrongShape
        /// An architecture, quantisation or setting that Ember does not know.
        case unsupported
        /// The tokenizer and the model do not belong together.
        case tokenizerMismatch
        /// A parameter outside its range.
        case invalidParameter
        /// The prompt does not fit the model's context.
        case contextExceeded
        /// The system refused memory or threads.
        case outOfResources
        /// A file cannot be written, or there is no room for it.
        case notWritable
    }

    public var code: Code
    /// The file, tensor or parameter at fault.
    public var place: String
    /// The expected and the found state, as an error message puts them.
    public var detail: String

    public init(_ code: Code, _ place: String, _ detail: String) {
        self.code = code
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(place): \(detail)" }
    public var errorDescription: String? { description }
}
