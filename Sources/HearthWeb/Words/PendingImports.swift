// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// A file that was sent and is not imported yet.
struct PendingImport: Sendable {
    let name: String
    let content: Content
    /// What became of it, once it is imported.
    var report: WordImportReport?
    var leftOut = 0

    enum Content: Sendable {
        /// Columns, which the user has to name.
        case table([[String]])
        /// Words that the file itself describes.
        case words(WordImport)
    }
}

/// Files between sending and importing, by a name of their own. They are in memory only; the oldest make room.
actor PendingImports {
    private var files: [(key: String, file: PendingImport)] = []
    private static let most = 3

    func keep(_ file: PendingImport) -> String {
        let key = UUID().uuidString
        files.append((key, file))
        if files.count > Self.most { files.removeFirst() }
        return key
    }

    subscript(_ key: String) -> PendingImport? { files.first { $0.key == key }?.file }

    /// Only the report stays.
    func finish(_ key: String, _ report: WordImportReport, leftOut: Int) {
        guard let index = files.firstIndex(where: { $0.key == key }) else { return }
        files[index].file = PendingImport(
            name: files[index].file.name, content: .table([]), report: report, leftOut: leftOut)
    }
}
