// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthChat
import HearthMemory
import HearthStore
import Testing

/// `hearth backup`, `restore`, `export` and `doctor`, as a person calls them.
@Suite struct DataCommandTests {
    private func run(_ home: URL, _ arguments: String...) throws -> ProgramResult {
        try runHearth(arguments, environment: ["HEARTH_HOME": home.path])
    }

    private func fill(_ home: URL, title: String = "Kettles / cafés", _ question: String = "When does water boil?")
        async throws
    {
        guard case .ready(let store) = Store.open(in: home) else { throw CancellationError() }
        let date = Date(timeIntervalSince1970: 1_795_000_000)
        var session = Session(id: "abc-1", createdAt: date, title: title)
        session.leaf = "a"
        let asked = Message(id: "q", session: "abc-1", parent: nil, role: .user, content: question, createdAt: date)
        let answer = Message(
            id: "a", session: "abc-1", parent: "q", role: .assistant, content: "At *100* °C.", createdAt: date)
        let other = Message(
            id: "o", session: "abc-1", parent: "q", role: .assistant, content: "Later.", createdAt: date,
            state: .stopped)
        try await store.save([asked, other, answer], in: session)
        try store.close()
    }

    @Test func `backup and restore bring back what was there`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let file = folder.appending(path: "my backup.sqlite")
            try await fill(home)
            let backup = try run(home, "backup", file.path)
            #expect(backup.status == 0 && backup.errors == "")
            #expect(backup.output.hasPrefix("\(file.path): "))
            #expect(try run(home, "backup", file.path).status == 0, "an earlier backup is replaced")

            try await fill(home, title: "Changed", "And milk?")
            let restore = try run(home, "restore", file.path)
            #expect(restore.status == 0 && restore.errors == "")
            #expect(restore.output.hasPrefix("restored 1 conversation with 3 messages\nwhat there was is kept in "))
            guard case .ready(let store) = Store.open(in: home) else { throw CancellationError() }
            #expect(try await store.session("abc-1")?.title == "Kettles / cafés")
            let running = try run(home, "restore", file.path)
            #expect(running.status == 1 && running.errors.contains("Hearth is running there"))
            try store.close()
        }
    }

    @Test func `what is restored and exported is named, be it no conversation`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let (file, words) = (folder.appending(path: "backup"), folder.appending(path: "words.csv"))
            _ = try runHearth(["journal", "today"], stdin: "Rain.", environment: ["HEARTH_HOME": home.path])
            try Data("word,translation\nla pluie,rain\n".utf8).write(to: words)
            #expect(try run(home, "words", "import", words.path).status == 0)
            #expect(try run(home, "backup", file.path).status == 0)
            let all = "0 conversations with 0 messages, 1 journal entry, 1 word"
            #expect(try run(home, "restore", file.path).output.hasPrefix("restored \(all)\n"))
            let export = folder.appending(path: "export")
            #expect(try run(home, "export", export.path).output == "\(export.path): \(all)\n")
            for wrong in [words.path, "/dev/null"] {
                let result = try run(home, "export", wrong)
                #expect(result.status == 1 && result.errors == "Error: \(wrong) is a file; name a new folder\n")
            }
        }
    }

    @Test func `a folder is no file, and help knows no other commands`() async throws {
        for command in [["memory", "extract"], ["memory", "eval"], ["memory", "import"]] {
            let result = try runHearth(command + ["/usr"])
            #expect(result.status == 1 && result.errors == "Error: /usr is a folder; name a file\n", "\(result.errors)")
        }
        let help = try runHearth(["help", "nonsense"])
        #expect(help.status == 64 && help.errors == "Error: there is no command nonsense; see hearth --help\n")
        #expect(try runHearth(["help", "words", "import"]).status == 0)
    }

    @Test func `backup replaces nothing that is no backup, and makes no store`() async throws {
        try await withTemporaryFolder { folder in
            let letter = folder.appending(path: "letter")
            try Data("Dear".utf8).write(to: letter)
            let home = folder.appending(path: "home")
            let none = try run(home, "backup", folder.appending(path: "new").path)
            #expect(none.status == 1 && none.errors.contains("there is nothing of Hearth's in \(home.path) yet"))
            #expect(!FileManager.default.fileExists(atPath: home.path))
            try await fill(home)
            let result = try run(home, "backup", letter.path)
            #expect(result.status == 1 && result.output == "")
            #expect(result.errors.contains("it is no backup of Hearth's"))
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(try String(contentsOf: letter, encoding: .utf8) == "Dear")
            let nowhere = try run(home, "backup", folder.appending(path: "none/new").path)
            #expect(nowhere.status == 1 && nowhere.errors.contains("none/new: there is no folder"))
        }
    }

    @Test func `restore refuses what is no backup`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let letter = folder.appending(path: "letter")
            try Data("Dear".utf8).write(to: letter)
            let result = try run(home, "restore", letter.path)
            #expect(result.status == 1 && result.errors.contains("not a database"))
            #expect(try run(home, "restore", folder.appending(path: "none").path).errors.contains("no such file"))
        }
    }

    @Test func `export writes JSON lines and Markdown`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let out = folder.appending(path: "out")
            try await fill(home)
            let result = try run(home, "export", out.path)
            #expect(result.status == 0 && result.errors == "")
            #expect(result.output == "\(out.path): 1 conversation with 3 messages\n")
            func text(_ name: String) throws -> String {
                try String(contentsOf: out.appending(path: name), encoding: .utf8)
            }
            let messages = try text("messages.jsonl").split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(messages.map { $0["id"] } == ["q", "o", "a"])
            #expect(messages[0]["content"] == "When does water boil?")
            #expect(messages[1]["parent"] == "q" && messages[1]["state"] == "stopped")
            #expect(messages[0]["createdAt"] == "2026-11-18T11:06:40.000Z")
            #expect(try JSON(parsing: text("sessions.jsonl"))["title"] == "Kettles / cafés")
            #expect(try JSON(parsing: text("settings.json")).object?.isEmpty == true)
            let page = try text("conversations/2026-11-18 Kettles-cafés abc-1.md")
            #expect(page.hasPrefix("# Kettles / cafés\n"))
            #expect(page.contains("\n\nWhen does water boil?\n\n") && page.contains("At *100* °C."))
            #expect(!page.contains("Later."), "it is beside the path")

            let again = try run(home, "export", out.path)
            #expect(again.status == 1 && again.errors.contains("the folder is not empty"))
        }
    }

    @Test func `an export has the modes that the user wrote or edited, and no others`() async throws {
        try await withTemporaryFolder { folder in
            let (home, out) = (folder.appending(path: "home"), folder.appending(path: "out"))
            try await fill(home)
            let modes = ModesFolder(home.appending(path: "modes"))
            try modes.prepare()
            let own = ModeText(name: "Sailor", about: "Of the sea", uses: [.memory], text: "You sail.")
            #expect(try modes.add(own, .french) == "sailor")
            var friend = try #require(modes.mode("friend", in: .english)).text
            friend.text = "You listen."
            try modes.save(friend, as: "friend", .english)
            try FileManager.default.createSymbolicLink(
                at: modes.url.appending(path: "link.en.md"), withDestinationURL: URL(filePath: "/etc/hostname"))
            #expect(try run(home, "export", out.path).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: out.appending(path: "modes").path)
            #expect(names.sorted() == ["friend.en.md", "sailor.fr.md"])
            for name in names {
                let copy = try Data(contentsOf: out.appending(path: "modes/\(name)"))
                #expect(copy == (try Data(contentsOf: modes.url.appending(path: name))))
            }
        }
    }

    @Test func `an export tells days and times where the user is`() async throws {
        try await withTemporaryFolder { folder in
            let (home, out) = (folder.appending(path: "home"), folder.appending(path: "out"))
            try await fill(home)
            let result = try runHearth(
                ["export", out.path], environment: ["HEARTH_HOME": home.path, "TZ": "Pacific/Auckland"])
            #expect(result.status == 0)
            let page = try String(
                contentsOf: out.appending(path: "conversations/2026-11-19 Kettles-cafés abc-1.md"), encoding: .utf8)
            #expect(page.contains("## You, 2026-11-19T00:06:40+13:00"))
        }
    }

    @Test func `an export that is interrupted leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let out = folder.appending(path: "out")
            guard case .ready(let store) = Store.open(in: home) else { throw CancellationError() }
            try await store.add(
                (0..<20_000).map { (Session(id: "s\($0)", createdAt: Date(), title: "Kettle \($0)"), []) })
            try store.close()
            let process = Process()
            process.executableURL = try hearthProgram()
            process.arguments = ["export", out.path]
            process.environment = hearthEnvironment(["HEARTH_HOME": home.path])
            let errors = Pipe()
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            try process.run()
            let begun = out.appending(path: "conversations").path
            while !FileManager.default.fileExists(atPath: begun), process.isRunning { usleep(500) }
            process.interrupt()
            let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 130)
            #expect(said == "the export was cancelled, and nothing of it is left\n")
            #expect(!FileManager.default.fileExists(atPath: out.path))
            #expect(try run(home, "export", out.path).status == 0)
        }
    }

    @Test func `doctor finds nothing wrong with a store that is whole`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            try await fill(home)
            let result = try run(home, "doctor", "--json")
            #expect(result.status == 0 && result.errors == "")
            let findings = try #require(try JSON(parsing: result.output).array)
            #expect(
                findings.map { $0["subject"] } == [
                    "database", "references", "search", "erasing", "memory", "backups", "disk", "privacy", "secrets",
                    "models",
                ])
            let levels = findings.map { $0["level"]?.string }
            #expect(levels == ["good", "good", "good", "good", "good", "warning", "good", "good", "good", "warning"])
            #expect(try run(home, "doctor").output.contains("good      database    every page and row is whole\n"))
        }
    }

    @Test func `doctor says what is broken and how to mend it`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            try await fill(home)
            #expect(try run(home, "doctor", "--mend").status == 0)
            let model = home.appending(path: "models/some/model")
            try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
            try Data("{".utf8).write(to: model.appending(path: "config.json"))
            let secret = home.appending(path: "secret")
            try Data("key".utf8).write(to: secret)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret.path)
            try Data("not a database".utf8).write(to: home.appending(path: "hearth.sqlite"))
            let result = try run(home, "doctor")
            #expect(result.status == 1 && result.errors == "2 of 6 checks failed\n")
            #expect(result.output.contains("broken    database"))
            #expect(result.output.contains("broken    models      some/model: "))
            #expect(
                result.output.contains(
                    "warning   privacy     others on this machine can read 1 files, such as \(secret.path)"))
            #expect(result.output.contains("→ chmod -R go-rwx"))
        }
    }
}
