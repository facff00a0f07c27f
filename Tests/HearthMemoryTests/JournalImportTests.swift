// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import SeededRandom
import Testing

@testable import HearthMemory

/// Files of other journals, in order and hostile.
@Suite struct JournalImportTests {
    private let store = MemoryJournal()
    private let journal: Journal

    init() { journal = Journal(store, recall: Recall(ListIndex())) }

    private static func fixture(_ name: String) throws -> Data {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: folder.appending(path: "Fixtures/journal/\(name)"))
    }

    private func read(_ data: Data, _ name: String = "file.zip", limits: JournalImportLimits = .init()) async throws
        -> JournalImport
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await journal.read(file, name: name, limits: limits) { _ in }
    }

    /// Adds what a file has, while it is still there.
    private func add(_ data: Data) async throws -> JournalImport {
        let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let batch = try await journal.read(file, name: "f.zip") { _ in }
        try await journal.add(batch, findingFacts: false, at: Date(timeIntervalSince1970: 0), in: .gmt) { _ in }
        return batch
    }

    // MARK: In order

    @Test func `Day One's archive comes with its photos, times, tags, and what is left out`() async throws {
        let batch = try await add(Self.fixture("dayone.zip"))
        #expect(
            batch.kind == .dayOne && batch.entries.map(\.day.description) == ["2019-03-12", "2020-08-03", "2021-09-05"])
        let first = batch.entries[0]
        #expect(first.text == "# First tooth\n\nShe bit the spoon. And looked at me!")
        #expect(first.minute == 19 * 60 + 32 && first.tags == ["family"] && first.photos.count == 1)
        #expect(batch.entries[1].minute == 90)
        #expect(batch.leftOut == [.videos: 1, .empty: 1, .missingPhotos: 1])
        let kept = store.entries(JournalQuery())
        #expect(kept.count == 3 && kept.last?.photos.first?.kind == .jpeg)
        let again = try await read(Self.fixture("dayone.zip"))
        #expect(again.entries.isEmpty && again.leftOut[.known] == 3)
    }

    // MARK: Cases after public reports

    @Test func `places, weather and stars of Day One stand below the text, and every form of its texts is read`()
        async throws
    {
        let batch = try await add(Self.fixture("reports/d01_dayone.zip"))
        func entry(_ day: String) throws -> JournalImport.Entry {
            try #require(batch.entries.first { $0.day.description == day }, "\(day)")
        }
        let tagged = try entry("2024-05-16")
        #expect(
            tagged.text == "Tagged\n\nCafé · Sunny, 21\u{A0}°C · ★"
                && tagged.tags == ["Été 2024", "work/projects", "a,b"])
        let rich = try entry("2024-05-07")
        #expect(rich.text.contains("# Rich heading\nOnly in rich text, **bold**.\n"))
        #expect(rich.text.contains("- first\n- [x] todo") && !rich.text.contains("dayone-moment"))
        #expect(try !entry("2024-05-08").text.contains("dayone-moment"))
        #expect(try entry("2024-05-11").text == "fraction seconds")
        #expect(try entry("2024-05-12").minute == 23 * 60 + 30)
        #expect(
            try entry("2024-05-10").text.plainOfMarkdown.hasPrefix(
                "Slept 30-minutes with an e-reader. Cost (all in): $5.00 #nottag 5*3 _under_ +1 !"))
        #expect(try entry("1850-06-15").text == "1850 letter")
    }

    @Test(arguments: [("d06_two.zip", 2), ("d02_many.zip", 3)])
    func `an archive of Day One has a list for each journal, and all are read`(name: String, entries: Int) async throws
    {
        let batch = try await add(Self.fixture("reports/\(name)"))
        #expect(batch.kind == .dayOne && batch.entries.count == entries)
    }

    @Test func `a rule is no head, and dates are read as people write them`() async throws {
        let batch = try await add(Self.fixture("reports/e01_vault.zip"))
        func entry(_ text: String) -> JournalImport.Entry? { batch.entries.first { $0.text.contains(text) } }
        #expect(entry("Second part.")?.text.contains("A rule first, no front matter.") == true)
        for (text, day) in [
            ("Leap day via created_at.", "2020-02-29"), ("Slash date body.", "2017-01-30"),
            ("German style name.", "2023-01-04"), ("English long name.", "2023-01-05"),
            ("Joplin body.", "2023-12-06"), ("Quoted date body.", "2021-03-04"), ("BOM body.", "2023-01-10"),
            ("Nested.", "2023-01-08"), ("Date by folders.", "2023-01-07"), ("Broken yaml body.", "2023-01-12"),
        ] {
            #expect(entry(text)?.day.description == day, "\(text)")
        }
        #expect(batch.entries.contains { $0.day.description == "2020-03-29" })
        #expect(entry("Slash date body.")?.minute == 8 * 60 + 15)
        #expect(entry("Joplin body.")?.text.hasPrefix("# Some long title\n") == true)
        // Which number is the month, nobody can tell.
        #expect(entry("Ambiguous slashes.") == nil)
        #expect(entry("Deleted note") == nil, "what a system keeps beside the files is none of them")
    }

    @Test func `jrnl's JSON comes with its times and tags`() async throws {
        let batch = try await add(Self.fixture("reports/d04_jrnl.json"))
        #expect(batch.kind == .jrnl && batch.entries.map(\.minute) == [9 * 60, 23 * 60 + 59])
        #expect(batch.entries.first?.text == "This is March 29th\n\nBody of the entry @work.")
        #expect(batch.entries.first?.tags == ["work"] && batch.entries.last?.text == "Late one")
    }

    @Test func `Markdown files have their dates from heads, names and headings`() async throws {
        let batch = try await add(Self.fixture("markdown.zip"))
        #expect(batch.kind == .markdown)
        #expect(
            batch.entries.map(\.day.description) == ["2022-05-01", "2022-06-03", "2022-07-01", "2022-07-02"])
        #expect(
            batch.entries[0].text == "# May\n\nThe ferns came through." && batch.entries[0].photos == ["img/é 1.png"])
        let head = batch.entries[1]
        #expect(head.minute == 435 && head.mood == .good && head.tags == ["home", "the sea"])
        #expect(head.text == "# Rain\n\n\nIt rained." && batch.entries[2].text == "First.")
        #expect(batch.leftOut == [.noDate: 1, .missingPhotos: 1])
    }

    @Test func `what is exported as Markdown is read as it was`() async throws {
        let day = try #require(JournalDay("2026-11-20"))
        let texts = [
            "Plain.", "---\ndate: 1999-01-01\n---\nNot a head", "# Title\n\n- a\n- b", "![x](http://a.example/b.png)",
        ]
        let entries = texts.enumerated().map { place, text in
            JournalEntry(
                day: day, minute: place * 61, text: text, mood: Mood(rawValue: place + 1),
                tags: place == 2 ? ["a", "b c", "d\"e", "f\"\u{301}\\g\\\\h"] : [], createdAt: Date())
        }
        let file = JournalMarkdown.file(entries) { $0.id }
        let batch = try await read(Data(file.utf8), "2026-11-20.md")
        #expect(batch.entries.map(\.text) == texts && batch.entries.map(\.minute) == entries.map(\.minute))
        #expect(batch.entries.map(\.mood) == entries.map(\.mood) && batch.entries[2].tags == entries[2].tags)
    }

    @Test(arguments: [
        ("a/2026-11-21 Market.md", "2026-11-21"), ("20261121.md", "2026-11-21"), ("2026/11/21.md", "2026-11-21"),
        ("2026_11_21.md", "2026-11-21"), ("2026-13-21.md", nil), ("12026112100.md", nil), ("notes.md", nil),
    ])
    func `names say dates`(name: String, day: String?) { #expect(WrittenDate(fileName: name)?.day.description == day) }

    @Test(arguments: [
        ("# 2026-11-21", "2026-11-21"), ("## Saturday, 21 November 2026", "2026-11-21"),
        ("# November 21st, 2026", "2026-11-21"),
        ("# 1er août 2022", "2022-08-01"), ("# May I say", nil), ("21 November 2026", nil), ("# 31 June 2026", nil),
    ])
    func `headings say dates`(line: String, day: String?) {
        #expect(WrittenDate(heading: line)?.day.description == day)
    }

    @Test func `an import that is called off leaves nothing`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try Self.fixture("dayone.zip").write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let batch = try await journal.read(file, name: "f") { _ in }
        await #expect(throws: CancellationError.self) {
            try await journal.add(batch, findingFacts: false, at: .now, in: .gmt) {
                if $0 > 0.5 { throw CancellationError() }
            }
        }
        #expect(store.overview().entries == 0)
        await #expect(throws: CancellationError.self) {
            _ = try await journal.read(file, name: "f") { _ in throw CancellationError() }
        }
    }

    // MARK: Hostile

    @Test(arguments: HostileFile.all) func `a hostile file is one clear error`(file: HostileFile) async throws {
        do {
            let batch = try await read(file.data)
            #expect(!file.isRefused, "\(file.name) was read: \(batch.entries.count) entries")
            #expect(batch.entries.count <= file.mostEntries, "\(file.name)")
            for entry in batch.entries { #expect(entry.text.utf8.count <= JournalEntry.longestText) }
        } catch let error as JournalError {
            #expect(file.isRefused, "\(file.name): \(error)")
            #expect(!error.description.isEmpty && error.description.count < 400)
        }
    }

    @Test func `an archive that is cut or changed anywhere is refused or read, and nothing else`() async throws {
        let file = try Self.fixture("dayone.zip")
        var random = SplitMix(seed: 5)
        for turn in 0..<300 {
            var changed = turn.isMultiple(of: 3) ? file.prefix(Int.random(in: 0..<file.count, using: &random)) : file
            for _ in 0..<3 where !changed.isEmpty {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            do { _ = try await read(Data(changed)) } catch is JournalError {}
        }
    }
}
