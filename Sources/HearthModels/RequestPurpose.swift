// SPDX-License-Identifier: Apache-2.0

/// The user's texts that a request to a model is made of. The user agrees to each of them by itself before it leaves
/// this machine; `AllModels` refuses a request to a model elsewhere that lacks this consent.
public enum RequestPurpose: String, Sendable, Codable, CaseIterable {
    /// Messages of a conversation, and what programs ask. Agreeing to the model is agreeing to this.
    case conversation
    /// Entries of the journal: questions about them, look-backs, guided talks.
    case journal
    /// Words that are learned, with their translations and examples.
    case words
}
