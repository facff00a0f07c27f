// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization
import Testing

@testable import HearthChat

/// Exports of other programs, read and brought in.
@Suite struct ChatImportTests {
    private let store = KeptImports()
    private let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/chats")

    private var importer: ChatImporter { ChatImporter(store: store, now: { [now] in now }) }

    private func read(_ name: String, limits: ChatImportLimits = .init()) async throws -> ChatImport {
        try await importer.read(Self.folder.appending(path: name), name: name, limits: limits) { _ in }
    }

    @discardableResult
    private func add(
        _ name: String, archived: Bool = true, remembering: Bool = false, limits: ChatImportLimits = .init()
    ) async throws -> ChatImport {
        try await importer.add(
            Self.folder.appending(path: name), name: name, includingArchived: archived, remembering: remembering,
            limits: limits
        ) { _ in }
    }

    /// `role: text` of each message from the first to one, by way of its parents.
    private func path(to leaf: Message.ID?, in session: ImportedSession) -> [String] {
        var lines: [String] = []
        var next = leaf
        while let message = session.messages.first(where: { $0.id == next }) {
            lines.append("\(message.role.rawValue): \(message.content)")
            next = message.parent
        }
        return lines.reversed()
    }

    // MARK: Formats

    @Test func `a tree of ChatGPT keeps its branches, dates and models`() async throws {
        let report = try await add("chatgpt.json")
        #expect(report.kind == .chatGPT)
        #expect((report.conversations, report.archived) == (3, 1))
        #expect(report.leftOut == [.empty: 1])
        #expect(report.gaps == [.images: 1, .files: 1, .tools: 1])
        let session = try #require(store.shown.first { $0.session.title == "Names for a grey cat" })
        #expect(session.origin == "chatGPT:11111111-aaaa-4000-8000-000000000001")
        #expect(
            path(to: session.session.leaf, in: session) == [
                "user: Name three names for a grey cat.", "assistant: Ash, Misty and Pewter. ",
                "user: [File: notes.pdf]\n\n[Image: cat on the sofa.png]\n\nWhich one fits this one?",
                "assistant: ```python\nprint(1 + 1)\n```\n\n```\n2\n```", "assistant: Misty, of course.",
            ])
        let messages = session.messages
        #expect(messages.count == 7 && report.versions == 2)
        #expect(!messages.contains { $0.content.contains("Secret profile") })
        #expect(messages.compactMap(\.thoughts) == ["Looking\n\nIt is light grey."])
        #expect(messages.compactMap(\.model).sorted() == ["gpt-4o", "gpt-4o-mini", "o3", "o3", "o3"])
        // Siblings stand in the order of their dates, the second answer after the first.
        let answers = messages.filter { $0.parent == messages[0].id }
        #expect(answers.map(\.content) == ["Ash, Misty and Pewter. ", "Smoke, Flint, Dusk."])
        #expect(session.session.createdAt == Date(timeIntervalSince1970: 1_709_287_200.25))
        #expect(session.session.lastMessageAt == Date(timeIntervalSince1970: 1_709_287_320.25))
        #expect(messages.allSatisfy { $0.isUnremembered && $0.state == .complete })
    }

    @Test func `what lies in a circle is on no way from the beginning`() async throws {
        try await add("chatgpt.json")
        let session = try #require(store.shown.first { $0.session.title == "In a circle" })
        #expect(path(to: session.session.leaf, in: session) == ["user: Out of it."])
        #expect(session.messages.count == 1)
    }

    @Test func `an archive has several lists, and each conversation once`() async throws {
        let report = try await add("chatgpt.zip")
        #expect(report.conversations == 2)
        #expect(report.leftOut == [.empty: 1, .twice: 1])
        #expect(report.otherFiles == ["chat.html", "user.json"])
        #expect(Set(store.shown.map(\.session.title)) == ["Names for a grey cat", "Night rota"])
    }

    @Test(arguments: ["claude.json", "claude.zip"])
    func `answers of Claude keep what was thought, written and attached`(file: String) async throws {
        let report = try await add(file)
        #expect(report.kind == .claude && report.conversations == 2)
        #expect(report.otherFiles == (file == "claude.zip" ? ["projects.json", "users.json"] : []))
        #expect(report.gaps == [.images: 1, .files: 1, .tools: 2])
        let session = try #require(store.shown.first { $0.session.title == "Which floor for a kitchen?" })
        #expect(
            session.messages[0].content
                == "[File: plan.txt]\n\n```\n3 x 4 metres\n```\n\n[Image: tiles-sample-2.png]\n\nTiles or wood?")
        #expect(session.messages[1].content == "Tiles.\n\n```python\nprint(3 * 4)\n```")
        #expect(session.messages[1].thoughts == "Water is the question.")
        #expect(session.messages[2].parent == session.messages[0].id && report.versions == 1)
        #expect(session.session.createdAt.timeIntervalSince1970.rounded() == 1_739_095_200)
        let old = try #require(store.shown.first { $0.session.id != session.session.id })
        #expect(old.session.title == "An older export")
        #expect(
            path(to: old.session.leaf, in: old) == [
                "user: An older export", "assistant: has no parents.", "user: And goes on.",
            ])
    }

    @Test func `answers of Open WebUI lose the marks around what was thought`() async throws {
        let report = try await add("openwebui.json")
        #expect(report.kind == .openWebUI && report.conversations == 2 && report.archived == 1)
        #expect(report.gaps == [.images: 2, .files: 1, .tools: 1])
        let session = try #require(store.shown.first { $0.session.title == "Questions for the notary" })
        #expect(
            path(to: session.session.leaf, in: session) == [
                "user: [Image]\n\n[File: deed.pdf]\n\nWhat does a notary do?", "assistant: Deeds, mostly.",
                "user: And this?\n\n[Image]", "assistant: A map.",
            ])
        #expect(session.messages.compactMap(\.thoughts) == ["A notary is a lawyer.\nSo deeds."])
        #expect(session.messages.compactMap(\.model) == ["llama3.1:8b", "qwen3:8b", "qwen3:8b"])
        let old = try #require(store.shown.first { $0.session.title == "Old" })
        #expect(path(to: old.session.leaf, in: old) == ["user: Alone", "assistant: in a row"])
        #expect(old.session.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
    }

    // MARK: Importing

    @Test func `reading saves nothing, and says what will be there`() async throws {
        let seen = try await read("chatgpt.json")
        #expect(store.shown.isEmpty && store.unseenCount == 0)
        let added = try await add("chatgpt.json")
        #expect(
            (seen.conversations, seen.messages, seen.versions) == (added.conversations, added.messages, added.versions))
        #expect(seen.samples.map(\.title) == ["In a circle", "Names for a grey cat", "Night rota"])
        #expect(seen.first == Date(timeIntervalSince1970: 1_709_287_200.25))
    }

    @Test func `the same file a second time adds nothing, and says so`() async throws {
        try await add("chatgpt.zip")
        let again = try await add("chatgpt.json")
        #expect(again.leftOut == [.known: 2, .empty: 1])
        #expect(again.knownSince == now)
        #expect(again.conversations == 1 && store.shown.count == 3)
    }

    @Test func `archived conversations can be left out`() async throws {
        let report = try await add("openwebui.json", archived: false)
        #expect(report.conversations == 1 && report.leftOut == [.archived: 1])
        #expect(store.shown.map(\.session.title) == ["Old"])
    }

    @Test func `the memory learns from them only where that is wanted`() async throws {
        try await add("claude.json", remembering: true)
        #expect(store.shown.flatMap(\.messages).allSatisfy { !$0.isUnremembered })
    }

    // MARK: Files that are no exports

    @Test func `a damaged conversation is left out, and a half of a letter replaced`() async throws {
        let damaged = try await add("one-damaged.json")
        #expect(damaged.leftOut == [.unreadable: 1] && damaged.conversations == 2)
        try await add("half-surrogate.json", remembering: true)
        let store = KeptImports()
        _ = try await ChatImporter(store: store).add(
            Self.folder.appending(path: "half-surrogate.json"), name: "x", includingArchived: true, remembering: false
        ) { _ in }
        #expect(store.shown[0].messages[0].content == "Make a \u{FFFD} table 😀.")
    }

    @Test(arguments: [
        ("cut.json", ChatImportError.Code.damaged), ("no-list.json", .damaged), ("not-chats.json", .unsupported),
        ("no-chats.zip", .unsupported), ("deep.json", .unsupported), ("nowhere.json", .damaged),
    ])
    func `what is no export is refused, and leaves nothing`(file: String, code: ChatImportError.Code) async throws {
        let works: [() async throws -> Void] = [{ _ = try await read(file) }, { try await add(file) }]
        for work in works {
            let error = await #expect(throws: ChatImportError.self) { try await work() }
            #expect(error?.code == code, "\(String(describing: error))")
        }
        #expect(store.shown.isEmpty && store.unseenCount == 0)
    }

    @Test func `limits hold`() async throws {
        var limits = ChatImportLimits()
        limits.conversationBytes = 2_000
        #expect(try await read("chatgpt.json", limits: limits).leftOut[.tooLarge, default: 0] >= 1)
        limits = .init()
        limits.messagesOfConversation = 4
        #expect(try await read("chatgpt.json", limits: limits).leftOut[.tooLarge] == 1)
        limits = .init()
        limits.conversations = 2
        await #expect(throws: ChatImportError.self) { try await read("chatgpt.json", limits: limits) }
        limits = .init()
        limits.listBytes = 1_000
        await #expect(throws: ChatImportError.self) { try await read("chatgpt.zip", limits: limits) }
    }

    // MARK: Failing and cancelling

    @Test func `a store that fails leaves nothing`() async throws {
        struct Broken: Error {}
        store.fail(with: Broken())
        await #expect(throws: Broken.self) { try await add("chatgpt.json") }
        store.fail(with: nil)
        #expect(store.shown.isEmpty && store.unseenCount == 0)
        try await add("chatgpt.json")
        #expect(store.shown.count == 3)
    }

    /// Many small conversations, of which so many are saved before it is called off.
    @Test func `an import that is called off in the middle of its file leaves nothing`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = String(repeating: "word ", count: 400)
        let list = (0..<3_000).map { number in
            #"{"id":"c\#(number)","title":"\#(number)","chat":{"messages":[{"role":"user","content":"\#(text)"}]}}"#
        }
        try Data("[\(list.joined(separator: ","))]".utf8).write(to: file)
        store.callOffAfterSaving()
        let task = Task {
            try await importer.add(file, name: "x", includingArchived: true, remembering: false) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(store.saved > 0 && store.shown.isEmpty && store.unseenCount == 0)
        let done = try await importer.add(file, name: "x", includingArchived: true, remembering: false) { _ in }
        #expect(done.conversations == 3_000 && store.shown.count == 3_000)
    }
}

/// A store that keeps what an import saves.
private final class KeptImports: ChatImportStore {
    private struct Kept {
        var unseen: [ImportedSession] = []
        var shown: [ImportedSession] = []
        var dates: [String: Date] = [:]
        var error: (any Error)?
        var saved = 0
        var callsOff = false
    }
    private let kept = Mutex(Kept())

    var shown: [ImportedSession] { kept.withLock { $0.shown } }
    var unseenCount: Int { kept.withLock { $0.unseen.count } }
    /// How many were ever saved, whatever became of them.
    var saved: Int { kept.withLock { $0.saved } }
    func fail(with error: (any Error)?) { kept.withLock { $0.error = error } }
    /// The next task that saves something is cancelled once it has.
    func callOffAfterSaving() { kept.withLock { $0.callsOff = true } }

    func importedOrigins(of kind: ChatImport.Kind) async throws -> [String: Date] {
        kept.withLock { kept in kept.dates.filter { $0.key.hasPrefix(kind.originPrefix) } }
    }

    func addUnseen(_ sessions: [ImportedSession], at date: Date) async throws {
        let callsOff = try kept.withLock { kept in
            if let error = kept.error { throw error }
            kept.unseen += sessions
            kept.saved += sessions.count
            defer { kept.callsOff = false }
            return kept.callsOff
        }
        if callsOff { withUnsafeCurrentTask { $0?.cancel() } }
    }

    func showImported() async throws {
        kept.withLock { kept in
            for session in kept.unseen { kept.dates[session.origin] = Date(timeIntervalSince1970: 1_795_000_000) }
            kept.shown += kept.unseen
            kept.unseen = []
        }
    }

    func eraseUnseen() async throws { kept.withLock { $0.unseen = [] } }
}
