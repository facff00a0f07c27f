// SPDX-License-Identifier: Apache-2.0

import GRDB

extension Store {
    /// Makes the search index anew from the texts, and removes the traces of what was erased, with what was made of it.
    public func mend() async throws {
        try await removeOrphans()
        try await maintain { [self] in
            try database.write { database in try SearchIndex.rebuild(in: database) }
            try cleanUp()
        }
        try await removeErasedFiles()
    }
}
