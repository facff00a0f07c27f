// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthAnki
import Testing

/// Packages that a stranger could send. Each is refused in one sentence or imported without harm, and what has to
/// become of it was written with the file, by `make_hostile.py`.
///
/// `HEARTH_HOSTILE` names a folder that the script filled with `--large`; without it, the files of the repository are
/// read.
@Suite(.serialized) struct HostilePackageTests {
    private static let folder =
        ProcessInfo.processInfo.environment["HEARTH_HOSTILE"].map { URL(filePath: $0) }
        ?? Fixtures.folder.appending(path: "hostile")

    private static func verdicts() throws -> JSONObject {
        try #require(try JSON(parsing: Array(Data(contentsOf: folder.appending(path: "verdicts.json")))).object)
    }

    private enum Outcome {
        case imported(AnkiPackage)
        case refused(AnkiError)
    }

    private static func outcome(_ name: String, in scratch: URL) throws -> Outcome {
        do throws(AnkiError) {
            return .imported(
                try AnkiPackage.read(folder.appending(path: name), media: scratch.appending(path: "media")))
        } catch { return .refused(error) }
    }

    @Test func `each is refused in a sentence or imported without harm`() throws {
        let verdicts = try Self.verdicts()
        #expect(verdicts.count >= 170)
        for (name, verdict) in verdicts {
            try Fixtures.withTemporaryFolder { scratch in
                let start = ContinuousClock().now
                let outcome = try Self.outcome(name, in: scratch)
                let duration = ContinuousClock().now - start
                #expect(duration < .seconds(30), "\(name) took \(duration)")
                Self.check(name, outcome, verdict)
                let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                if case .refused = outcome { #expect(left.isEmpty, "\(name) left \(left)") }
            }
        }
    }

    private static func check(_ name: String, _ outcome: Outcome, _ verdict: JSON) {
        switch outcome {
        case .refused(let error):
            let codes = (verdict["either"]?.array ?? [verdict["refused"] ?? .null]).compactMap(\.string)
            #expect(codes.contains("\(error.code)"), "\(name): \(error.code), \(error)")
            let sentence = error.description
            #expect(!error.detail.isEmpty && !sentence.contains("\n") && sentence.utf8.count < 600, "\(name)")
        case .imported(let package):
            if verdict["either"] != nil { return }
            let skipped = verdict["skipped"]?.object.map { object in
                Dictionary(uniqueKeysWithValues: object.map { ($0, $1.integer ?? -1) })
            }
            let found = Dictionary(uniqueKeysWithValues: package.report.count.map { ($0.rawValue, $1) })
            #expect(package.collection.notes.count == verdict["notes"]?.integer, "\(name): \(verdict)")
            #expect(package.media.count == verdict["media"]?.integer, "\(name)")
            #expect(found == skipped, "\(name)")
        }
    }

    /// Linux keeps the most memory that a process ever had; writing 5 there begins anew.
    @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/proc/self/clear_refs")))
    func `none takes a gigabyte of memory`() throws {
        for (name, _) in try Self.verdicts() {
            try Fixtures.withTemporaryFolder { scratch in
                try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
                _ = try Self.outcome(name, in: scratch)
                let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
                let peak = try #require(status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#).flatMap { Int($0.1) })
                #expect(peak < 1 << 20, "\(name) took \(peak / 1024) MB")
            }
        }
    }

    @Test func `no file is written outside of the folder`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            let files = { try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted() }
            for name in try Self.verdicts().keys where name.hasPrefix("media-") || name.hasPrefix("zip-") {
                guard case .imported(let package) = try Self.outcome(name, in: scratch) else { continue }
                #expect(try files() == ["media"] + package.media.indices.map { "media/\($0)" }.sorted(), "\(name)")
                try FileManager.default.removeItem(at: scratch.appending(path: "media"))
            }
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/hearth-was-here"))
    }
}
