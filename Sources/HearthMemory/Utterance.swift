// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that was said or written, as the memory takes it: a message of a conversation or a journal entry.
public struct Utterance: Sendable, Equatable, Identifiable {
    /// The speaker. Only what the user wrote can become a fact.
    public enum Speaker: String, Sendable { case user, assistant, tool }

    /// Characters of its text that are looked through for facts; models read no more at once.
    public static let longestRead = 20_000

    public let id: String
    /// The conversation or journal that it belongs to.
    public let session: String
    public let speaker: Speaker
    public let text: String
    public let date: Date
    /// Whether it belongs to a private session, or one with memory off: it reaches neither extractor nor index nor
    /// prompt.
    public let isPrivate: Bool
    /// A language code such as `en` or `fr`, where it is known.
    public let language: String?

    public init(
        id: String, session: String, speaker: Speaker, text: String, date: Date, isPrivate: Bool = false,
        language: String? = nil
    ) {
        self.id = id
        self.session = session
        self.speaker = speaker
        self.text = text
        self.date = date
        self.isPrivate = isPrivate
        self.language = language
    }
}
