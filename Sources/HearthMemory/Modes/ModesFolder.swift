// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A mode as it is to be used.
public struct Mode: Sendable, Equatable, Identifiable {
    /// As its file is called.
    public let id: String
    public let language: MemoryLanguage
    public var text: ModeText
    /// The text that came with Hearth; `nil` for a mode of the user's own.
    public let original: ModeText?
    /// When its file was written.
    public let changedAt: Date?

    public init(id: String, language: MemoryLanguage, text: ModeText, original: ModeText?, changedAt: Date?) {
        self.id = id
        self.language = language
        self.text = text
        self.original = original
        self.changedAt = changedAt
    }

    public var isBuiltIn: Bool { original != nil }
    public var isEdited: Bool { original.map { $0 != text } ?? false }
}

/// The modes as files that the user reads, edits and adds to: `friend.en.md`, `friend.fr.md`.
///
/// Modes that come with Hearth are written into the folder where they are missing, so that they can be read there. What
/// was written is kept beside them, in `.original`: where a newer Hearth has another text, a file that is still as it
/// was written gets it, and one that somebody has edited is not touched. A link in the folder's place is not followed:
/// then there are the modes that come with Hearth, and nothing is written.
public struct ModesFolder: Sendable {
    /// Those that come with Hearth, in the order in which they are listed.
    public static let builtIn = ["friend", "journal", "coach", "tutor", "plain"]
    /// Mode of new chats, until the user chooses another.
    public static let usual = "friend"
    /// The one without a text of its own: the settings' system message alone, and no memory.
    public static let plain = "plain"
    /// Bytes of a file; more is no mode.
    private static let most = 100_000
    public static let longestText = 20_000

    public let url: URL

    public init(_ url: URL) { self.url = url }

    /// Writes the files of modes that come with Hearth where there are none, or where they are as an older Hearth wrote
    /// them.
    public func prepare() throws {
        guard !isElsewhere else { return }
        try FileManager.default.createDirectory(
            at: writtenFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for id in Self.builtIn {
            for language in MemoryLanguage.allCases {
                if let original = Self.original(id, language) { try prepare(original, id, language) }
            }
        }
    }

    private func prepare(_ original: ModeText, _ id: String, _ language: MemoryLanguage) throws {
        let (file, new) = (file(id, language), Data(original.file.utf8))
        let written = writtenFolder.appending(path: file.lastPathComponent)
        // Neither may be there, and a link or folder in a file's place is the user's.
        let (present, before) = (Self.contents(of: file), Self.contents(of: written))
        let isThere = (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil
        if !isThere || (present != nil && present == before && present != new) { try save(original, as: id, language) }
        let isOurs = !isThere || present == before || present == new
        if isOurs, before != new { try Self.write(new, to: written) }
    }

    /// Copies of Hearth's own files, as they were written.
    private var writtenFolder: URL { url.appending(path: ".original") }

    /// Whether the folder, or that of what was written, is a link.
    private var isElsewhere: Bool { Self.isLink(url) || Self.isLink(writtenFolder) }

    private static func isLink(_ url: URL) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return attributes?[.type] as? FileAttributeType == .typeSymbolicLink
    }

    private var names: [String] {
        isElsewhere ? [] : (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    }

    // MARK: Reading

    /// All modes in a language, those that come with Hearth first. One that lacks it is there in the other.
    public func modes(in language: MemoryLanguage) -> [Mode] {
        let own = Set(names.compactMap(Self.identifier)).subtracting(Self.builtIn)
        return (Self.builtIn + own.sorted()).compactMap { mode($0, in: language) }
    }

    /// A mode in a language, or in the other where it has no text in this one.
    public func mode(_ id: String, in language: MemoryLanguage) -> Mode? {
        guard Self.isIdentifier(id) else { return nil }
        for language in [language] + MemoryLanguage.allCases.filter({ $0 != language }) {
            let original = Self.original(id, language)
            guard let text = read(id, language) ?? original else { continue }
            let attributes = try? FileManager.default.attributesOfItem(atPath: file(id, language).path)
            return Mode(
                id: id, language: language, text: text, original: original,
                changedAt: attributes?[.modificationDate] as? Date)
        }
        return nil
    }

    /// How many files there are.
    public var count: Int { names.count { Self.identifier($0) != nil } }

    /// The text that came with Hearth.
    public static func original(_ id: String, _ language: MemoryLanguage) -> ModeText? {
        guard builtIn.contains(id) else { return nil }
        let file = Bundle.module.bundleURL.appending(path: "BuiltIn/\(id).\(language.rawValue).md")
        return (try? String(contentsOf: file, encoding: .utf8)).map { ModeText(file: $0, fallback: id) }
    }

    private func read(_ id: String, _ language: MemoryLanguage) -> ModeText? {
        guard !isElsewhere, let data = Self.contents(of: file(id, language)) else { return nil }
        return ModeText(file: String(decoding: data, as: UTF8.self), fallback: id)
    }

    /// The bytes of a file. A link may lead anywhere, a folder or a pipe has no text, and no more than `most` bytes are
    /// ever read.
    /// - Returns: `nil` for what is no file of that size, or cannot be read.
    private static func contents(of file: URL) -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= most,
            let data = try? handle.read(upToCount: most + 1) ?? Data(), data.count <= most
        else { return nil }
        return data
    }

    // MARK: Changing

    /// - Throws: `ModeError`, and what writing throws.
    public func save(_ text: ModeText, as id: String, _ language: MemoryLanguage) throws {
        guard !isElsewhere else { throw CocoaError(.fileWriteNoPermission) }
        guard Self.isIdentifier(id) else { throw ModeError(.name) }
        guard !text.name.isEmpty, text.name.count <= 60 else { throw ModeError(.name) }
        guard text.text.count <= Self.longestText else { throw ModeError(.tooLong) }
        try Self.write(Data(text.file.utf8), to: file(id, language))
    }

    /// So that nobody but the user reads it.
    private static func write(_ data: Data, to file: URL) throws {
        try data.write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Makes a mode of the user's own, in one language.
    /// - Returns: its identifier, made of its name.
    public func add(_ text: ModeText, _ language: MemoryLanguage) throws -> String {
        let id = free(Self.identifier(for: text.name))
        try save(text, as: id, language)
        return id
    }

    /// Writes the text that came with Hearth over a mode's own.
    public func restore(_ id: String, _ language: MemoryLanguage) throws {
        guard let original = Self.original(id, language) else { throw ModeError(.unknown) }
        try save(original, as: id, language)
    }

    /// Removes a mode of the user's own, in all languages.
    public func remove(_ id: String) throws {
        guard Self.isIdentifier(id), !Self.builtIn.contains(id), !isElsewhere else { throw ModeError(.unknown) }
        for language in MemoryLanguage.allCases where FileManager.default.fileExists(atPath: file(id, language).path) {
            try FileManager.default.removeItem(at: file(id, language))
        }
    }

    // MARK: Names

    private func file(_ id: String, _ language: MemoryLanguage) -> URL {
        url.appending(path: "\(id).\(language.rawValue).md")
    }

    private func free(_ id: String) -> String {
        let isTaken = { (id: String) in mode(id, in: .english) != nil }
        return isTaken(id) ? (2...).lazy.map { "\(id.prefix(36))-\($0)" }.first { !isTaken($0) } ?? id : id
    }

    /// Small letters, digits and `-`, so that it can stand in an address and leads to no other folder.
    static func isIdentifier(_ id: String) -> Bool {
        (1...40).contains(id.utf8.count)
            && id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    private static func identifier(_ name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[2] == "md", MemoryLanguage(rawValue: parts[1]) != nil, isIdentifier(parts[0])
        else { return nil }
        return parts[0]
    }

    private static func identifier(for name: String) -> String {
        let words = FoldedWords.all(in: name).map { $0.withoutAccents.filter { $0.isASCII } }.filter { !$0.isEmpty }
        let id = String(words.joined(separator: "-").prefix(36))
        return isIdentifier(id) ? id : "mode"
    }
}

/// Why a mode cannot be as it was filled in.
public struct ModeError: Error, Sendable, Equatable {
    public enum Code: String, Sendable { case name, tooLong, unknown }

    public let code: Code

    public init(_ code: Code) { self.code = code }
}
