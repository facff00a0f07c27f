// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird
import HummingbirdTesting
import NIOCore
import SeededRandom
import Testing

@testable import HearthWeb

extension KeptBackup {
    static let sample = KeptBackup(
        id: "hearth-2026-11-21.sqlite", madeAt: someEvening, bytes: 84_000_000, isReplaced: false)
}

/// What is kept, as a test says; notes what is done with it.
actor ScriptedKeeping: DataKeeping {
    private(set) var done: [String] = []
    private let files: [String: Data]

    init(files: [String: Data] = [:]) { self.files = files }

    func backups() -> [KeptBackup] {
        [
            .sample,
            KeptBackup(
                id: "replaced-2026-11-20T101500.sqlite", madeAt: someEvening - 86_400, bytes: 7_000, isReplaced: true),
        ]
    }
    func restore(_ backup: KeptBackup.ID) throws {
        guard backups().contains(where: { $0.id == backup }) else {
            throw ConversationError(.notFound, "It is not here.")
        }
        done.append("restored \(backup)")
    }
    func export() throws -> ExportFolder {
        done.append("exported")
        return try exportFolder(files)
    }
    func eraseEverything() { done.append("erased") }
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
    private let keeping = ScriptedKeeping(files: ["settings.json": Data("{}".utf8)])

    @Test func `backups are listed, and one is brought back`() async throws {
        try await TestApp(keeping: keeping).test { (browser: Browser) async throws in
            let page = try await browser.get("/settings/privacy").text
            #expect(page.contains("Today<span class=\"small num\">84\u{A0}MB"))
            #expect(page.contains("Before another was restored, 7\u{A0}kB"))
            #expect(page.contains("as they were yesterday"))
            let restored = try await browser.post("/data/restore", ["backup": KeptBackup.sample.id])
            #expect(try await browser.get(restored.location).text.contains("Restored."))
            for name in ["", "../hearth.sqlite", "/etc/passwd"] {
                #expect(try await browser.post("/data/restore", ["backup": name]).status == .notFound)
            }
        }
        #expect(await keeping.done == ["restored \(KeptBackup.sample.id)"])
    }

    @Test func `nothing is erased before the machine's name was typed`() async throws {
        let settings = MemorySettings { $0.language = .french }
        try await TestApp(settings: settings, keeping: keeping).test { (browser: Browser) async throws in
            #expect(try await browser.get("/settings/privacy").text.contains("Tapez kitchen pour confirmer"))
            for typed in ["", "yes", "kitchens", "k"] {
                let page = try await browser.post("/data/erase", ["confirm": typed])
                #expect(page.status == .badRequest)
                #expect(page.text.contains("aria-invalid=\"true\""))
            }
            #expect(await keeping.done == [])
            #expect(try await browser.post("/data/erase", ["confirm": " Kitchen "]).location == "/welcome")
        }
        #expect(await keeping.done == ["erased"])
    }

    @Test func `no other site has any of it done`() async throws {
        try await TestApp(keeping: keeping).test { (browser: Browser) async throws in
            for address in ["/data/erase", "/data/export", "/data/restore"] {
                let fields = ["confirm": "kitchen", "backup": KeptBackup.sample.id]
                let foreign = try await browser.post(address, fields, [.origin: "https://evil.example"])
                #expect(foreign.status == .forbidden)
                #expect(try await browser.post(address, fields.merging(["token": "x"]) { $1 }).status == .forbidden)
                #expect(try await browser.get(address).status != .ok)
            }
        }
        #expect(await keeping.done == [])
    }

    @Test func `an export is one file to keep`() async throws {
        try await TestApp(keeping: keeping).test { (browser: Browser) async throws in
            let answer = try await browser.post("/data/export")
            #expect(answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"hearth-2026-11-21.zip\"")
            #expect(Array(answer.body.readableBytesView.prefix(4)) == Array("PK\u{3}\u{4}".utf8))
        }
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
        let archive = try ZipArchive(folder.url, root: "hearth", at: someEvening)
        let place = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }  // The system removes what stays.
        var bytes = Data()
        while let piece = try archive.next() { bytes += piece }
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
        let archive = try ZipArchive(folder.url, root: "hearth", at: someEvening)
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
