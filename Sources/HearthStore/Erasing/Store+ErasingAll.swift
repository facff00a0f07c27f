// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension Store {
    /// Erases all conversations and settings for good, with every backup, damaged database and export that Hearth keeps. What is known
    /// of models stays, as their files do.
    ///
    /// The copies go first: when the program is ended in between, what is left is what is still shown, and can be erased again.
    public func eraseEverything() async throws {
        try await maintain { [self] in
            for backup in try backups() { try DatabaseCopy.removeIfThere(backup.file) }
            if let files {
                try DatabaseCopy.removeParts(in: files.backups)
                for folder in [files.damaged, files.exporting] where FileManager.default.fileExists(atPath: folder.path)
                {
                    try FileManager.default.removeItem(at: folder)
                }
            }
            try database.write { database in
                try SearchIndex.remade(in: database) {
                    for table in ["drafts", "messages", "sessions", "settings", "erasures"] {
                        try database.execute(sql: "DELETE FROM \(table)")
                    }
                }
                // Noted like any other erasure, so that an end of the program here is made up for.
                try database.execute(sql: "INSERT INTO erasures VALUES ('everything', NULL)")
            }
            try cleanUp()
            try database.vacuum()
            try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
    }
}
