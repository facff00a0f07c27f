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
                    == "Hearth runs already at http://127.0.0.1:4242, with the data in \(home.path)")
            #expect(first != nil)
            first = nil
            _ = try DataFolderLock(home)
        }
    }

    @Test func `the access key stays, and is for nobody else`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "access.key")
            func bytes() throws -> [UInt8] { try AccessKey.load(in: folder).withUnsafeBytes { Array($0) } }
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
            #expect(throws: ChatError.self) { try AccessKey.load(in: folder) }
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.appending(path: "other"))
            #expect(throws: ChatError.self) { try AccessKey.load(in: folder) }
        }
    }
}
