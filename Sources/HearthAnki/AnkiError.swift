// SPDX-License-Identifier: Apache-2.0

import EmberJSON
// Whoever handles an `AnkiError` needs its members, which are those of an `ArchiveError`.
@_exported public import ZipFiles

/// Why a file was not imported, or not exported.
public typealias AnkiError = ArchiveError

extension AnkiError.Reason {
    static func notJSON(_ error: JSONError) -> Self {
        .init("notJSON", ["line": "\(error.line)", "column": "\(error.column)"])
    }
}
