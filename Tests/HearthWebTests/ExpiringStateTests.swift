// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthAnki
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import HearthWeb

/// A log of events that the tasks of a test note.
private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// State of pages in memory and in temporary files expires, and goes with everything else.
@Suite struct ExpiringStateTests {
    private let clock = StepClock()

    // MARK: One holder

    @Test func `each thing goes after its time, without anybody asking`() async throws {
        let gone = Notes()
        let held = ExpiringState<String>(
            most: 9, lasting: .seconds(600), clock: clock,
            letGo: { value in
                gone.add(value)
            })
        let first = await held.keep("first")
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(300))
        await held.keep("second", as: "2")
        try await clock.waitForSleepers(2)
        #expect(await held[first] == "first")
        clock.advance(by: .seconds(300))
        try await eventually("the first is gone") { gone.all == ["first"] }
        #expect(await held[first] == nil)
        await held.change("2", from: "") { $0 += " time" }
        try await clock.waitForSleeper(within: .seconds(600))
        clock.advance(by: .seconds(300))
        #expect(await held["2"] == "second time", "it is held as long again")
    }

    @Test func `the oldest makes room, but for one that is busy`() async throws {
        let held = ExpiringState<String>(most: 2, lasting: .seconds(600), clock: clock, isBusy: { $0 == "busy" })
        let busy = await held.keep("busy")
        let idle = await held.keep("idle")
        let new = await held.keep("new")
        #expect(await held[busy] == "busy")
        #expect(await held[idle] == nil)
        #expect(await held[new] == "new")
    }

    @Test func `what is used up goes once, and is held again where that fails`() async throws {
        struct Busy: Error {}
        let held = ExpiringState<String>(most: 2, lasting: .seconds(600), clock: clock)
        let key = await held.keep("deck")
        await #expect(throws: Busy.self) { try await held.use(key) { _ in throw Busy() } }
        let used = Notes()
        let (first, second) = (try await held.use(key) { used.add($0) }, try await held.use(key) { used.add($0) })
        #expect(first && !second && used.all == ["deck"])
    }

    @Test func `replacing everything waits for what is being done, and keeps nothing meanwhile`() async throws {
        let held = ExpiringState<String>(most: 2, lasting: .seconds(600), clock: clock)
        let key = await held.keep("deck")
        let notes = Notes()
        let use = Task {
            try await held.use(key) { _ in
                notes.add("begun")
                // It does not hear that it was called off, as a transaction does not.
                for _ in 0..<40 { await Task.yield() }
                notes.add("done")
            }
        }
        try await eventually("it is being used") { !notes.all.isEmpty }
        try await held.replaceEverything(forgettingTemporary: true) {
            notes.add("replaced")
            await held.keep("late", as: "late")
        }
        _ = try await use.value
        #expect(notes.all == ["begun", "done", "replaced"])
        #expect(await held["late"] == nil)
        await held.keep("new", as: "new")
        #expect(await held["new"] == "new")
    }

    // MARK: Pages

    @Test func `a deleted deck does not come back after everything was erased`() async throws {
        let store = try Store()
        let app = try await TestApp(words: store)
        let deck = try await store.makeDeck("Lost", at: someEvening)
        _ = try await store.add([FlashcardContent(word: "Haus")], to: deck.id, at: someEvening)
        try await app.test { browser in
            let gone = try await browser.post("/words/decks/\(deck.id)/delete")
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            try await erase(store, app)
            #expect(try await browser.post("/words/restore", ["key": key]).status == .gone)
            #expect(try await store.decks().decks.isEmpty)
        }
    }

    @Test func `a deleted deck comes back once, as it was`() async throws {
        let store = try Store()
        let app = try await TestApp(words: store)
        let deck = try await store.makeDeck("Kept", at: someEvening)
        let words = try await store.add([FlashcardContent(word: "Haus")], to: deck.id, at: someEvening)
        try await app.test { browser in
            let gone = try await browser.post("/words/decks/\(deck.id)/delete")
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            #expect(try await store.decks().decks.isEmpty)
            let back = try await browser.post("/words/restore", ["key": key])
            let again = try await browser.post("/words/restore", ["key": key])
            #expect(back.status == .seeOther && again.text.contains("back already"))
        }
        #expect(try await store.decks().decks == [deck])
        #expect(try await store.flashcards(FlashcardQuery()).flashcards == words)
    }

    @Test func `a diary that was looked at and a form with help are gone when everything is`() async throws {
        let store = try Store()
        let app = try await TestApp(journal: Journal(store, recall: Recall(store)))
        let held = app.server.site.webState
        try await app.test { browser in
            let sent = try await browser.upload(
                "/journal/import", [:], [("d.md", Data("# 2026-11-20\n\nA secret harbour.\n".utf8))], field: "file")
            try await eventually("it is read") {
                try await browser.get(sent.location).text.contains("A secret harbour")
            }
            let draft = await held.helpDrafts.keep(HelpDraft(form: CardForm()))
            try await erase(store, app)
            #expect(try await browser.get(sent.location).status == .gone)
            #expect(await held.helpDrafts[draft] == nil)
        }
    }

    @Test func `an import that is over holds neither texts nor its file`() async throws {
        let store = try Store()
        let app = try await TestApp(journal: Journal(store, recall: Recall(store)))
        let mark = UUID().uuidString
        try await app.test { browser in
            let sent = try await browser.upload(
                "/journal/import", [:], [("d.md", Data("# 2026-11-20\n\nA harbour \(mark).\n".utf8))], field: "file")
            try await eventually("it is read") { try await browser.get(sent.location).text.contains(mark) }
            _ = try await browser.post(sent.location, ["do": "import"])
            try await eventually("it is there") {
                try await browser.get(sent.location).text.contains("1 entry was added")
            }
            let key = try #require(sent.location.split(separator: "/").last.map(String.init))
            let job = try #require(await app.server.site.webState.journalJobs[key])
            guard case .done(.imported(let done)) = job.state else {
                Issue.record("it is not over")
                return
            }
            #expect(done.entries == 1 && !"\(done)".contains(mark))
        }
        #expect(try await store.overview().entries == 1)
    }

    @Test(arguments: ["all", "2026-11-21"]) func `an erasing of the journal calls off what is being brought in`(
        what: String
    ) async throws {
        let store = try Store()
        let app = try await TestApp(journal: Journal(store, recall: Recall(store)))
        let work = app.server.site.webState.journalJobs
        let notes = Notes()
        let key = await work.begin(.importing, back: "/journal/import") { _ in
            do { try await Task.sleep(for: .seconds(600)) } catch {
                notes.add("called off")
                throw error
            }
            return .answer(JournalAnswer(question: "never"))
        }
        try await app.test { browser in
            let erased = try await browser.post("/journal/erase", ["what": what])
            #expect(erased.status == .seeOther)
        }
        #expect(notes.all == ["called off"])
        #expect(await work[key] == nil)
    }

    @Test func `an import of words that goes on commits nothing after everything was erased`() async throws {
        let store = try Store()
        let app = try await TestApp(words: store)
        let rows = (0..<20_000).map { "w\($0)\ts\($0)" }.joined(separator: "\n")
        try await app.test { browser in
            let sent = try await browser.upload(
                "/words/import", [:], [("big.tsv", Data("word\ttranslation\n\(rows)".utf8))], field: "file")
            let key = try #require(sent.location.split(separator: "/").last.map(String.init))
            let job = try #require(await app.server.site.webState.imports[key])
            try await eventually("it is read") { if case .ready = job.phase { true } else { false } }
            async let imported = browser.post(
                sent.location, ["do": "import", "heads": "1", "newDeck": "big", "duplicates": "keep"])
            try await eventually("it has begun") { if case .ready = job.phase { false } else { true } }
            try await erase(store, app)
            _ = try await imported
            #expect(!job.isGoingOn)
            #expect(try await store.decks().decks.isEmpty)
            #expect(try await store.flashcards(FlashcardQuery()).total == 0)
        }
    }

    private func erase(_ store: Store, _ app: TestApp) async throws {
        try await app.server.site.webState.replaceEverything(forgettingTemporary: true) {
            try await store.eraseEverything()
        }
    }

    // MARK: Temporary files

    @Test func `what a killed program left is removed, and what is in use stays`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let old = Date(timeIntervalSinceNow: -60)
        for (name, isFolder) in [("hearth-upload-1", false), ("hearth-journal-2", true), ("other", false)] {
            let url = folder.appending(path: name)
            if isFolder {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
                try Data("diary".utf8).write(to: url.appending(path: "day.md"))
            } else {
                try Data("diary".utf8).write(to: url)
            }
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: url.path)
        }
        var held: TemporaryPlace? = try TemporaryPlace(.upload, in: folder)
        let name = try #require(held?.url.lastPathComponent)
        try FileManager.default.setAttributes(
            [.modificationDate: old], ofItemAtPath: folder.appending(path: name).path)
        TemporaryPlace.removeLeftovers(in: folder)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == [name, "other"])
        held = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["other"])
    }

    @Test func `a temporary file is nobody else's to read`() throws {
        let (file, folder) = (try TemporaryPlace(.upload), try TemporaryPlace(.words, isFolder: true))
        for (place, mode) in [(file, 0o600), (folder, 0o700)] {
            let found = try FileManager.default.attributesOfItem(atPath: place.url.path)[.posixPermissions] as? Int
            #expect(found == mode)
        }
    }
}
