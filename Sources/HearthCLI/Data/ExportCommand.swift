// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthEngine
import HearthStore
import Synchronization

/// `hearth export`: everything that was said and set, in formats that other programs read.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write conversations, journal, memory, words and settings to a folder, as JSON lines and Markdown.",
        discussion: """
            sessions.jsonl and messages.jsonl have one JSON object a line, settings.json is one; dates are ISO 8601 in UTC. \
            conversations/ has a Markdown file for each conversation, journal.jsonl an entry a line. facts.jsonl and facts.md have \
            what Hearth knows about you, with the words that say it, profile.jsonl the lines of your portrait, decks.jsonl, \
            flashcards.jsonl, cards.jsonl and reviews.jsonl your words, modes/ the modes that you wrote or edited. Where the \
            database cannot be used, the newest backup is exported.
            """
    )

    @Argument(help: "A new folder, or an empty one.", completion: .directory)
    var folder: String

    func run() async throws {
        let home = DataFolder.ofThisUser
        let destination = URL(filePath: folder)
        try home.requireStore()
        let reading = StoreReading(home.url)
        defer { withExtendedLifetime(reading) {} }
        switch reading.opening {
        case .ready(let store):
            defer { try? store.close() }  // It was only read.
            let counts = try await export(store, to: destination)
            try home.exportModes(to: destination)
            tell(counts, destination)
        case .unusable(let recovery):
            guard let backup = recovery.newestBackup else { throw recovery.problem }
            StandardStream.error.write("\(recovery.problem); the backup of \(backup.date) is exported\n")
            let counts = try recovery.export(to: destination)
            try home.exportModes(to: destination)
            tell(counts, destination)
        }
    }

    private func tell(_ contents: StoreContents, _ folder: URL) {
        StandardStream.output.write("\(line: folder.path): \(contents.sentence)\n")
    }
}

extension ExportCommand {
    /// Says how far it is on standard error. A signal calls it off, and then nothing of it is left.
    private func export(_ store: Store, to destination: URL) async throws -> StoreContents {
        let line = ProgressLine("Exporting")
        defer { line.end() }
        let received = Atomic<Int32>(0)
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { received.store($0, ordering: .relaxed) }
        defer { withExtendedLifetime(watch) {} }
        do {
            return try await store.export(to: destination) { fraction in
                guard received.load(ordering: .relaxed) == 0 else { throw CancellationError() }
                line.show(fraction)
            }
        } catch is CancellationError {
            line.end()
            StandardStream.error.write("the export was cancelled, and nothing of it is left\n")
            throw ExitCode(Interruption.status(of: received.load(ordering: .relaxed)))
        }
    }
}

extension StoreContents {
    /// `1 conversation with 2 messages, 3 journal entries`; what there is none of is left out.
    var sentence: String {
        let all = [
            (entries, counted(entries, "journal entry", "journal entries")), (words, counted(words, "word")),
            (facts, counted(facts, "fact")),
        ]
        let rest = all.filter { $0.0 > 0 }.map { ", \($0.1)" }.joined()
        return "\(counted(sessions, "conversation")) with \(counted(messages, "message"))\(rest)"
    }
}

extension DataFolder {
    /// The folder that this process's environment names.
    static var ofThisUser: DataFolder { DataFolder(environment: ProcessInfo.processInfo.environment) }

    /// - Throws: `StoreError` where there is no store, or none that this user may look for.
    func requireStore() throws(StoreError) {
        let files = StoreFiles(folder: url)
        try files.checkAccess()
        guard !files.isBegun else { return }
        throw StoreError(
            .missing, "there is nothing of Hearth's in \(url.path) yet; start hearth, or check HEARTH_HOME")
    }

    /// The store, where there is one: a command that reads should not make an empty one.
    func existingStore() throws -> Store {
        try requireStore()
        return try storeOrNew()
    }

    /// The store, be it a new one.
    func storeOrNew() throws -> Store {
        switch Store.open(in: url) {
        case .ready(let store): return store
        case .unusable(let recovery):
            let advice = recovery.newestBackup.map { "; the newest whole backup: hearth restore '\($0.file.path)'" }
            throw StoreError(recovery.problem.code, recovery.problem.detail + (advice ?? ""))
        }
    }
}
