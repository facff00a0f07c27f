// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Folder of Hearth's data: `$HEARTH_HOME`, else the usual place for such data on this system.
package struct DataFolder: Sendable {
    package let url: URL

    package init(environment: [String: String]) {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        if let named = environment["HEARTH_HOME"], !named.isEmpty {
            url = URL(filePath: named)
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            // Source: XDG Base Directory Specification: a relative path is to be ignored.
            url = URL(filePath: data).appending(path: "hearth")
        } else {
            #if os(macOS)
                url = home.appending(path: "Library/Application Support/Hearth")
            #else
                url = home.appending(path: ".local/share/hearth")
            #endif
        }
    }

    /// Model folders, as `OWNER/NAME`.
    package var models: URL { url.appending(path: "models") }
    /// Keys of other services, sealed.
    package var secrets: URL { url.appending(path: "secrets") }
    /// How Hearth talks, as files that the user edits.
    package var modes: URL { url.appending(path: "modes") }
    /// Lines that were typed in chats.
    package var history: URL { url.appending(path: "history") }
}
