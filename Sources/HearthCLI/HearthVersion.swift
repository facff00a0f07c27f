// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The version of Hearth: for `hearth --version`, the app's pages and reports of faults.
package enum HearthVersion {
    /// Read from the file that `make package` writes beside the program; without it, the program was built from source.
    package static let current = read(Bundle.main.bundleURL) ?? "0-dev"

    /// - Returns: `nil` where there is no such file, or it holds something else than a version.
    package static func read(_ folder: URL) -> String? {
        guard let data = try? Data(contentsOf: folder.appending(path: "version")), data.count <= 100 else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.wholeMatch(of: /[0-9][0-9A-Za-z.+~-]{0,63}/) == nil ? nil : text
    }
}
