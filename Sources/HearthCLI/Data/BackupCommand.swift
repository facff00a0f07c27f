// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthEngine
import HearthStore

/// `hearth backup`: a copy of everything that was said and set, in one file.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write conversations, journal, memory, words and settings to one file, also while Hearth runs.",
        discussion: """
            The file is a SQLite database that only you can read. An earlier backup of that name is replaced, any other file is not. \
            Models are not in it: they can be downloaded again.
            """
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        let url = URL(filePath: file)
        try await store.backUp(to: url)
        StandardStream.output.write("\(line: url.path): \(FileSize.text(of: url))\n")
    }
}

/// `hearth restore`: what a backup holds takes the place of what there is.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of everything that Hearth keeps but models; what there was is kept.",
        discussion: "Hearth must not be running. The backup is checked before anything is touched."
    )

    @Argument(help: "A file that hearth backup wrote, or one of Hearth's own backups.", completion: .file())
    var file: String

    func run() async throws {
        let home = DataFolder.ofThisUser
        let restoration = try Store.restore(URL(filePath: file), into: home.url, at: Date())
        StandardStream.output.write("restored \(restoration.contents.sentence)\n")
        if let former = restoration.former {
            StandardStream.output.write("what there was is kept in \(line: former.path)\n")
        }
    }
}

/// How large a file is, as people read it.
enum FileSize {
    static func text(of file: URL) -> String {
        // A file that has just been written has a size.
        let bytes = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        return bytes.formatted(.byteCount(style: .file))
    }
}
