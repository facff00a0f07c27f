// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a day was, from 1 to 5.
public enum Mood: Int, Sendable, CaseIterable, Codable {
    case heavy = 1
    case low, even, good, bright

    /// Its name in files.
    public var name: String {
        switch self {
        case .heavy: "heavy"
        case .low: "low"
        case .even: "even"
        case .good: "good"
        case .bright: "bright"
        }
    }

    /// From its name, or its number.
    public init?(named text: some StringProtocol) {
        let text = text.lowercased()
        guard let mood = Self.allCases.first(where: { $0.name == text || String($0.rawValue) == text }) else {
            return nil
        }
        self = mood
    }
}

/// Something that the user wrote about a day.
public struct JournalEntry: Sendable, Equatable, Identifiable {
    public let id: String
    public var day: JournalDay
    /// Time on the clock, in minutes after midnight, 0…1439; `nil` where that is not known.
    public var minute: Int?
    /// Markdown.
    public var text: String
    public var mood: Mood?
    public var tags: [String]
    /// Without their bytes, in the order in which they are shown.
    public var photos: [JournalPhoto]
    public let createdAt: Date
    public var changedAt: Date
    /// A language code such as `en`, where it can be told.
    public var language: String?

    public init(
        id: String = UUID().uuidString, day: JournalDay, minute: Int? = nil, text: String, mood: Mood? = nil,
        tags: [String] = [], photos: [JournalPhoto] = [], createdAt: Date, changedAt: Date? = nil,
        language: String? = nil
    ) {
        (self.id, self.day, self.minute, self.text, self.mood) = (id, day, minute, text, mood)
        (self.tags, self.photos, self.createdAt) = (tags, photos, createdAt)
        self.changedAt = changedAt ?? createdAt
        self.language = language ?? MemoryLanguage(of: text)?.rawValue
    }

    /// The most bytes of a text, and the most tags; more is refused.
    public static let longestText = 512 << 10
    public static let mostTags = 64
    public static let longestTag = 100

    /// Whether there is nothing in it to keep.
    public var isEmpty: Bool { text.allSatisfy(\.isWhitespace) && photos.isEmpty && mood == nil }
}

extension JournalEntry {
    /// Its title, where its first line is one, and the text under it.
    ///
    /// A first line is a title when it is a heading, or short, without a full stop, and followed by more.
    public var titled: (title: String?, body: String) {
        let text = self.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let end = text.firstIndex(where: \.isNewline)
        let line = text[..<(end ?? text.endIndex)].trimmingCharacters(in: .whitespaces)
        let rest = end.map { text[$0...].trimmingCharacters(in: .newlines) } ?? ""
        let marks = line.prefix { $0 == "#" }.count
        if (1...6).contains(marks), line.dropFirst(marks).first == " " {
            let title = line.dropFirst(marks).trimmingCharacters(in: .whitespaces)
            return title.isEmpty ? (nil, rest) : (title.plainOfMarkdown, rest)
        }
        let isTitle =
            !rest.isEmpty && line.count <= 60 && !line.isEmpty
            && line.last.map { !".!?…:;,*_`|>-".contains($0) } ?? false && line.first?.isLetter == true
        return isTitle ? (line.withoutMarkdownEscapes, rest) : (nil, text)
    }

    /// The entry as the memory reads it. Its time is that of the day that it is about.
    public func utterance(in zone: TimeZone) -> Utterance {
        Utterance(
            id: id, session: Self.thread, speaker: .user, text: text, date: day.date(at: minute, in: zone),
            language: language)
    }

    /// The conversation, as the memory sees it, that all entries belong to.
    public static let thread = "journal"
}

/// A photo of an entry, without its bytes.
public struct JournalPhoto: Sendable, Equatable, Identifiable {
    public let id: String
    public var kind: PhotoKind
    public var width: Int
    public var height: Int
    /// How many bytes it has.
    public var size: Int

    public init(id: String = UUID().uuidString, kind: PhotoKind, width: Int, height: Int, size: Int) {
        (self.id, self.kind, self.width, self.height, self.size) = (id, kind, width, height, size)
    }
}

/// The kinds of photos that are kept, by the media type that they are served with.
public enum PhotoKind: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"

    /// Of the names of files.
    public var ending: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        }
    }
}

/// Why something of the journal was refused.
public struct JournalError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// There is nothing by that name.
        case missing
        /// A text, a tag or a photo is not one that can be kept, or is too large.
        case invalid
        /// A file is not whole, or contradicts itself.
        case damaged
        /// Something in a file is not read.
        case unsupported
        /// A file would become too large.
        case tooLarge
        /// The caller asked to stop.
        case cancelled
    }

    public var code: Code
    /// The expectation and the finding, as a sentence without a full stop.
    public var description: String

    public init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}

extension JournalEntry {
    /// - Throws: `JournalError` `.invalid` for what cannot be kept.
    public func check() throws(JournalError) {
        guard text.utf8.count <= Self.longestText else {
            throw JournalError(.invalid, "an entry may have \(Self.longestText >> 10) kB of text")
        }
        guard tags.count <= Self.mostTags, tags.allSatisfy({ !$0.isEmpty && $0.count <= Self.longestTag }) else {
            throw JournalError(
                .invalid, "an entry may have \(Self.mostTags) tags of up to \(Self.longestTag) characters")
        }
        guard day >= .first, day <= .last else { throw JournalError(.invalid, "the day \(day) is in no calendar") }
        guard minute.map({ (0...1_439).contains($0) }) ?? true else {
            throw JournalError(.invalid, "a day has no minute \(minute ?? 0)")
        }
    }
}
