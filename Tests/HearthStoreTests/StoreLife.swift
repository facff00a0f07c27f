// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import SeededRandom
import Testing

@testable import HearthStore

/// A store to which things happen one after the other, and what has to be seen of it after each.
struct StoreLife {
    /// The contents of a database: texts by their messages, by session. A session's draft stands under `""`.
    typealias Contents = [String: [String: String]]

    private(set) var done: [String] = []
    private var folder: URL
    private var store: Store
    private var random: SplitMix
    private var now = date()
    private var live: Contents = [:]
    private var hidden: Set<String> = []
    /// By the names of their files.
    private var backups: [String: Contents] = [:]
    /// Backups that somebody has damaged: nothing is expected of them.
    private var bad: Set<String> = []
    /// All words that were ever written in a session, whatever has been restored since.
    private var written: [String: Set<String>] = [:]
    private var erased: Set<String> = []
    private var count = 0

    init(in folder: URL, seed: Int) throws {
        self.folder = folder.appending(path: "home")
        store = try openStore(self.folder)
        random = SplitMix(seed: seed)
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: try await chat()
        case 5: try await edit()
        case 6: try await draft()
        case 7, 8: try await backUp()
        case 9, 10, 11: try await restore()
        case 12, 13: try await clear()
        case 14, 15: try await delete()
        case 16: try await undelete()
        case 17: try await restart()
        case 18: try await crash()
        default: try await spoil()
        }
        try await check()
    }

    func close() throws { try store.close() }

    // MARK: Talking

    private mutating func chat() async throws {
        let known = visible()
        let id = known.isEmpty || Int.random(in: 0..<4, using: &random) == 0 ? name("s") : pick(known)
        try await say(in: id, after: try await store.session(id)?.leaf)
    }

    /// Another branch: a second answer to a message that has one.
    private mutating func edit() async throws {
        guard let id = visible().filter({ !messages(of: $0).isEmpty }).randomElement(using: &random) else { return }
        try await say(in: id, after: pick(messages(of: id)))
    }

    private mutating func say(in id: String, after parent: String?) async throws {
        let (question, answer) = (name("q"), name("a"))
        let words = [word(in: id), word(in: id)]
        var session = try await store.session(id) ?? Session(id: id, createdAt: now, title: words[0])
        session.leaf = answer
        session.lastMessageAt = now
        done.append("say in \(id) after \(parent ?? "nothing")")
        try await store.save(
            [
                message(question, in: id, .user, words[0], parent: parent, at: now),
                message(answer, in: id, .assistant, words[1], parent: question, at: now),
            ], in: session)
        live[id, default: [:]][question] = words[0]
        live[id]?[answer] = words[1]
    }

    private mutating func draft() async throws {
        guard let id = visible().randomElement(using: &random) else { return }
        let text = word(in: id)
        done.append("draft in \(id)")
        try await store.saveDraft(text, of: id)
        live[id]?[""] = text
    }

    // MARK: Erasing

    private mutating func clear() async throws {
        guard let id = visible().randomElement(using: &random) else { return }
        done.append("clear \(id)")
        try await store.clear(id)
        forget(id) { _ in [:] }
    }

    private mutating func delete() async throws {
        guard let id = visible().randomElement(using: &random) else { return }
        done.append("delete \(id)")
        try await store.delete(id, at: now)
        hidden.insert(id)
        guard Bool.random(using: &random) else { return }
        done.append("erase")
        try await store.erase(deletedBefore: .distantFuture)
        eraseHidden()
    }

    private mutating func undelete() async throws {
        guard let id = hidden.sorted().randomElement(using: &random) else { return }
        done.append("undelete \(id)")
        try await store.undelete(id)
        hidden.remove(id)
    }

    private mutating func eraseHidden() {
        for id in hidden { forget(id) { _ in nil } }
        hidden = []
    }

    /// Expects from now on that no file has a word ever written in the session. `rest` gives its contents afterwards.
    private mutating func forget(_ id: String, _ rest: ([String: String]) -> [String: String]?) {
        erased.formUnion(written[id, default: []])
        let left = live[id].flatMap(rest)
        live[id] = left
        backups = backups.mapValues { contents in
            var contents = contents
            contents[id] = contents[id].flatMap(rest)
            return contents
        }
    }

    // MARK: Backups

    private mutating func backUp() async throws {
        now += 86_400
        done.append("back up")
        guard let backup = try await store.backUpDaily(at: now, calendar: gregorian) else { return }
        // No copy has what is deleted, be it for a moment.
        backups[backup.file.lastPathComponent] = live.filter { !hidden.contains($0.key) }
    }

    /// Often twice within a second.
    private mutating func restore() async throws {
        let all = try store.backups().filter { backups[$0.file.lastPathComponent] != nil }
        guard let backup = all.randomElement(using: &random) else { return }
        let name = backup.file.lastPathComponent
        done.append("restore \(name)")
        let former = try #require(try await store.restore(backup, at: now).former).lastPathComponent
        #expect(backups[former] == nil, "\(former) was there already")
        eraseHidden()
        backups[former] = live
        live = backups[name, default: [:]]
    }

    /// Damages a backup in a way that people and disks have.
    private mutating func spoil() async throws {
        let all = try store.backups().filter { backups[$0.file.lastPathComponent] != nil }
        guard let backup = all.randomElement(using: &random) else { return }
        let name = backup.file.lastPathComponent
        let way = Int.random(in: 0..<5, using: &random)
        done.append("spoil \(name) \(way)")
        if way == 0 { return try setMode(0o400, backup.file) }
        bad.insert(name)
        backups[name] = nil
        switch way {
        case 1: try Data("rubbish".utf8).write(to: backup.file)
        case 2: try damage(backup.file, pages: 1..<8)
        case 3: try Data().write(to: backup.file)
        default:
            try FileManager.default.removeItem(at: backup.file)
            try FileManager.default.createDirectory(at: backup.file, withIntermediateDirectories: false)
        }
    }

    private func setMode(_ mode: Int, _ file: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    // MARK: Starting again

    private mutating func restart() async throws {
        done.append("restart")
        try store.close()
        try await start()
    }

    /// The files are as they are at a moment when the power fails.
    private mutating func crash() async throws {
        done.append("crash")
        let copy = folder.deletingLastPathComponent().appending(path: name("home"))
        try FileManager.default.copyItem(at: folder, to: copy)
        try store.close()
        try FileManager.default.removeItem(at: folder)
        folder = copy
        try await start()
    }

    /// Opens the store and does the first work of a program.
    private mutating func start() async throws {
        store = try openStore(folder)
        _ = try await store.markInterrupted()
        try await store.erase(deletedBefore: .distantFuture)
        eraseHidden()
    }

    // MARK: Looking

    private func check() async throws {
        let history = done.suffix(20).joined(separator: ", ")
        let (found, files) = (try await store.read { try Self.contents($0) }, StoreFiles(folder: folder))
        #expect(found == live, "\(history)")
        try await store.read { database in
            try DatabaseCheck.pages(database)
            try DatabaseCheck.references(database)
        }
        for backup in try Backup.all(in: files.backups) {
            guard let expected = backups[backup.file.lastPathComponent] else { continue }
            let contents = try await Restoring.readOnly(backup.file).read { try Self.contents($0) }
            #expect(contents == expected, "\(backup.file.lastPathComponent): \(history)")
        }
        #expect(try words(below: folder).isDisjoint(with: erased), "\(history)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let isBad = !bad.isDisjoint(with: paths.map(Self.lastPart))
        #expect(try isBad || store.erasuresToFinish() == 0, "\(history)")
    }

    private static func contents(_ database: Database) throws -> Contents {
        var contents: Contents = [:]
        for row in try Row.fetchAll(database, sql: "SELECT id FROM sessions") { contents[row["id"]] = [:] }
        let texts = "SELECT session, id, content FROM messages UNION ALL SELECT session, '', content FROM drafts"
        for row in try Row.fetchAll(database, sql: texts) {
            contents[row["session"], default: [:]][row["id"]] = row["content"]
        }
        return contents
    }

    /// All words of ours that stand in the bytes of a file, but for those that somebody has damaged.
    private func words(below folder: URL) throws -> Set<String> {
        var words: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path)
            guard !bad.contains(Self.lastPart(path)), !path.hasPrefix("damaged/"),
                try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            else { continue }
            words.formUnion(Self.words(in: try Data(contentsOf: file)))
        }
        return words
    }

    private static let ending = Array("zqz".utf8)
    private static let length = 6

    /// The index leaves out the first letters of a word where the word before has them, so only the last six count.
    private static func words(in data: Data) -> Set<String> {
        var words: Set<String> = []
        var place = data.startIndex
        while let end = data.range(of: Data(ending), in: place..<data.endIndex) {
            words.insert(String(decoding: data[max(place, end.lowerBound - length)..<end.lowerBound], as: UTF8.self))
            place = end.upperBound
        }
        return words
    }

    // MARK: Choosing

    private func visible() -> [String] { live.keys.filter { !hidden.contains($0) }.sorted() }

    private func messages(of id: String) -> [String] { live[id, default: [:]].keys.filter { !$0.isEmpty }.sorted() }

    private mutating func pick(_ names: [String]) -> String { names[Int.random(in: names.indices, using: &random)] }

    private mutating func name(_ kind: String) -> String {
        count += 1
        return "\(kind)\(count)"
    }

    private static func lastPart(_ path: String) -> String { URL(filePath: path).lastPathComponent }

    /// A word that is written once.
    private mutating func word(in session: String) -> String {
        let letters = (0..<8).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...121, using: &random))) }
        written[session, default: []].insert(String(letters.suffix(Self.length)))
        return String(letters) + "zqz"
    }
}
