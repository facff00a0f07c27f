// SPDX-License-Identifier: Apache-2.0

// Whoever handles an `AnkiError` needs its members, which are those of an `ArchiveError`.
@_exported public import ZipFiles

/// Why a file was not imported, or not exported.
public typealias AnkiError = ArchiveError
