// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthSecrets
import Testing

/// A folder for the data and one for the key, both gone with the test.
private func withStore<R>(_ body: (SecretStore, _ data: URL, _ key: URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
    // The system removes what stays.
    defer { try? FileManager.default.removeItem(at: folder) }
    let (data, key) = (folder.appending(path: "data/secrets"), folder.appending(path: "config/hearth/secrets.key"))
    return try body(SecretStore(folder: data, key: .file(key)), data, key)
}

private func mode(_ url: URL) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
}

@Suite struct SecretStoreTests {
    @Test(arguments: ["sk-abc", "clé à molette 🔑", "a\nb", "\u{0}x", String(repeating: "k", count: 16_384)])
    func `a secret comes back as it was given`(secret: String) throws {
        try withStore { store, data, key in
            #expect(try store.secret("a") == nil)
            try store.keep(secret, as: "a")
            try store.keep("other", as: "https://ai.example/v1")
            let again = SecretStore(folder: data, key: .file(key))
            #expect(try again.secret("a").map { Array($0.utf8) } == Array(secret.utf8))
            #expect(try again.names() == ["a", "https://ai.example/v1"])
        }
    }

    @Test func `nothing is written before there is something to keep`() throws {
        try withStore { store, data, key in
            #expect(try store.names() == [])
            try store.remove("a")
            #expect(!FileManager.default.fileExists(atPath: data.path))
            #expect(!FileManager.default.fileExists(atPath: key.path))
        }
    }

    @Test(arguments: ["", " ", "\n\t", String(repeating: "k", count: 16_385)])
    func `an empty secret and an endless one are refused`(secret: String) throws {
        try withStore { store, _, _ in
            try store.keep("before", as: "a")
            let error = #expect(throws: SecretError.self) { try store.keep(secret, as: "a") }
            #expect(error?.code == .unusable)
            #expect(try store.secret("a") == "before")
        }
    }

    @Test func `a secret that is removed is gone`() throws {
        try withStore { store, data, key in
            try store.keep("one", as: "a")
            try store.keep("two", as: "b")
            try store.remove("a")
            #expect(try SecretStore(folder: data, key: .file(key)).names() == ["b"])
            try store.removeAll()
            #expect(try store.names() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == [])
        }
    }

    @Test func `only the owner can read any of it, and nothing of it is in the file`() throws {
        try withStore { store, data, key in
            try store.keep("sk-very-secret", as: "https://ai.example/v1")
            #expect(try mode(data) == 0o700 && mode(key.deletingLastPathComponent()) == 0o700)
            #expect(try mode(store.file) == 0o600 && mode(key) == 0o600)
            let bytes = try Data(contentsOf: store.file)
            #expect(bytes.range(of: Data("sk-very-secret".utf8)) == nil)
            #expect(bytes.range(of: Data("ai.example".utf8)) == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["secrets.sealed"])
        }
    }

    @Test func `the same secret is never sealed the same way twice`() throws {
        try withStore { store, _, _ in
            try store.keep("one", as: "a")
            let first = try Data(contentsOf: store.file)
            try store.keep("one", as: "a")
            #expect(try Data(contentsOf: store.file) != first)
        }
    }

    /// Every byte counts: none can be changed, and none can be missing.
    @Test func `a damaged file is told of, and stays as it is`() throws {
        try withStore { store, _, _ in
            try store.keep("one", as: "a")
            let whole = try Data(contentsOf: store.file)
            let damaged =
                whole.indices.map { index in
                    var copy = whole
                    copy[index] ^= 1
                    return copy
                } + (0..<whole.count).map { whole.prefix($0) } + [whole + [0], Data(repeating: 7, count: 2 << 20)]
            for bytes in damaged {
                try bytes.write(to: store.file)
                for attempt in [
                    { _ = try store.secret("a") }, { try store.keep("two", as: "b") }, { try store.remove("a") },
                ] {
                    let error = #expect(throws: SecretError.self) { try attempt() }
                    #expect(error?.code == .damaged)
                    #expect(error?.detail.contains(store.file.path) == true)
                }
                #expect(try Data(contentsOf: store.file) == bytes)
            }
            try whole.write(to: store.file)
            #expect(try store.secret("a") == "one")
        }
    }

    @Test func `without its key nothing is opened, overwritten or lost`() throws {
        try withStore { store, _, key in
            try store.keep("one", as: "a")
            let (whole, kept) = (try Data(contentsOf: store.file), try Data(contentsOf: key))
            try FileManager.default.removeItem(at: key)
            let missing = #expect(throws: SecretError.self) { try store.keep("two", as: "b") }
            #expect(missing?.code == .keyMissing)
            #expect(!FileManager.default.fileExists(atPath: key.path))

            for (bytes, code) in [(Data(repeating: 1, count: 32), SecretError.Code.damaged), (Data([1]), .damaged)] {
                try Self.put(bytes, at: key)
                let error = #expect(throws: SecretError.self) { try store.secret("a") }
                #expect(error?.code == code)
            }
            #expect(try Data(contentsOf: store.file) == whole)
            try Self.put(kept, at: key)
            #expect(try store.secret("a") == "one")
        }
    }

    private static func put(_ bytes: Data, at url: URL) throws {
        try? FileManager.default.removeItem(at: url)  // There may be none.
        #expect(
            FileManager.default.createFile(atPath: url.path, contents: bytes, attributes: [.posixPermissions: 0o600]))
    }

    @Test func `a file that cannot be read is set aside, and secrets can be kept again`() throws {
        try withStore { store, data, _ in
            try store.keep("one", as: "a")
            try Data("rubbish".utf8).write(to: store.file)
            let aside = try #require(try store.setAside(at: Date(timeIntervalSince1970: 1_795_282_920)))
            #expect(try Data(contentsOf: aside) == Data("rubbish".utf8))
            try store.keep("two", as: "a")
            #expect(try store.secret("a") == "two")
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).count == 2)
            // To a name that is taken, nothing is moved.
            #expect(throws: SecretError.self) { try store.setAside(at: Date(timeIntervalSince1970: 1_795_282_920)) }
            #expect(try store.secret("a") == "two")
        }
    }

    @Test func `what others can read is not used`() throws {
        try withStore { store, _, key in
            try store.keep("one", as: "a")
            for file in [store.file, key] {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                let error = #expect(throws: SecretError.self) { try store.secret("a") }
                #expect(error?.code == .exposed)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            }
            #expect(try store.secret("a") == "one")
        }
    }

    @Test func `a link in the file's place is not followed`() throws {
        try withStore { store, data, _ in
            try store.keep("one", as: "a")
            let elsewhere = data.appending(path: "elsewhere")
            try FileManager.default.moveItem(at: store.file, to: elsewhere)
            try FileManager.default.createSymbolicLink(at: store.file, withDestinationURL: elsewhere)
            #expect(throws: SecretError.self) { try store.secret("a") }
        }
    }

    @Test func `many writers lose nothing of one another`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // The system removes what stays.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<24 {
                // Each a store of its own, as another program has.
                group.addTask {
                    let store = SecretStore(
                        folder: folder.appending(path: "data"), key: .file(folder.appending(path: "key/secrets.key")))
                    try store.keep("value \(index)", as: "name \(index)")
                }
            }
            try await group.waitForAll()
        }
        let store = SecretStore(
            folder: folder.appending(path: "data"), key: .file(folder.appending(path: "key/secrets.key")))
        #expect(try store.names().count == 24)
    }

    @Test func `the key lies apart from the data`() {
        #if canImport(Security)
            #expect(SealingKey.ofThisUser([:]) == .keychain("hearth secrets"))
        #else
            #expect(
                SealingKey.ofThisUser(["HOME": "/home/lise"])
                    == .file(URL(filePath: "/home/lise/.config/hearth/secrets.key")))
            let named = ["HOME": "/home/lise", "XDG_CONFIG_HOME": "/etc/lise"]
            #expect(SealingKey.ofThisUser(named) == .file(URL(filePath: "/etc/lise/hearth/secrets.key")))
            let relative = ["HOME": "/home/lise", "XDG_CONFIG_HOME": "lise"]
            #expect(
                SealingKey.ofThisUser(relative) == .file(URL(filePath: "/home/lise/.config/hearth/secrets.key")))
        #endif
    }
}
