// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Testing

@testable import HearthStore

/// A deletion that can still be undone, where a backup is made or restored.
@Suite struct DeletedInBackupTests {
    @Test func `a copy has nothing of what was deleted when it was made`() async throws {
        try await withStore { store, folder in
            try await converse(store, "kept", question: "violinist")
            try await converse(store, "gone", question: "xylophonist", title: "marimbist")
            try await store.delete("gone", at: date(100))
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            for word in ["xylophonist", "marimbist"] {
                #expect(try files(below: folder.appending(path: "backups"), with: word) == [], "\(word)")
            }
            #expect(try Restoring.check(backup.file).sessions == 1)
        }
    }

    /// Restoring that backup erased it from the newer one, too.
    @Test func `what was brought back is whole in the backup of what gave way`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            try await store.delete("s", at: date(100))
            let backup = try #require(try await store.backUpDaily(at: date(101), calendar: gregorian))
            try await store.undelete("s")
            let former = try #require(try await store.restore(backup, at: date(300)).former)
            try await store.erase(deletedBefore: date(400))
            #expect(try await store.session("s") == nil)
            #expect(try Restoring.check(former).sessions == 1)
            #expect(
                try files(below: folder.appending(path: "backups"), with: "xylophonist") == [
                    former.lastPathComponent
                ])
        }
    }
}
