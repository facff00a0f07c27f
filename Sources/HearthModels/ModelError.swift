// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a model cannot answer, or cannot be chosen, added or reached.
public struct ModelError: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// There is no model, none of this name, or several and none is named.
        case noModel
        /// The model cannot be loaded.
        case modelFailed
        /// The machine has too little memory.
        case memory
        /// The question alone is longer than the model's context.
        case tooLong
        /// The model cannot do what is asked of it, or not in this way.
        case unsupported
        /// Nobody has agreed yet that conversations leave this machine for this model.
        case notAgreed
        /// The text is not the address of an endpoint.
        case badAddress
        /// The address would carry everything unencrypted through networks of others.
        case unencrypted
        /// Nothing answers at the endpoint.
        case unreachable
        /// The endpoint's certificate is not one to trust.
        case untrusted
        /// The endpoint answers, and then sends nothing for too long.
        case silent
        /// The endpoint wants a key, or another one.
        case keyRefused
        /// The endpoint knows no such model, or no such address.
        case unknownThere
        /// The endpoint has too much to do, or the account's quota is used up.
        case overloaded
        /// The endpoint has an error of its own.
        case failedThere
        /// The endpoint does not take this conversation.
        case refusedThere
        /// The endpoint sends on to another address, where the key does not go.
        case sentElsewhere
        /// The endpoint answers something that is not its protocol.
        case unreadable
        /// The endpoint's answer ended in the middle.
        case brokeOff
        /// Keys cannot be kept or read.
        case secrets
        /// The model said the same words again and again, and was stopped.
        case repeating
        /// The model said what stands around the conversation in its prompt, and was stopped.
        case reciting
    }

    /// Parts of a request that a model may not support.
    public enum Part: Sendable { case turns, text, form, functions, alternatives, maxTokens, sampling }

    public var code: Code
    /// A sentence for people: what happened, and what they can do.
    public var detail: String
    /// The part of the question that is at fault, where that is known.
    public var part: Part?

    public init(_ code: Code, _ detail: String, part: Part? = nil) {
        self.code = code
        self.detail = detail
        self.part = part
    }

    /// The answer had become a loop.
    public static let stuck = ModelError(
        .repeating,
        "The model began to repeat the same words, so the answer was stopped. Try again, or use a larger model.")

    /// The answer was what the model had been told.
    public static let reciting = ModelError(
        .reciting,
        "The model began to recite its instructions instead of answering. Try again, or use a larger model.")

    public var description: String { detail }
    public var errorDescription: String? { detail }
}
