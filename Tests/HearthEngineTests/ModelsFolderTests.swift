// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine
import HearthModels
import Testing

@Suite struct ModelsFolderTests {
    /// A home with model folders of these names.
    private func withHome(_ names: [String], _ body: (URL) throws -> Void) async throws {
        try await withTemporaryFolder { home in
            for name in names {
                let folder = home.appending(path: "models/\(name)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("{}".utf8).write(to: folder.appending(path: "config.json"))
            }
            try body(home)
        }
    }

    private func modelsFolder(_ home: URL, preferred: String? = nil) -> ModelsFolder {
        var environment = ["HEARTH_HOME": home.path]
        environment["HEARTH_MODEL"] = preferred
        return ModelsFolder(environment: environment)
    }

    private func name(_ wish: String?, in home: URL, preferred: String? = nil) throws -> String {
        try modelsFolder(home, preferred: preferred).locate(wish).name
    }

    @Test func `the only model is the one that is meant`() async throws {
        try await withHome(["owner/name"]) { home in
            let found = try modelsFolder(home).locate(nil)
            #expect(found.name == "owner/name")
            #expect(found.folder.path == home.appending(path: "models/owner/name").path)
        }
    }

    @Test func `of several models one must be chosen, and they are listed`() async throws {
        try await withHome(["b/two", "a/one"]) { home in
            let error = #expect(throws: ModelError.self) { try modelsFolder(home).locate(nil) }
            #expect(error?.description == "there is more than one model; choose one with --model:\n  a/one\n  b/two")
            let chosen = [
                try name("b/two", in: home), try name(nil, in: home, preferred: "b/two"),
                try name("a/one", in: home, preferred: "b/two"),
            ]
            #expect(chosen == ["b/two", "b/two", "a/one"])
            #expect(throws: ModelError.self) { try modelsFolder(home, preferred: "").locate(nil) }
        }
    }

    @Test func `a model that writes nothing is not meant`() async throws {
        try await withHome(["b/two", "a/embeds"]) { home in
            let config = home.appending(path: "models/a/embeds/config.json")
            try Data(#"{"model_type":"bert"}"#.utf8).write(to: config)
            #expect(try name(nil, in: home) == "b/two")
            try FileManager.default.removeItem(at: home.appending(path: "models/b"))
            #expect(try name(nil, in: home) == "hearth/pocket")
        }
    }

    @Test func `without a model there is the one that comes with Hearth`() async throws {
        try await withHome([]) { home in
            let found = try modelsFolder(home).locate(nil)
            #expect(found.name == "hearth/pocket")
            #expect(found.isBuiltIn)
            #expect(FileManager.default.fileExists(atPath: found.folder.appending(path: "config.json").path))
            let error = try #require(throws: ModelError.self) { try modelsFolder(home).locate("owner/name") }
            #expect(error.description.contains("there are:\n  hearth/pocket\n"))
            #expect(error.description.contains("hearth models catalogue"))
        }
        try await withHome(["owner/name"]) { home in
            let chosen = try name("hearth/pocket", in: home)
            #expect(chosen == "hearth/pocket")
        }
    }

    @Test func `a folder anywhere is a model's if it says so itself`() async throws {
        try await withHome(["owner/name"]) { home in
            let folder = home.appending(path: "models/owner/name")
            let found = try modelsFolder(URL(filePath: "/nowhere")).locate(folder.path)
            #expect(found.name == "name")
            #expect(found.folder.path == folder.path)
            #expect(try name(folder.path + "/", in: URL(filePath: "/nowhere")) == "name")
            let file = folder.appending(path: "config.json").path
            let error = #expect(throws: ModelError.self) { try modelsFolder(home).locate(file) }
            #expect(
                error?.description
                    == "\(file) is a file; a model is a folder with config.json and weights, or a .gguf file")
        }
    }

    @Test func `a GGUF file is a model, and so is a folder with one`() async throws {
        try await withHome(["owner/name"]) { home in
            let folder = home.appending(path: "models/owner/other")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "weights.gguf")
            try Data("GGUF".utf8).write(to: file)
            #expect(modelsFolder(home).models.map(\.name) == ["owner/name", "owner/other"])
            #expect(try modelsFolder(home).locate(file.path).name == "weights.gguf")
            try Data("GGUF".utf8).write(to: folder.appending(path: "more.gguf"))
            #expect(modelsFolder(home).models.map(\.name) == ["owner/name"])
        }
    }

    @Test(arguments: ["llama-00001-of-00002.gguf", "llama-00002-of-00002.gguf"])
    func `a piece of a split model is linked with the others`(piece: String) async throws {
        try await withHome([]) { home in
            // As other programs' caches have it: links with the names, files whose names say nothing.
            let (cache, blobs) = (home.appending(path: "cache"), home.appending(path: "blobs"))
            for (number, bytes) in try splitModel().enumerated() {
                try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
                try FileManager.default.createDirectory(at: blobs, withIntermediateDirectories: true)
                try bytes.write(to: blobs.appending(path: "\(number)"))
                try FileManager.default.createSymbolicLink(
                    at: cache.appending(path: "llama-0000\(number + 1)-of-00002.gguf"),
                    withDestinationURL: blobs.appending(path: "\(number)"))
            }
            let folder = modelsFolder(home)
            #expect("\(try folder.link(cache.appending(path: piece).path))" == "local/llama")
            let model = try #require(folder.models.first { $0.name == "local/llama" })
            #expect(model.isLink)
            #expect(try ModelFolder(model.folder).modelType == "llama")
        }
    }

    /// A model of one file as two: the first with all of the metadata, the second with no tensors.
    private func splitModel() throws -> [Data] {
        func numbers(_ values: [any FixedWidthInteger]) -> Data {
            values.reduce(into: Data()) { data, value in
                func add(_ value: some FixedWidthInteger) {
                    Swift.withUnsafeBytes(of: value.littleEndian) { data += $0 }
                }
                add(value)
            }
        }
        func key(_ name: String, _ value: UInt32) -> Data {
            numbers([UInt64(name.utf8.count)]) + Data(name.utf8) + numbers([UInt32(4), value])
        }
        func split(_ number: UInt32) -> Data { key("split.no", number) + key("split.count", 2) }
        var whole = try Data(contentsOf: modelFile)
        let head = 4 + 4 + 8 + 8
        let keys = whole[16..<24].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        whole.replaceSubrange(16..<24, with: numbers([keys + 2]))
        // Data begins at a multiple of 32 bytes: a third key makes up for what the first two take.
        let added = split(0)
        let rest = (32 - (added.count + 8 + 3 + 4 + 8) % 32) % 32
        whole.replaceSubrange(16..<24, with: numbers([keys + 3]))
        let padding =
            numbers([UInt64(3)]) + Data("pad".utf8) + numbers([UInt32(8), UInt64(rest)]) + Data(count: rest)
        whole.insert(contentsOf: added + padding, at: head)
        let second = Data("GGUF".utf8) + numbers([UInt32(3), UInt64(0), UInt64(2)]) + split(1)
        return [whole, second]
    }

    @Test func `what is unfinished or hidden is not a model`() async throws {
        try await withHome(["owner/name", ".cache/x", "owner/.partial"]) { home in
            let empty = home.appending(path: "models/owner/empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            #expect(modelsFolder(home).models.map(\.name) == ["owner/name"])
            let error = #expect(throws: ModelError.self) { try modelsFolder(home).locate("owner/other") }
            #expect(error?.description.contains("; there are:\n  owner/name\n  hearth/pocket\n") == true)
        }
    }

    @Test(arguments: [
        (["HEARTH_HOME": "/h", "XDG_DATA_HOME": "/x", "HOME": "/u"], "/h"),
        (["XDG_DATA_HOME": "/x", "HOME": "/u"], "/x/hearth"),
        (["HEARTH_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/u"], "/x/hearth"),
    ])
    func `data lies where the environment says`(environment: [String: String], path: String) {
        #expect(DataFolder(environment: environment).url.path == path)
    }

    @Test(arguments: [["HOME": "/u"], ["HOME": "/u", "XDG_DATA_HOME": "relative"]])
    func `else it lies in the home folder`(environment: [String: String]) {
        #if os(macOS)
            let expected = "/u/Library/Application Support/Hearth"
        #else
            let expected = "/u/.local/share/hearth"
        #endif
        #expect(DataFolder(environment: environment).url.path == expected)
    }
}
