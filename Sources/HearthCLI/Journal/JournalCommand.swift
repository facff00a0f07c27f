// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth journal …`: today's entry, what was written, and all of it as files.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Write today’s journal entry, list entries, and export them.",
        subcommands: [TodayCommand.self, ListEntriesCommand.self, ExportJournalCommand.self],
        defaultSubcommand: TodayCommand.self
    )

    static func today() -> JournalDay { JournalDay(.now, in: .current) }
}

/// `hearth journal today`: prints today's entries, or writes one.
struct TodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Print today’s entries; with text piped in, or in an editor, write one.",
        discussion: """
            Text that is piped in becomes an entry of its own. With --edit, the last entry of today opens in $VISUAL or $EDITOR, \
            or a new one where there is none. --mood alone says how today was in the last entry of today, or in one without text.
            """
    )

    @Flag(help: "Write in $VISUAL or $EDITOR.")
    var edit = false

    @Option(help: "How today was: 1 to 5, or heavy, low, even, good, bright.")
    var mood: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if let mood, Mood(named: mood) == nil {
            throw ValidationError("--mood must be from 1 to 5, or heavy, low, even, good or bright, found \(mood)")
        }
    }

    func run() async throws {
        let text = edit ? nil : try Self.pipedIn()
        let home = DataFolder.ofThisUser
        let store = try edit || text != nil || mood != nil ? home.storeOrNew() : home.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        let today = JournalCommand.today()
        if edit {
            try await writeInEditor(store, today)
        } else if let text {
            try await save(JournalEntry(day: today, minute: Self.minute, text: text, createdAt: .now), store)
        } else if mood != nil {
            try await save(try await latest(store, today), store)
        }
        var query = JournalQuery(from: today, until: today)
        query.newestFirst = false
        let entries = try await store.entries(query)
        StandardStream.output.answer(
            json ? ["day": .string("\(today)"), "entries": .array(entries.map(\.json))] : nil,
            else: entries.isEmpty ? "nothing written today" : entries.map(\.screenText).joined(separator: "\n\n"))
    }

    private func save(_ entry: JournalEntry, _ store: Store) async throws {
        var entry = entry
        entry.text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let mood { entry.mood = Mood(named: mood) }
        guard !entry.isEmpty else { throw ValidationError("there is nothing to save") }
        entry.changedAt = .now
        // The app, where it runs, has the memory read it; else it does so at its next start.
        try await Journal(store, recall: Recall(store)).save(entry, in: .current)
    }

    private static var minute: Int {
        let parts = Calendar.current.dateComponents([.hour, .minute], from: .now)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// Reads the text on standard input, if that is a file or a pipe with something in it.
    private static func pipedIn() throws -> String? {
        guard isatty(STDIN_FILENO) == 0 else { return nil }
        let data = try FileHandle.standardInput.read(upToCount: JournalEntry.longestText + 1) ?? Data()
        guard !data.isEmpty else { return nil }
        guard data.count <= JournalEntry.longestText else {
            throw ValidationError("an entry may have \(JournalEntry.longestText >> 10) kB of text")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ValidationError("the text is not UTF-8")
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    // MARK: Editor

    private func writeInEditor(_ store: Store, _ today: JournalDay) async throws {
        let environment = ProcessInfo.processInfo.environment
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
        guard let editor = named.first(where: { !$0.isEmpty }) else {
            throw ValidationError("$VISUAL or $EDITOR has to name an editor")
        }
        let entry = try await latest(store, today)
        let file = FileManager.default.temporaryDirectory.appending(path: "hearth-entry-\(UUID().uuidString).md")
        do {
            try Self.edit(entry.text, editor, file)
            let text = try String(contentsOf: file, encoding: .utf8)
            try await replace(entry, by: text, store)
        } catch {
            // Nothing that was written is lost.
            guard let text = try? String(contentsOf: file, encoding: .utf8), text != entry.text else {
                try? FileManager.default.removeItem(at: file)  // The error says more than that.
                throw error
            }
            throw ChatError("\(error); what you wrote is kept in \(file.path)")
        }
        try FileManager.default.removeItem(at: file)
    }

    private func replace(_ entry: JournalEntry, by text: String, _ store: Store) async throws {
        guard text.trimmingCharacters(in: .whitespacesAndNewlines) != entry.text || mood != nil else { return }
        guard try await store.entry(entry.id).map({ $0 == entry }) ?? entry.isEmpty else {
            throw ChatError("the entry was changed elsewhere while the editor was open")
        }
        var entry = entry
        entry.text = text
        try await save(entry, store)
    }

    /// The last entry of today, or a new one.
    private func latest(_ store: Store, _ today: JournalDay) async throws -> JournalEntry {
        let last = try await store.entries(JournalQuery(from: today, until: today)).first
        return last ?? JournalEntry(day: today, minute: Self.minute, text: "", createdAt: .now)
    }

    /// Opens a text in an editor, in a file that only its owner reads.
    private static func edit(_ text: String, _ editor: String, _ file: URL) throws {
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw ChatError("cannot write to \(file.path)") }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // As git has it: the variable may have arguments of its own.
        process.arguments = ["-c", "\(editor) \"$1\"", "sh", file.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ChatError("the editor failed") }
    }
}

/// `hearth journal list`: entries, the newest first.
struct ListEntriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List entries, the newest first.")

    @Option(help: "The most entries.")
    var limit = 20

    @Option(help: "The first day, such as 2026-11-01.")
    var from: String?

    @Option(help: "The last day.")
    var until: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 100000, found \(limit)")
        }
        for day in [from, until] {
            if let day, JournalDay(day) == nil { throw ValidationError("a day is written 2026-11-21, found \(day)") }
        }
    }

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        var query = JournalQuery(from: from.flatMap { JournalDay($0) }, until: until.flatMap { JournalDay($0) })
        query.limit = limit
        let entries = try await store.entries(query)
        let nothing: ScreenText = from == nil && until == nil ? "nothing written yet" : "nothing written on these days"
        StandardStream.output.answer(
            json ? ["entries": .array(entries.map(\.json))] : nil,
            else: entries.isEmpty ? nothing : entries.map(\.line).joined(separator: "\n"))
    }
}

/// `hearth journal export`: Markdown, a file a day, with the photos, and JSON.
struct ExportJournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the journal to a folder: a Markdown file a day, photos, and journal.json.",
        discussion: "`hearth serve`, Journal, Import reads what this writes, as a ZIP archive."
    )

    @Argument(help: "A new folder, or an empty one.", completion: .directory)
    var folder: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let url = URL(filePath: folder)
        let there = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        guard there?.isEmpty ?? !FileManager.default.fileExists(atPath: url.path) else {
            throw ValidationError("\(url.path) is there already and not empty")
        }
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let line = ProgressLine("Exporting")
        defer { line.end() }
        var writer = JournalFolder(store, at: url) { line.show($0) }
        let (entries, photos) = try await writer.write()
        line.end()
        StandardStream.output.answer(
            json ? ["entries": .integer(entries), "photos": .integer(photos)] : nil,
            else: "\(line: url.path): \(counted(entries, "entry", "entries")) with \(counted(photos, "photo"))")
    }
}

extension JournalEntry {
    fileprivate var json: JSON {
        var object: JSONObject = ["id": .string(id), "day": .string("\(day)"), "text": .string(text)]
        if let minute { object["time"] = .string(Self.clock(minute)) }
        if let mood { object["mood"] = .string(mood.name) }
        object["tags"] = .array(tags.map(JSON.string))
        object["photos"] = .integer(photos.count)
        return .object(object)
    }

    private static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private var head: ScreenText {
        let time = minute.map { " \(Self.clock($0))" } ?? ""
        let mood = mood.map { "  \($0.name)" } ?? ""
        return "\(line: "\(day)\(time)")\(line: mood)"
    }

    fileprivate var screenText: ScreenText { "\(head)\n\(text.withoutMarkdownEscapes)" }

    fileprivate var line: ScreenText {
        let (title, body) = titled
        let first = title ?? String(body.split(whereSeparator: \.isNewline).first ?? "").plainOfMarkdown
        return "\(head)  \(line: String(first.prefix(80)))"
    }
}
