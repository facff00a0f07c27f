// SPDX-License-Identifier: Apache-2.0

import Foundation

/// KaTeX and its extension for chemistry, which draw formulas in the browser.
///
/// They belong to the system (on Debian `libjs-katex`) or lie in the package. Without them, formulas are text.
enum FormulaScripts {
    /// Names among the assets.
    static let katex = "katex/katex.js"
    static let chemistry = "katex/mhchem.js"

    /// Folders in which systems keep KaTeX, the one of Debian's package for browsers first.
    static let systemFolders = ["/usr/share/javascript/katex", "/usr/share/nodejs/katex/dist"].map {
        URL(filePath: $0, directoryHint: .isDirectory)
    }

    /// Bytes of one script; version 0.16 has 270,000.
    private static let largest = 2_000_000

    /// The scripts of the first folder that has KaTeX, by their names among the assets.
    static func found(in folders: [URL]) -> [(name: String, data: Data)] {
        for folder in folders {
            guard let main = script(folder.appending(path: "katex.min.js")) else { continue }
            let more = ["contrib/mhchem.min.js", "contrib/mhchem.js"].lazy
                .compactMap { script(folder.appending(path: $0)) }.first
            return [(katex, main)] + (more.map { [(chemistry, $0)] } ?? [])
        }
        return []
    }

    /// - Returns: `nil` for a file that is not there or cannot be read, and for one that is no script of this size.
    private static func script(_ file: URL) -> Data? {
        let file = file.resolvingSymlinksInPath()
        guard let values = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
            values.isRegularFile == true, let size = values.fileSize, (1...largest).contains(size)
        else { return nil }
        // A file that cannot be read is as good as none: the text is there.
        return try? Data(contentsOf: file)
    }
}
