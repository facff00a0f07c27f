// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads files of other programs, such as Anki's packages.
public protocol ReadingWordFiles: Sendable {
    /// Whether it reads files of this name.
    func reads(_ name: String) -> Bool
    /// What an import of the file would bring. The file may be anything.
    /// - Throws: an error whose description is a sentence that says what is wrong with the file, and where.
    func words(in file: URL, days: UserDays) async throws -> WordImport
}
