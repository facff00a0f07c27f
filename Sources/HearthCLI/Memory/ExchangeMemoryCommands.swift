// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory export`: all that is known, with evidence, as JSON.
struct ExportMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all that Hearth knows about you as JSON, with the words that say it.",
        discussion: """
            One object {"format":"hearth-memory","version":1,"facts","profile"}: facts as `hearth memory list --json` prints them, with \
            those that wait and those that no longer hold, and the lines of your portrait as {"id","section","text","facts","edited",\
            "pinned","hidden"}.
            """)

    @Argument(help: "A new file; standard output unless given.", completion: .file(extensions: ["json"]))
    var file: String?

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let memory = try await MemoryFile(of: store)
        guard let file else { return StandardStream.output.write(json: memory.json) }
        let url = URL(filePath: file)
        let data = Data((memory.json.text + "\n").utf8)
        // Private, and never over something that is there.
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ValidationError(
                errno == EEXIST ? "\(file) is there already; name a new file" : "\(file) cannot be written: \(reason)")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.close()
        let (facts, lines) = (counted(memory.facts.facts.count, "fact"), counted(memory.lines.count, "line"))
        StandardStream.output.write(
            "\(line: file): \(facts), \(memory.facts.queued.count) to confirm, \(lines)\n")
    }
}

/// `hearth memory import`: takes over what another Hearth has exported, all of it or nothing.
struct ImportMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take over what hearth memory export has written: all of it, or nothing.",
        discussion: """
            Without --yes it only says what would be added. What is known already stays as it is. A file with a fact that has no \
            evidence is refused.
            """)

    @Argument(help: "A file of hearth memory export.", completion: .file(extensions: ["json"]))
    var file: String

    @Flag(name: .shortAndLong, help: "Add it.")
    var yes = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let memory = try read()
        let home = DataFolder.ofThisUser
        // Where there is nothing yet, this is how it begins.
        let store = try yes ? home.storeOrNew() : home.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        let preview = try await memory.preview(for: store)
        let new = preview.new
        if yes {
            try await store.take(new.facts, lines: new.lines)
            try await Profile(store: store).rebuild()
            try await Recall(store).remember(try await store.unindexedFacts())
        }
        let counts: JSON = [
            "facts": .integer(new.facts.facts.count), "queued": .integer(new.facts.queued.count),
            "lines": .integer(new.lines.count), "known": .integer(preview.known), "added": .bool(yes),
        ]
        let (facts, lines) = (counted(new.facts.facts.count, "fact"), counted(new.lines.count, "line"))
        let known = preview.known == 1 ? "1 fact is" : "\(preview.known) facts are"
        let words: ScreenText = """
            \(facts), \(new.facts.queued.count) to confirm and \(lines) \(yes ? "were added" : "would be added"); \
            \(known) known already
            """
        StandardStream.output.answer(json ? counts : nil, else: words)
        if !yes { StandardStream.error.write("Nothing was added yet: say --yes to add it.\n") }
    }

    private func read() throws -> MemoryFile {
        let url = URL(filePath: file)
        let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        guard size <= MemoryFile.mostBytes else {
            throw ValidationError("\(file) has \(size) bytes; at most \(MemoryFile.mostBytes) are read")
        }
        let parsed: JSON
        do { parsed = try JSON(parsing: [UInt8](Data(contentsOf: url))) } catch let error as JSONError {
            throw ValidationError("\(file) is not JSON: \(error.detail)")
        }
        do { return try MemoryFile(parsed) } catch { throw ValidationError("\(file): \(error)") }
    }
}
