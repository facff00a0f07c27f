// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthMemory

extension Store: ProfileStore {
    public func profileLines() async throws -> [ProfileLine] {
        try await read { database in
            try ProfileRecord.fetchAll(database, sql: ProfileRecord.shown(in: database)).map { try $0.line }
        }
    }

    public func keep(_ changes: ProfileChanges) async throws {
        try await write { database in
            for id in changes.removed {
                try database.execute(sql: "DELETE FROM profile_lines WHERE id = ?", arguments: [id])
            }
            for line in changes.lines { try line.save(in: database) }
        }
    }
}
