// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import Hummingbird
import HummingbirdTesting
import NIOCore
import SeededRandom
import Testing

@testable import HearthWeb

extension BackupFile {
    static let sample = BackupFile(
        id: "hearth-2026-11-21.sqlite", madeAt: someEvening, hasTime: false, bytes: 84_000_000, isReplaced: false,
        contents: Contents(conversations: 12, messages: 340, lastMessageAt: someEvening - 86_400))
}

/// A backup service that answers as a test says, and notes what is done with it.
actor ScriptedBackupService: BackupService {
    private(set) var done: [String] = []
    private var fails = false
    private let files: [String: Data]
    /// Files that cannot be removed when everything is erased.
    private let stubborn: Int
    /// The progress at which a test holds up an export; cancelling ends it.
    private let standstill: Double?

    init(files: [String: Data] = [:], stubborn: Int = 0, standstill: Double? = nil) {
        (self.files, self.stubborn, self.standstill) = (files, stubborn, standstill)
    }

    func backups() -> [BackupFile] {
        [
            .sample,
            BackupFile(
                id: "replaced-2026-11-20T101500.sqlite", madeAt: someEvening - 86_400, bytes: 7_000, isReplaced: true),
        ]
    }
    func backUp() { done.append("backed up") }
    func file(of backup: BackupFile.ID) -> URL? { backup == BackupFile.sample.id ? URL(filePath: #filePath) : nil }
    func restore(file: URL) throws { done.append("restored \(try String(contentsOf: file, encoding: .utf8))") }
    func restore(_ backup: BackupFile.ID) async throws {
        guard backups().contains(where: { $0.id == backup }) else {
            throw ConversationError(.notFound, "It is not here.")
        }
        // Long enough for the second click.
        try await Task.sleep(for: .milliseconds(200))
        done.append("restored \(backup)")
        if fails { throw ConversationError(.notSaved, "The disk is full.") }
    }
    func fail(_ fails: Bool) { self.fails = fails }
    func export(_ progress: @escaping @Sendable (Double) throws -> Void) async throws -> ExportFolder {
        done.append("exported")
        if let standstill {
            while true {
                try progress(standstill)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        return try exportFolder(files)
    }
    func eraseEverything(_ progress: @escaping @Sendable (Double) -> Void) {
        progress(0.5)
        done.append("erased")
    }
    func erasedFiles() -> Int { done.contains("erased") ? stubborn : 0 }
}

/// A folder with these files, by their paths in it.
func exportFolder(_ files: [String: Data]) throws -> ExportFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, data) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }
    return ExportFolder(folder)
}

/// Backups, exports, and the end of everything.
@Suite struct DataPageTests {
    private let backupService = ScriptedBackupService(files: ["settings.json": Data("{}".utf8)])

    @Test func `backups are listed, and one is brought back`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            let page = try await browser.get("/settings/privacy").text
            #expect(page.contains("Today<span class=\"small num\">84\u{A0}MB"))
            #expect(page.contains("Saved before a restore, 7\u{A0}kB"))
            #expect(page.contains("as it was yesterday at"))
            let restored = try await browser.post("/data/restore", ["backup": BackupFile.sample.id])
            #expect(try await browser.get(restored.location).text.contains("Restored."))
            for name in ["", "../hearth.sqlite", "/etc/passwd"] {
                #expect(try await browser.post("/data/restore", ["backup": name]).status == .notFound)
            }
        }
        #expect(await backupService.done == ["restored \(BackupFile.sample.id)"])
    }

    @Test func `a backup is made when it is asked for, saved as a file, and restored from one`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            // A second click on the same form means the same backup.
            _ = try await browser.post("/data/backup", ["once": "a"])
            let made = try await browser.post("/data/backup", ["once": "a"])
            #expect(made.status == .seeOther && made.location == "/settings/privacy?done=backedUp#backups")
            let page = try await browser.get("/settings/privacy?done=backedUp").text
            #expect(page.contains("Backup made") && page.contains("href=\"/data/backups/hearth-2026-11-21.sqlite\""))
            let saved = try await browser.get("/data/backups/hearth-2026-11-21.sqlite")
            #expect(saved.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(saved.text == (try String(contentsOfFile: #filePath, encoding: .utf8)))
            #expect(try await browser.get("/data/backups/..%2F..%2Fsecret").status == .notFound)
            var headers = browser.headers
            headers[.contentType] = "multipart/form-data; boundary=xyz"
            headers[.origin] = "http://localhost"
            let body = ByteBuffer(
                string:
                    "--xyz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(TestApp.key.formToken)\r\n--xyz\r\n"
                    + "Content-Disposition: form-data; name=\"file\"; filename=\"b.sqlite\"\r\n\r\nthe backup\r\n--xyz--\r\n"
            )
            let restored = try await browser.client.execute(
                uri: "/data/restore-file", method: .post, headers: headers, body: body)
            #expect(restored.location == "/settings/privacy?done=restored")
            #expect(await backupService.done == ["backed up", "restored the backup"])
        }
    }

    @Test func `a restore that was sent twice is done once`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            let page = try await browser.get("/settings/privacy").text
            let mark = String(try #require(page.firstMatch(of: #/name="once" value="([^"]+)"/#)?.1))
            #expect(page.contains("action=\"/data/restore\" data-once"))
            let fields = ["backup": BackupFile.sample.id, "once": mark]
            async let first = browser.post("/data/restore", fields)
            async let second = browser.post("/data/restore", fields)
            for answer in try await [first, second, browser.post("/data/restore", fields)] {
                #expect(answer.location == "/settings/privacy?done=restored")
            }
            #expect(await backupService.done.count == 1)
            // The page, asked for again, means it again.
            let again = try await browser.get("/settings/privacy").text
            let other = String(try #require(again.firstMatch(of: #/name="once" value="([^"]+)"/#)?.1))
            #expect(other != mark)
            _ = try await browser.post("/data/restore", ["backup": BackupFile.sample.id, "once": other])
            #expect(await backupService.done.count == 2)
        }
    }

    @Test func `a restore that failed can be sent again`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            let fields = ["backup": BackupFile.sample.id, "once": "mark"]
            await backupService.fail(true)
            #expect(try await browser.post("/data/restore", fields).status.code >= 400)
            await backupService.fail(false)
            #expect(try await browser.post("/data/restore", fields).location == "/settings/privacy?done=restored")
            #expect(await backupService.done.count == 2)
        }
    }

    @Test func `nothing is erased before the machine's name was typed`() async throws {
        let settings = InMemorySettings { $0.appearance.language = .french }
        try await TestApp(settings: settings, backupService: backupService).test { (browser: Browser) async throws in
            #expect(try await browser.get("/settings/privacy").text.contains("Tapez kitchen pour confirmer"))
            for typed in ["", "yes", "kitchens", "k"] {
                let page = try await browser.post("/data/erase", ["confirm": typed])
                #expect(page.status == .badRequest)
                #expect(page.text.contains("aria-invalid=\"true\""))
            }
            #expect(await backupService.done == [])
            #expect(try await browser.post("/data/erase", ["confirm": " Kitchen "]).location == "/welcome?erased=1")
        }
        #expect(await backupService.done == ["erased"])
    }

    @Test func `no other site has any of it done`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            for address in ["/data/erase", "/data/export", "/data/export/cancel", "/data/restore"] {
                let fields = ["confirm": "kitchen", "backup": BackupFile.sample.id]
                let foreign = try await browser.post(address, fields, [.origin: "https://evil.example"])
                #expect(foreign.status == .forbidden)
                #expect(try await browser.post(address, fields.merging(["token": "x"]) { $1 }).status == .forbidden)
                #expect(try await browser.get(address).status != .ok)
            }
        }
        #expect(await backupService.done == [])
    }

    @Test func `an export is one file to keep`() async throws {
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            let answer = try await browser.post("/data/export")
            #expect(answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"hearth-2026-11-21.zip\"")
            #expect(Array(answer.body.readableBytesView.prefix(4)) == Array("PK\u{3}\u{4}".utf8))
        }
    }

    @Test func `an export shows how far it is, is not erased from under it, and can be called off`() async throws {
        let backupService = ScriptedBackupService(standstill: 0.42)
        let app = try await TestApp(backupService: backupService)
        try await app.test { (browser: Browser) async throws in
            #expect(try await browser.get("/settings/privacy").text.contains("data-work hidden"))
            let export = Task { try await browser.post("/data/export") }
            try await eventually("it is shown") { app.server.site.work.current?.fraction == 0.42 }
            let page = try await browser.get("/settings/privacy").text
            #expect(page.contains("Preparing the export") && page.contains("42%") && !page.contains("data-work hidden"))
            #expect(page.contains("<form method=\"post\" action=\"/data/export/cancel\">"))

            let erased = try await browser.post("/data/erase", ["confirm": "kitchen"])
            #expect(erased.status == .conflict)
            #expect(
                erased.text.contains("An export is still running") && erased.text.contains("Nothing was deleted"))
            #expect(await backupService.done == ["exported"])

            let cancelled = try await browser.post("/data/export/cancel")
            #expect(try await browser.get(cancelled.location).text.contains("Export cancelled"))
            #expect(try await export.value.location == "/settings/privacy?done=cancelled")
            #expect(app.server.site.work.current == nil)
            #expect(try await browser.post("/data/erase", ["confirm": "kitchen"]).location == "/welcome?erased=1")
        }
        #expect(await backupService.done == ["exported", "erased"])
    }

    @Test func `an export that was sent is over`() async throws {
        let app = try await TestApp(backupService: backupService)
        try await app.test { (browser: Browser) async throws in
            for _ in 0..<2 { #expect(try await browser.post("/data/export").status == .ok) }
            try await eventually("it is over") { app.server.site.work.current == nil }
            #expect(try await browser.post("/data/erase", ["confirm": "kitchen"]).location == "/welcome?erased=1")
        }
    }

    @Test func `what could not be removed is told, until it is`() async throws {
        let backupService = ScriptedBackupService(stubborn: 3)
        try await TestApp(backupService: backupService).test { (browser: Browser) async throws in
            #expect(try await !browser.get("/settings/privacy").text.contains("role=\"alert\""))
            let erased = try await browser.post("/data/erase", ["confirm": "kitchen"])
            #expect(erased.location == "/settings/privacy")
            #expect(try await browser.get(erased.location).text.contains("3 of its files could not be removed"))
        }
    }

    @Test func `what happens is told as it happens, and the newest alone to who is slow`() async throws {
        let work = DataJobs()
        var changes = work.changes.makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        var job: DataJobs.Job? = work.beginExport()
        try job?.show(.exporting, 0.1)
        try job?.show(.sending, 0.7)
        #expect(await changes.next() == DataJobs.Progress(step: .sending, fraction: 0.7))
        #expect(work.beginErasing() == nil)
        work.cancelExports()
        #expect(throws: CancellationError.self) { try job?.show(.sending, 0.8) }
        job = nil
        #expect(await changes.next() == .some(nil))
        let erasing = try #require(work.beginErasing())
        work.cancelExports()
        try erasing.show(.erasing, 0.5)
        #expect(work.current == DataJobs.Progress(step: .erasing, fraction: 0.5))
    }

    @Test func `where what is kept is not handled as a whole, nothing of that is offered`() async throws {
        try await TestApp().test { (browser: Browser) async throws in
            #expect(try await !browser.get("/settings/privacy").text.contains("/data/"))
            #expect(try await browser.post("/data/erase", ["confirm": "kitchen"]).status == .notFound)
        }
    }
}

/// Archives, as Python's own reader sees them.
@Suite struct ZipArchiveTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: ZipArchiveTests.python != nil))
    func `what goes in comes out`() throws {
        var generator = SplitMix(seed: 7)
        let noise = Data((0..<700_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        var files = [
            "settings.json": Data("{}".utf8), "empty": Data(), "conversations/Où 🌊.md": Data("# Où\n".utf8),
            "noise": noise, "long.jsonl": Data(String(repeating: "the same line\n", count: 100_000).utf8),
        ]
        for index in 0..<300 { files["conversations/\(index).md"] = Data("No. \(index)".utf8) }
        let folder = try exportFolder(files)
        let archive = try ExportArchive(folder.url, root: "hearth", at: someEvening)
        let place = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }  // The system removes what stays.
        var bytes = Data()
        var fraction = 0.0
        while let piece = try archive.next() {
            bytes += piece
            #expect(archive.fraction >= fraction)
            fraction = archive.fraction
        }
        #expect(fraction == 1)
        try bytes.write(to: place.appending(path: "a.zip"))

        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.python))
        let program = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            assert z.infolist()[0].date_time[:2] == (2026, 11)
            z.extractall(sys.argv[2])
            """
        process.arguments = ["-c", program, place.appending(path: "a.zip").path, place.appending(path: "out").path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        for (path, data) in files {
            #expect(try Data(contentsOf: place.appending(path: "out/hearth/\(path)")) == data, "\(path)")
        }
        #expect(bytes.count < 900_000, "it is packed")
    }

    @Test func `a folder without files is an archive without entries`() throws {
        let folder = try exportFolder([:])
        let archive = try ExportArchive(folder.url, root: "hearth", at: someEvening)
        #expect(try archive.next()?.count == 22)
        #expect(try archive.next() == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func `an export is gone when nobody reads it any more`() throws {
        var folder: ExportFolder? = try exportFolder(["a": Data([1])])
        let url = try #require(folder?.url)
        #expect(FileManager.default.fileExists(atPath: url.path))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
