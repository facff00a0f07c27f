// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization
import Testing

@testable import HearthMemory

/// Files of journals that nobody writes: twice as much of one takes no more than three times the steps, and no file is
/// read after its reader was called off.
@Suite struct LinearImportTests {
    private func read(
        _ data: Data, limits: JournalImportLimits = .init(), progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> JournalImport {
        let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let journal = Journal(MemoryJournal(), recall: Recall(ListIndex()))
        return try await journal.read(file, name: "file", limits: limits, progress: progress)
    }

    private func steps(_ data: Data) async throws -> Int {
        try await StepCounter.steps { _ = try await read(data) }
    }

    /// What stands before, and what is repeated.
    @Test(arguments: [
        ("", "---\ndate: x\n---\ntext\n"), ("", "---\ndate: 2026-11-21\n---\ntext\n"), ("", "---\n"),
        ("---\n", "a: b\n"),
        ("---\ndate: 2026-11-21\n---\n", "!["), ("---\ndate: 2026-11-21\n---\n", "![a]("),
        ("---\ndate: 2026-11-21\n---\n", "![a](b"), ("---\ndate: 2026-11-21\n---\n", "![["),
        ("---\ndate: 2026-11-21\n---\n", "![[a|"), ("---\ndate: 2026-11-21\n---\n", "\\---\n"),
        ("", "# 2026-11-21\n"), ("", "# May\n"), ("", "#\n"), ("", "# 2026-11-21\n---\ndate: x\n"), ("", "\n"),
        ("", " "),
        ("---\ntitle: aaaaaaaaaaaaaaaaaaab\ndate: 2026-11-21\n---\n", "a"),
        ("---\ndate: 2026-11-21\ntags: [", "a,"), ("", "é\r\n"),
    ])
    func `twice the text takes no more than three times the steps`(before: String, unit: String) async throws {
        let half = String(repeating: unit, count: 40_000 / unit.utf8.count)
        let one = try await steps(Data((before + half).utf8))
        let two = try await steps(Data((before + half + half).utf8))
        #expect(one >= half.utf8.count && two <= 3 * one)
    }

    private func dayOne(_ photos: Int, named isNamed: Bool) -> Data {
        let list = (0..<photos).map { "{\"identifier\":\"\($0)\",\"md5\":\"a\($0)\"}" }.joined(separator: ",")
        let names = isNamed ? (0..<photos).reversed().map { "![](dayone-moment://\($0))" }.joined() : "words"
        return Data(
            #"{"entries":[{"creationDate":"2019-03-12T18:32:10Z","text":"\#(names)","photos":[\#(list)]}]}"#.utf8)
    }

    @Test(arguments: [true, false])
    func `twice the photos of an entry take no more than three times the steps`(isNamed: Bool) async throws {
        let (one, two) = (
            try await steps(dayOne(2_000, named: isNamed)), try await steps(dayOne(4_000, named: isNamed))
        )
        #expect(two <= 3 * one)
        #expect(
            try await read(dayOne(50, named: isNamed)).leftOut
                == [.missingPhotos: 50].merging(
                    isNamed ? [.empty: 1] : [:]
                ) { $1 })
    }

    @Test func `a photo that many entries name is unpacked once`() async throws {
        let png = try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/journal/place.png"))
        func archive(_ entries: Int) -> Data {
            var zip = HostileZip()
            zip.add("a.png", png)
            zip.add("a.md", Data((0..<entries).map { "---\ndate: 2026-11-21\n---\n\($0) ![](a.png)\n" }.joined().utf8))
            return zip.data
        }
        let batch = try await read(archive(20))
        #expect(batch.entries.count == 20 && batch.photos == 20)
        let (few, many) = (try await steps(archive(20)), try await steps(archive(60)))
        // The text of 40 more entries is read, and none of their photos.
        #expect(many - few < 20 * png.count)
    }

    @Test func `the photos behind the most that an entry may have are not looked at`() async throws {
        var zip = HostileZip()
        let png = try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/journal/place.png"))
        let names = (0..<50).map { "\($0).png" }
        for name in names.prefix(40) { zip.add(name, png) }
        zip.add("a.md", Data("---\ndate: 2026-11-21\n---\n\(names.map { "![](\($0))" }.joined())".utf8))
        let batch = try await read(zip.data)
        #expect(batch.photos == PhotoFile.mostOfEntry && batch.leftOut == [.tooManyPhotos: 10, .missingPhotos: 10])
    }

    @Test func `a text that is too long is left out before anything is looked for in it`() async throws {
        let long = String(repeating: "![", count: JournalEntry.longestText + 8)
        let data = Data("---\ndate: 2026-11-21\n---\n\(long)".utf8)
        let batch = try await read(data)
        #expect(batch.entries.isEmpty && batch.leftOut == [.unreadable: 1])
        #expect(try await steps(data) < 3 * data.count)
    }

    @Test func `too many entries end the reading of their file`() async throws {
        var limits = JournalImportLimits()
        limits.entries = 10
        let some = "---\ndate: 2026-11-21\n---\ntext\n"
        for text in [
            String(repeating: some, count: 5_000),
            #"{"entries":[\#(Array(repeating: #"{"creationDate":"2019-03-12T18:32:10Z"}"#, count: 5_000).joined(separator: ","))]}"#,
        ] {
            let data = Data(text.utf8)
            let steps = await StepCounter.steps {
                await #expect { _ = try await read(data, limits: limits) } throws: {
                    ($0 as? JournalError)?.code == .tooLarge
                }
            }
            #expect(steps < 2 * data.count)
        }
    }

    @Test(arguments: [
        String(repeating: "---\ndate: 2026-11-21\n---\ntext\n", count: 3_000), String(repeating: "\n", count: 100_000),
        #"{"entries":[\#(Array(repeating: #"{"creationDate":"2019-03-12T18:32:10Z"}"#, count: 500).joined(separator: ","))]}"#,
    ])
    func `a file is read no further when its reader is called off`(text: String) async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await read(Data(text.utf8))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [
        ("a ![x](b.png) c", "a  c", ["b.png"]), ("![](<a b.png>)", "", ["a b.png"]), ("![[a.png]]!", "!", ["a.png"]),
        ("![[a.png|200]]", "", ["a.png"]), ("![x](", "![x](", []), ("![a]![b](c)", "![a]", ["c"]),
        ("![[a](b)", "", ["b"]), ("![a\n](b)", "![a\n](b)", []), ("!", "!", []), ("é ![](ü.png)", "é ", ["ü.png"]),
    ])
    func `pictures are taken out of a text`(text: String, rest: String, addresses: [String]) {
        let found = Mutex<[String]>([])
        let kept = TextPictures.taken(from: text) { address in
            found.withLock { $0.append(address) }
            return true
        }
        #expect(kept == rest && found.withLock { $0 } == addresses)
        #expect(TextPictures.taken(from: text) { _ in false } == text)
    }

    @Test(arguments: [
        ("9:05", 545), ("21:12", 1_272), (" 09h05", 545), ("9.05 PM", 1_265), ("12:00 am", 0), ("12:30pm", 750),
        ("9:05:33 pm", 1_265), ("24:00", nil), ("9:60", nil), ("905", nil), ("", nil), ("123:45", nil),
    ])
    func `times are read`(text: String, minute: Int?) { #expect(WrittenDate.minute(text) == minute) }

    @Test(
        arguments: [
            ("2026-11-21", "2026-11-21", nil), ("2026-11-21T09:05:00Z", "2026-11-21", 545),
            ("2026-11-21  9:05", "2026-11-21", 545), ("2026-11-2109:05", "2026-11-21", nil), ("2026-11", nil, nil),
            ("2026-02-30", nil, nil), ("٢٠٢٦-11-21", nil, nil),
        ] as [(String, String?, Int?)])
    func `dates are read`(text: String, day: String?, minute: Int?) {
        let date = WrittenDate(text)
        #expect(date?.day.description == day && date?.minute == minute)
    }
}
