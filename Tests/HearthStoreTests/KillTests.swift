// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthStore
@testable import StoreWriter

/// A program that writes is killed again and again; what the store had said was saved has to be there.
@Suite struct KillTests {
    /// `Tests/Conformance/kills` asks for more.
    static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 20

    @Test func `nothing that was acknowledged is lost when the program is killed`() async throws {
        try await withTemporaryFolder { folder in
            var view = StoreView()
            var acknowledged = 0
            var facts: Set<String> = []
            for kill in 0..<Self.kills {
                let (done, unfinished) = try writeUntilKilled(folder, prefix: "k\(kill)")
                acknowledged += done.count
                view = done.reduce(view) { $0.after($1) }

                let store = try openStore(folder)
                try await store.finishErasing()
                let found = try await StoreView(store)
                let mayBe = [view] + [unfinished.map(view.after)].compactMap { $0 }
                #expect(
                    mayBe.contains(found), "kill \(kill), while \(String(describing: unfinished)) after \(done.count)")
                try await store.read { database in
                    try DatabaseCheck.pages(database)
                    try DatabaseCheck.references(database)
                }
                try await store.write { database in try SearchIndex.check(in: database) }
                for backup in try store.backups() { try Restoring.check(backup.file) }
                try await store.erase(deletedBefore: .distantPast)
                #expect(try store.erasuresToFinish() == 0)
                // Each fact has a word of its own; that of a forgotten one is nowhere.
                let words = try markedWords(below: folder)
                let gone = words.subtracting(found.facts.keys.map(OperationPlan.mark))
                // What was being written may stand in the log without its end, which no reader sees.
                let cut = unfinished.flatMap(learned).map { [OperationPlan.mark($0)] } ?? []
                let places = try gone.flatMap { try files(below: folder, with: $0) }
                #expect(
                    gone.subtracting(cut) == [],
                    "forgotten, after kill \(kill) while \(String(describing: unfinished)): \(places)")
                #expect(places.allSatisfy { $0 == "hearth.sqlite-wal" }, "\(places)")
                facts.formUnion(words)
                let odd = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !isKnown($0) }
                #expect(odd == [], "left behind")
                try store.close()
                view = found
            }
            #expect(acknowledged > Self.kills)
            #expect(!facts.isEmpty)
            print("\(Self.kills) kills, \(acknowledged) operations acknowledged")
        }
    }

    private func learned(_ operation: StoreOperation) -> String? {
        if case .learn(let fact, _, _, _) = operation { fact } else { nil }
    }

    /// The words of their own that facts have, as far as they stand in any file.
    private func markedWords(below folder: URL) throws -> Set<String> {
        let mark = Data("zqx".utf8)
        var found: Set<String> = []
        for path in try files(below: folder, with: "zqx") {
            let data = try Data(contentsOf: folder.appending(path: path))
            var rest = data[...]
            while let start = rest.range(of: mark) {
                rest = rest[start.upperBound...]
                guard let end = rest.prefix(16).range(of: mark) else { continue }
                found.insert("zqx\(String(decoding: rest[..<end.lowerBound], as: UTF8.self))zqx")
                rest = rest[end.upperBound...]
            }
        }
        // An index keeps only the ends of most words; its own tests look into it.
        return found.filter { $0.wholeMatch(of: /zqxk\d+n\d+zqx/) != nil }
    }

    /// Lets a program write, and kills it at a moment of no meaning.
    private func writeUntilKilled(
        _ folder: URL, prefix: String
    ) throws -> (done: [StoreOperation], unfinished: StoreOperation?) {
        let process = Process()
        process.executableURL = try program("StoreWriter")
        process.arguments = [folder.path, prefix]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let first = output.fileHandleForReading.availableData
        usleep(.random(in: 0..<200_000))
        kill(process.processIdentifier, SIGKILL)
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "it ended by itself")

        var done: [StoreOperation] = []
        var last: StoreOperation?
        for line in (first + rest).split(separator: UInt8(ascii: "\n")) {
            if line == Data("done".utf8) {
                done.append(try #require(last))
                last = nil
            } else {
                last = try JSONDecoder().decode(StoreOperation.self, from: line)
            }
        }
        return (done, last)
    }

    /// Whether a path in a store's folder is one that is to be there while the store is open.
    private func isKnown(_ path: String) -> Bool {
        path.wholeMatch(
            of: /hearth\.(lock|sqlite|sqlite-wal|sqlite-shm)|backups(\/hearth-\d{4}-\d\d-\d\d\.sqlite)?/) != nil
    }

    /// A program that was built with these tests.
    private func program(_ name: String) throws -> URL {
        let folders =
            [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
            + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let programs = folders.compactMap { $0?.appending(path: name) }
        return try #require(
            programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no \(name) beside the tests")
    }
}
