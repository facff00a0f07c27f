// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Testing

/// Modes as files.
@Suite struct ModesTests {
    private func withFolder<R>(_ body: (ModesFolder) throws -> R) throws -> R {
        let url = FileManager.default.temporaryDirectory.appending(path: "modes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = ModesFolder(url)
        try folder.prepare()
        return try body(folder)
    }

    @Test func `those that come with Hearth are there in both languages, and written once`() throws {
        try withFolder { folder in
            #expect(folder.count == 10)
            for language in MemoryLanguage.allCases {
                let modes = folder.modes(in: language)
                #expect(modes.map(\.id) == ModesFolder.builtIn)
                #expect(modes.allSatisfy { $0.isBuiltIn && !$0.isEdited && !$0.text.about.isEmpty })
                #expect(modes.allSatisfy { $0.id == ModesFolder.plain || !$0.text.text.isEmpty })
            }
            #expect(folder.mode("friend", in: .french)?.text.name == "Ami")
            var text = try #require(folder.mode("friend", in: .english)?.text)
            text.text = "Be brief."
            try folder.save(text, as: "friend", .english)
            try folder.prepare()
            let edited = try #require(folder.mode("friend", in: .english))
            #expect(edited.isEdited && edited.text.text == "Be brief.")
            #expect(folder.mode("friend", in: .french)?.isEdited == false)
            try folder.restore("friend", .english)
            #expect(folder.mode("friend", in: .english)?.isEdited == false)
        }
    }

    @Test func `a file of gigabytes is neither read nor a mode`() throws {
        try withFolder { folder in
            for name in ["friend.en.md", ".original/coach.en.md", "mine.en.md"] {
                let file = folder.url.appending(path: name)
                try Data("Mine.".utf8).write(to: file)
                let handle = try FileHandle(forWritingTo: file)
                // More than there is memory for: to read it would fail.
                try handle.truncate(atOffset: 1 << 40)
                try handle.close()
            }
            try folder.prepare()
            #expect(folder.mode("friend", in: .english)?.isEdited == false)
            #expect(folder.mode("mine", in: .english) == nil)
        }
    }

    @Test func `a link in the folder's place is not followed`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "modes-\(UUID().uuidString)")
        let other = FileManager.default.temporaryDirectory.appending(path: "other-\(UUID().uuidString)")
        defer { for folder in [url, other] { try? FileManager.default.removeItem(at: folder) } }
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("Not ours.".utf8).write(to: other.appending(path: "mine.en.md"))
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: other)
        let folder = ModesFolder(url)
        try folder.prepare()
        #expect(folder.modes(in: .english).map(\.id) == ModesFolder.builtIn && folder.count == 0)
        let text = ModeText(name: "New", about: "", uses: [], text: "New.")
        #expect(throws: CocoaError.self) { try folder.add(text, .english) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["mine.en.md"])
    }

    @Test func `a newer Hearth brings its texts to files that nobody has edited, and to no others`() throws {
        try withFolder { folder in
            let names = ["friend.en.md", "coach.en.md", "tutor.en.md", "journal.fr.md"]
            let original = try names.map { try Data(contentsOf: folder.url.appending(path: $0)) }
            // As an older Hearth had written them.
            for name in names {
                for place in [name, ".original/\(name)"] {
                    try Data("---\nname: Old\n---\nOld.\n".utf8).write(to: folder.url.appending(path: place))
                }
            }
            try Data("Mine.\n".utf8).write(to: folder.url.appending(path: "coach.en.md"))
            // One whose copy is gone: nobody can tell who wrote it.
            try FileManager.default.removeItem(at: folder.url.appending(path: ".original/tutor.en.md"))
            try FileManager.default.removeItem(at: folder.url.appending(path: "journal.fr.md"))
            for _ in 0..<2 {
                try folder.prepare()
                let now = try names.map { try Data(contentsOf: folder.url.appending(path: $0)) }
                #expect(now[0] == original[0] && now[3] == original[3])
                #expect(now[1] == Data("Mine.\n".utf8) && now[2] == Data("---\nname: Old\n---\nOld.\n".utf8))
            }
            // What is edited and restored is Hearth's again.
            try folder.restore("coach", .english)
            try folder.prepare()
            let copy = try Data(contentsOf: folder.url.appending(path: ".original/coach.en.md"))
            #expect(copy == original[1])
            #expect(folder.count == 10 && folder.modes(in: .english).map(\.id) == ModesFolder.builtIn)
        }
    }

    @Test func `a file that somebody writes is a mode, with or without a head`() throws {
        try withFolder { folder in
            try Data("Tell a story.\n".utf8).write(to: folder.url.appending(path: "story.en.md"))
            let story = try #require(folder.mode("story", in: .french))
            #expect(story.language == .english && !story.isBuiltIn)
            #expect(story.text == ModeText(name: "story", about: "", uses: [.memory], text: "Tell a story."))
            let head = "---\r\nname: Pirate\r\nabout: Arr\r\nuses: words\r\n---\r\nTalk like a pirate.\r\n"
            try Data(head.utf8).write(to: folder.url.appending(path: "pirate.fr.md"))
            let pirate = try #require(folder.mode("pirate", in: .french)).text
            #expect(pirate == ModeText(name: "Pirate", about: "Arr", uses: [.words], text: "Talk like a pirate."))
            #expect(ModeText(file: pirate.file, fallback: "") == pirate)
            #expect(folder.modes(in: .english).map(\.id).suffix(2) == ["pirate", "story"])
        }
    }

    @Test func `modes of one's own are added, copied and removed; the others stay`() throws {
        try withFolder { folder in
            let text = ModeText(name: "Été à Rome!", about: "", uses: [], text: "Dream.")
            #expect(try folder.add(text, .english) == "ete-a-rome")
            #expect(try folder.add(text, .english) == "ete-a-rome-2")
            #expect(try folder.add(ModeText(name: "日本", about: "", uses: [], text: "x"), .french) == "mode")
            #expect(folder.mode("ete-a-rome", in: .english)?.text == text)
            try folder.remove("ete-a-rome")
            #expect(folder.mode("ete-a-rome", in: .english) == nil)
            #expect(throws: ModeError(.unknown)) { try folder.remove("friend") }
        }
    }

    @Test(arguments: ["../friend", "a/b", "", "A", "x.y", String(repeating: "a", count: 41), "a\0b", "é"])
    func `a name that leads elsewhere is none`(id: String) throws {
        try withFolder { folder in
            #expect(folder.mode(id, in: .english) == nil)
            let text = ModeText(name: "x", about: "", uses: [], text: "")
            #expect(throws: ModeError.self) { try folder.save(text, as: id, .english) }
            #expect(throws: ModeError.self) { try folder.remove(id) }
        }
    }

    @Test func `what is no file of text is no mode`() throws {
        try withFolder { folder in
            let manager = FileManager.default
            try manager.createDirectory(
                at: folder.url.appending(path: "folder.en.md"), withIntermediateDirectories: true)
            try Data(repeating: 97, count: 200_000).write(to: folder.url.appending(path: "long.en.md"))
            try manager.createSymbolicLink(
                at: folder.url.appending(path: "link.en.md"), withDestinationURL: URL(filePath: "/etc/hostname"))
            try Data([0xFF, 0xFE, 0x61]).write(to: folder.url.appending(path: "bytes.en.md"))
            for id in ["folder", "long", "link"] { #expect(folder.mode(id, in: .english) == nil, "\(id)") }
            #expect(folder.mode("bytes", in: .english)?.text.text == "\u{FFFD}\u{FFFD}a")
            #expect(folder.modes(in: .english).count == 6)
        }
    }

    @Test func `a name of many lines stays one line in its file`() throws {
        let text = ModeText(name: "a\n---\nb", about: "x\ny", uses: [.memory], text: "t")
        let read = ModeText(file: text.file, fallback: "")
        #expect(read.name == "a --- b" && read.about == "x y" && read.text == "t")
    }
}
