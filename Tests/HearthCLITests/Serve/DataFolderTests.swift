// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HearthCLI
import Testing

@Suite struct DataFolderTests {
    @Test func `one Hearth at a time runs on a data folder`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "not/there/yet")
            var first: DataFolderLock? = try DataFolderLock(home)
            first?.note(address: "http://127.0.0.1:4242")
            let error = #expect(throws: ChatError.self) { try DataFolderLock(home) }
            #expect(
                error?.description
                    == "Hearth is already running at http://127.0.0.1:4242, with the data in \(home.path)")
            #expect(first != nil)
            first = nil
            _ = try DataFolderLock(home)
        }
    }

    #if os(Linux)
        @Test func `a lock that is let go is free although a copy of its file is still open`() async throws {
            try await withTemporaryFolder { folder in
                var lock: DataFolderLock? = try DataFolderLock(folder)
                // As a program has it that is being started at that moment.
                let file = folder.appending(path: "serve.lock").path
                let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file
                }
                let copy = dup(try #require(own.flatMap { Int32($0) }))
                defer { close(copy) }
                #expect(throws: ChatError.self) { try DataFolderLock(folder) }
                #expect(lock != nil)
                lock = nil
                _ = try DataFolderLock(folder)
            }
        }
    #endif

    @Test(arguments: AccessKey.allCases)
    func `a key stays, and is for nobody else`(key kind: AccessKey) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: kind.rawValue)
            func bytes() throws -> [UInt8] { try kind.load(in: folder).withUnsafeBytes { Array($0) } }
            let key = try bytes()
            #expect(key.count == 32)
            #expect(Set(key).count > 8)
            #expect(try bytes() == key)
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)

            // One that was not written to its end is no key.
            try FileHandle(forWritingTo: file).truncate(atOffset: 31)
            let new = try bytes()
            #expect(new.count == 32 && new != key)
            #expect(try bytes() == new)

            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
            #expect(throws: ChatError.self) { try kind.load(in: folder) }
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.appending(path: "other"))
            #expect(throws: ChatError.self) { try kind.load(in: folder) }
        }
    }

    @Test func `a key that is replaced is another at the next start`() async throws {
        try await withTemporaryFolder { folder in
            let old = try AccessKey.programs.load(in: folder)
            let new = SymmetricKey(size: .bits256)
            try AccessKey.programs.replace(with: new, in: folder)
            #expect(try AccessKey.programs.load(in: folder) == new && new != old)
            let file = folder.appending(path: "programs.key").path
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["programs.key"])
            #expect(throws: ChatError.self) {
                // Not a folder, and none can be made there.
                try AccessKey.programs.replace(with: new, in: folder.appending(path: "programs.key/none"))
            }
        }
    }
}
