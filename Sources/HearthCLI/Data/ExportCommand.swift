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
        abstract: "Write conversations and settings to a folder, as JSON lines and Markdown.",
        discussion: """
            sessions.jsonl and messages.jsonl have one JSON object a line, settings.json is one; dates are ISO 8601 in UTC. \
            conversations/ has a Markdown file for each conversation. facts.jsonl and facts.md have what Hearth knows about you, \
            with the words that say it, profile.jsonl the lines of your portrait, modes/ the modes that you wrote or edited. Where the database cannot be used, the newest backup is \
            exported.
            """
    )

    @Argument(help: "A new folder, or an empty one.", completion: .directory)
    var folder: String

    func run() async throws {
        let home = DataFolder.ofThisUser
        let destination = URL(filePath: folder)
        guard StoreFiles(folder: home.url).isBegun else { throw home.noStore }
        switch Store.open(in: home.url) {
        case .ready(let store):
            defer { try? store.close() }  // It was only read.
            let counts = try await export(store, to: destination)
            try home.exportModes(to: destination)
            tell(counts.sessions, counts.messages, destination)
        case .unusable(let recovery):
            guard let backup = recovery.newestBackup else { throw recovery.problem }
            StandardStream.error.write("\(recovery.problem); the backup of \(backup.date) is exported\n")
            let counts = try recovery.export(to: destination)
            try home.exportModes(to: destination)
            tell(counts.sessions, counts.messages, destination)
        }
    }

    private func tell(_ sessions: Int, _ messages: Int, _ folder: URL) {
        let (chats, said) = (counted(sessions, "conversation"), counted(messages, "message"))
        StandardStream.output.write("\(line: folder.path): \(chats) with \(said)\n")
    }
}

extension ExportCommand {
    /// Says how far it is on standard error. A signal calls it off, and then nothing of it is left.
    private func export(_ store: Store, to destination: URL) async throws -> (sessions: Int, messages: Int) {
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

extension DataFolder {
    /// Where this process's environment says it is.
    static var ofThisUser: DataFolder { DataFolder(environment: ProcessInfo.processInfo.environment) }

    var noStore: StoreError {
        StoreError(.missing, "there is nothing of Hearth's in \(url.path) yet; start hearth, or check HEARTH_HOME")
    }

    /// The store, where there is one: a command that reads should not make an empty one.
    func existingStore() throws -> Store {
        guard StoreFiles(folder: url).isBegun else { throw noStore }
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
