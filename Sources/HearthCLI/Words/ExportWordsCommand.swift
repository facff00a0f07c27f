// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import Foundation
public import HearthAnki
import HearthStore
import HearthWords

/// `hearth words export`: words as a file.
struct ExportWordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write words to a file: CSV, JSON, or a package of Anki (.apkg).",
        discussion: """
            CSV has the words alone; as a spreadsheet, cells that would be formulas begin with an apostrophe. JSON has everything but pictures and sounds. A package has all of it, and Anki opens it. A file \
            that is there already is written over only with --force.
            """)

    @Argument(help: "The file to write.", completion: .file()) var file: String
    @Option(help: "The deck, with those in it; all decks unless one is named.") var deck: String?
    @Option(help: "csv, spreadsheet, json or apkg; what the file's ending says unless given.") var format:
        WordsOutFile.Kind?

    @Flag(help: "Write over a file that is there already.") var force = false

    func run() async throws {
        let url = URL(filePath: file)
        guard let kind = format ?? WordsOutFile.Kind(rawValue: url.pathExtension.lowercased()) else {
            throw ValidationError(
                "the ending of \(url.lastPathComponent) says no format; give --format csv, spreadsheet, json or apkg")
        }
        try check(url)
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // It was only read.
        let deck = try home.deck(deck, in: try await home.store.decks())
        let count = try await write(deck, kind, url, home)
        StandardStream.output.write(
            "\(line: url.path): \(counted(count, "word")), \(FileSize.text(of: url))\n")
    }

    /// Says what stands in the way before anything is read.
    private func check(_ url: URL) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw AnkiError(.unwritable, file, "is a folder; name a file in it") }
        guard force else {
            throw AnkiError(.unwritable, file, "is there already; --force writes over it")
        }
    }

    /// With --force, it is written beside the file and then put in its place: what was there is never lost halfway.
    private func write(_ deck: Deck?, _ kind: WordsOutFile.Kind, _ url: URL, _ home: WordHome) async throws -> Int {
        let aside = url.deletingLastPathComponent().appending(path: ".hearth-\(UUID().uuidString)")
        let place = force ? aside : url
        do {
            let count = try await WordsOutFile.write(
                deck: deck?.id, of: home.store, as: kind, to: place, days: home.days, at: .now)
            guard !force || rename(aside.path, url.path) == 0 else {
                throw AnkiError(.unwritable, file, "cannot be written: \(String(cString: strerror(errno)))")
            }
            return count
        } catch {
            // The error says more than that something could not be removed.
            if force { try? FileManager.default.removeItem(at: aside) }
            guard let error = error as? AnkiError, error.part == place.lastPathComponent else { throw error }
            throw AnkiError(error.code, file, error.detail)
        }
    }
}

extension WordsOutFile.Kind: ExpressibleByArgument {}
