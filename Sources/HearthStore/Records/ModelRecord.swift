// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

/// A row of `models`.
struct ModelRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "models"

    let name: String
    let revision: String?
    let bytes: Int
    let installedAt: Timestamp
    let verifiedAt: Timestamp?
    let lastUsedAt: Timestamp?
}

extension ModelRecord {
    init(_ model: InstalledModel) {
        name = model.name
        revision = model.revision
        bytes = model.bytes
        installedAt = Timestamp(model.installedAt)
        verifiedAt = model.verifiedAt.map(Timestamp.init)
        lastUsedAt = model.lastUsedAt.map(Timestamp.init)
    }

    var model: InstalledModel {
        var model = InstalledModel(
            name: name, revision: revision, bytes: bytes,
            installedAt: installedAt.date)
        model.verifiedAt = verifiedAt?.date
        model.lastUsedAt = lastUsedAt?.date
        return model
    }
}
