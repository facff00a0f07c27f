// SPDX-License-Identifier: Apache-2.0

extension StoreArea {
    /// What has been erased but may still have traces; the settings' first migration makes the table. It is in no
    /// export, and a backup that is restored gets that of the database whose place it takes (`Inheritance`).
    static let erasures = StoreArea(name: "erasures", since: 2, tables: ["erasures"])
}
