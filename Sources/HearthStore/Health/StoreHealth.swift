// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// Result of one check of a store.
public struct HealthFinding: Sendable, Equatable, Encodable {
    public enum Level: String, Sendable, Encodable {
        case good
        /// Nothing is broken, but something should be done.
        case warning
        case broken
    }

    public let level: Level
    /// Thing that was checked.
    public let subject: String
    /// Result of the check.
    public let detail: String
    /// Advice; `nil` when nothing is to be done.
    public let remedy: String?

    public init(_ level: Level, _ subject: String, _ detail: String, remedy: String? = nil) {
        self.level = level
        self.subject = subject
        self.detail = detail
        self.remedy = remedy
    }
}

/// Looks a store over. That opens it, which brings an older database to the newest schema; on a disk that takes no
/// writing, a copy of it.
public struct StoreHealth {
    private let files: StoreFiles

    public init(folder: URL) { files = StoreFiles(folder: folder) }

    /// Reads the whole database, which takes seconds where there are hundreds of megabytes.
    public func findings() -> [HealthFinding] {
        do { try files.checkAccess() } catch {
            return [
                HealthFinding(.broken, "database", "\(error)", remedy: "start it as the user whose folder that is")
            ]
        }
        guard files.isBegun else {
            return [HealthFinding(.good, "database", "there is none yet in \(files.folder.path)"), disk]
        }
        let reading = StoreReading(files.folder)
        let disk = reading.isCopy ? readOnlyDisk : disk
        return withExtendedLifetime(reading) { database(reading.opening) + [backups, disk, modes] + damaged }
    }

    // MARK: Database

    private func database(_ opening: StoreOpening) -> [HealthFinding] {
        switch opening {
        case .unusable(let recovery):
            let remedy =
                recovery.newestBackup.map { "restore the newest backup: hearth restore '\($0.file.path)'" }
                ?? (recovery.problem.code == .newer
                    ? "update Hearth"
                    : "there is no whole backup; hearth serve offers to begin anew and keeps this file")
            return [HealthFinding(.broken, "database", recovery.problem.detail, remedy: remedy)]
        case .ready(let store):
            defer { try? store.close() }  // It was only looked at.
            return [
                check(store, "database", "every page and row is whole", DatabaseCheck.pages),
                check(store, "references", "every message leads to its conversation", DatabaseCheck.references),
                index(store), erasures(store), orphans(store),
            ]
        }
    }

    private func check(
        _ store: Store, _ subject: String, _ good: String, _ check: (Database) throws -> Void
    ) -> HealthFinding {
        do {
            try store.database.read(check)
            return HealthFinding(.good, subject, good)
        } catch {
            return HealthFinding(
                .broken, subject, StoreError(error, at: files.database).detail, remedy: restoreRemedy)
        }
    }

    private var restoreRemedy: String {
        let whole = (try? Backup.all(in: files.backups))?.first { (try? Restoring.check($0.file)) != nil }
        let restore = whole.map { "then restore the newest whole backup: hearth restore '\($0.file.path)'" }
        return "save what can be read: hearth export DIR; \(restore ?? "there is no whole backup")"
    }

    private func index(_ store: Store) -> HealthFinding {
        do {
            // The check is an insert command of the index, so it wants a writer; it writes nothing.
            try store.database.write { database in try SearchIndex.check(in: database) }
            return HealthFinding(.good, "search", "the index agrees with the texts")
        } catch {
            return HealthFinding(
                .broken, "search", "the index does not agree with the texts",
                remedy: "make it anew: hearth doctor --mend")
        }
    }

    private func erasures(_ store: Store) -> HealthFinding {
        let files = store.erasedFiles
        guard files == 0 else {
            return HealthFinding(
                .warning, "erasing",
                "\(files) erased files are still to be removed from \(self.files.folder.appending(path: "erased").path)",
                remedy: "look after who owns them; Hearth tries again when it is started, or now: hearth doctor --mend")
        }
        let notes = (try? store.erasureNotes()) ?? []
        guard !notes.isEmpty else { return HealthFinding(.good, "erasing", "what was erased has left no trace") }
        let traces = "traces of \(notes.count) erased things are still to be removed"
        guard let first = CleaningCopies(files: self.files, notes: notes).unclean().first else {
            return HealthFinding(
                .warning, "erasing", traces,
                remedy: "they go when Hearth is started, or now: hearth doctor --mend")
        }
        return HealthFinding(
            .warning, "erasing", "\(traces), and this backup cannot be cleaned: \(first.error.detail)",
            remedy: "mend or remove \(first.file.path), then: hearth doctor --mend")
    }

    private func orphans(_ store: Store) -> HealthFinding {
        do {
            let count = try store.orphanedRows()
            guard count > 0 else {
                return HealthFinding(.good, "memory", "all that is remembered was said or written somewhere")
            }
            return HealthFinding(
                .warning, "memory", "\(count) pieces of what is not there any more are still remembered",
                remedy: "they go when Hearth is started, or now: hearth doctor --mend")
        } catch {
            return HealthFinding(
                .broken, "memory", StoreError(error, at: files.database).detail, remedy: restoreRemedy)
        }
    }

    // MARK: Files

    private var backups: HealthFinding {
        let all = (try? Backup.all(in: files.backups)) ?? []
        let broken = all.filter { (try? Restoring.check($0.file)) == nil }
        if let first = broken.first {
            return HealthFinding(
                .warning, "backups", "\(broken.count) of \(all.count) are not whole, such as \(first.file.path)",
                remedy: "remove them; Hearth makes a new backup every day that it runs")
        }
        guard let newest = all.first else {
            return HealthFinding(
                .warning, "backups", "there is none yet", remedy: "start Hearth, or make one: hearth backup FILE")
        }
        return HealthFinding(.good, "backups", "\(all.count), all whole; the newest is of \(newest.date)")
    }

    private var disk: HealthFinding {
        var folder = files.folder
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        guard let free = DiskSpace.free(at: folder) else {
            return HealthFinding(.warning, "disk", "the system does not say how much is free at \(folder.path)")
        }
        let size = (try? files.database.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        guard free > size + DiskSpace.reserve else {
            return HealthFinding(
                .warning, "disk",
                "\(free / 1_000_000) MB are free, a backup needs \((size + DiskSpace.reserve) / 1_000_000 + 1) MB",
                remedy: "make room on the disk of \(files.folder.path)")
        }
        return HealthFinding(.good, "disk", "\(free / 1_000_000) MB are free")
    }

    private var readOnlyDisk: HealthFinding {
        HealthFinding(
            .warning, "disk", "nothing can be written to \(files.folder.path); a copy was looked at",
            remedy: "make that disk writable, or save what is there: hearth export DIR")
    }

    private var modes: HealthFinding {
        let open = privateFiles.filter { (try? PrivateFiles.mode(of: $0)).map { $0 & 0o077 != 0 } ?? false }
        guard let first = open.first else {
            return HealthFinding(.good, "privacy", "nobody else on this machine can read the files")
        }
        return HealthFinding(
            .warning, "privacy", "others on this machine can read \(open.count) files, such as \(first.path)",
            remedy: "chmod -R go-rwx '\(files.folder.path)'")
    }

    /// Everything in the data folder but models, which are public.
    private var privateFiles: [URL] {
        let models = files.folder.appending(path: "models").path
        let all = FileManager.default.enumerator(at: files.folder, includingPropertiesForKeys: nil)
        return [files.folder]
            + (all?.compactMap { $0 as? URL }.filter { $0.path != models && !$0.path.hasPrefix(models + "/") } ?? [])
    }

    private var damaged: [HealthFinding] {
        let backups = (try? Backup.all(in: files.badBackups)) ?? []
        let kept = (try? FileManager.default.contentsOfDirectory(atPath: files.damaged.path)) ?? []
        let databases = kept.filter { $0 != files.badBackups.lastPathComponent }
        var findings: [HealthFinding] = []
        if !databases.isEmpty {
            findings.append(keptAside("\(databases.count) damaged databases are kept in \(files.damaged.path)"))
        }
        if let first = backups.first {
            findings.append(
                keptAside("\(backups.count) backups that are not whole were set aside, such as \(first.file.path)"))
        }
        return findings
    }

    private func keptAside(_ what: String) -> HealthFinding {
        HealthFinding(
            .warning, "kept aside", what,
            remedy: "remove them when you need nothing of them: what you erase in Hearth may still be in them")
    }
}
