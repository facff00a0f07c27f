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
            CSV has the words alone. JSON has everything but pictures and sounds. A package has all of it, and Anki opens it. A file \
            that is there already is not written over.
            """)

    @Argument(help: "The file to write.", completion: .file()) var file: String
    @Option(help: "The deck, with those in it; all decks unless one is named.") var deck: String?
    @Option(help: "csv, json or apkg; what the file's ending says unless given.") var format: WordsOutFile.Kind?

    func run() async throws {
        let url = URL(filePath: file)
        guard let kind = format ?? WordsOutFile.Kind(rawValue: url.pathExtension.lowercased()) else {
            throw ValidationError(
                "the ending of \(url.lastPathComponent) says no format; give --format csv, json or apkg")
        }
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // It was only read.
        let deck = try home.deck(deck, in: try await home.store.decks())
        let count = try await WordsOutFile.write(
            deck: deck?.id, of: home.store, as: kind, to: url, days: home.days, at: .now)
        StandardStream.output.write("\(line: url.path): \(count) words, \(FileSize.text(of: url))\n")
    }
}

extension WordsOutFile.Kind: ExpressibleByArgument {}
