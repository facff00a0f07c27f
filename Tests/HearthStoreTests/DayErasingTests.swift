// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory
import Testing

@testable import HearthStore

/// A day that is erased is in no backup either, also where its entries are in backups alone.
@Suite struct DayErasingTests {
    @Test func `entries that a restore took away go from the backups with their day`() async throws {
        try await withStore { store, folder in
            let entry = try journalEntry("xylophonist", tags: [], id: "entry")
            try await store.save(entry)
            try await store.backUpNow(at: date(), calendar: gregorian)
            // As a restored backup leaves it.
            try await store.write { try $0.execute(sql: "DELETE FROM journal_entries") }
            try await store.eraseEntries(of: entry.day)
            #expect(try store.backups().count == 1)
            #expect(try files(below: folder.appending(path: "backups"), with: "xylophonist") == [])
        }
    }

    @Test func `an entry that has another date by now stays, and so does its backup`() async throws {
        try await withStore { store, folder in
            let entry = try journalEntry("xylophonist", tags: [], id: "entry")
            try await store.save(entry)
            try await store.backUpNow(at: date(), calendar: gregorian)
            try await store.write { try $0.execute(sql: "UPDATE journal_entries SET day = day + 1") }
            try await store.eraseEntries(of: entry.day)
            #expect(try await store.entry("entry") != nil)
            #expect(try files(below: folder.appending(path: "backups"), with: "xylophonist") != [])
        }
    }
}
