// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthWords
import ZipFiles

/// Contents of a file, before anything of it is saved.
public enum WordsInFile: Sendable {
    /// A table, whose columns the user may name.
    case table(DelimitedTable)
    /// A package of Anki, whose notes' fields the user may name.
    case package(PackagedWords)
    /// Words that the file itself describes.
    case words(WordsRead)

    /// The endings of names by which files are known, without dots.
    public static let endings = ["apkg", "colpkg", "csv", "tsv", "txt", "json"]

    /// Reads a file of any kind that Hearth knows. Blocks the thread until everything is read.
    ///
    /// - Parameters:
    ///   - name: what the file is called, where that is not what `file` is called. Its ending says what kind it is.
    ///   - deck: where words go whose file names no deck, as a path.
    ///   - encoding: how the letters of a table are written, where the user knows.
    ///   - days: the user's time zone and start of the day.
    /// - Throws: one error that says what is wrong with which part of the file.
    public static func read(
        _ file: URL, name: String, deck: String, encoding: TextEncoding? = nil, days: UserDays, now: Date,
        limits: ImportLimits = ImportLimits(), watch: @escaping ImportWatch = { _ in true }
    ) throws(AnkiError) -> WordsInFile {
        do {
            return try read(file, ending(of: name), deck, encoding, days, now, limits, watch)
        } catch {
            // A file that was sent lies under another name than its user's.
            guard error.part == file.lastPathComponent else { throw error }
            throw AnkiError(error.code, name, error.detail, reason: error.reason)
        }
    }

    private static func read(
        _ file: URL, _ ending: String, _ deck: String, _ encoding: TextEncoding?, _ days: UserDays, _ now: Date,
        _ limits: ImportLimits, _ watch: @escaping ImportWatch
    ) throws(AnkiError) -> WordsInFile {
        switch ending {
        case "apkg", "colpkg":
            let folder = MediaFolder()
            let package = try AnkiPackage.read(file, media: folder.url, limits: limits, watch: watch)
            return .package(PackagedWords(package, folder: folder, days: days, now: now))
        case "json":
            return .words(try WordFile.read(file, deck: deck, limits: limits, watch: watch))
        case "csv", "tsv", "txt":
            return .table(try DelimitedTable(file, encoding: encoding, limits: limits, watch: watch))
        default:
            // What is not there, or is a folder, says so first.
            _ = try InputFile(file)
            let known = endings.map { ".\($0)" }.joined(separator: ", ")
            throw AnkiError(
                .unsupported, file.lastPathComponent, "is of no kind that Hearth reads (\(known))",
                reason: .init("unknownKind", ["kinds": known]))
        }
    }

    private static func ending(of name: String) -> String {
        name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
    }
}

/// A folder for the media of a package, which goes when nobody holds it any more.
public final class MediaFolder: Sendable {
    /// In the folder for temporary files; it is made by whoever writes to it.
    public let url: URL

    private static let prefix = "hearth-media-"

    public init() { url = FileManager.default.temporaryDirectory.appending(path: "\(Self.prefix)\(UUID().uuidString)") }

    // What cannot be removed is removed by a later import, or by the system.
    deinit { try? FileManager.default.removeItem(at: url) }

    /// Removes what programs left behind that were killed while they imported, once it is a day old.
    public static func removeLeftovers(at now: Date, in folder: URL = FileManager.default.temporaryDirectory) {
        // Only of these few is asked how old they are: the folder may have thousands of others.
        let found = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in found ?? [] where name.hasPrefix(prefix) {
            let item = folder.appending(path: name)
            let values = try? item.resourceValues(forKeys: [.contentModificationDateKey])
            guard let date = values?.contentModificationDate, now.timeIntervalSince(date) > 86_400 else { continue }
            // It is tried again at the next import.
            try? FileManager.default.removeItem(at: item)
        }
    }
}
