// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which addresses may become links.
enum LinkAddress {
    static let schemes: Set<String> = ["http", "https", "mailto"]

    /// The address, or `nil` where it is no address that may be followed. Only whole addresses are: a text has no place
    /// that a relative one could be relative to.
    static func safe(_ address: String) -> String? {
        // Browsers drop line breaks and tabs from the middle of an address, and control characters from its ends.
        guard !address.unicodeScalars.contains(where: { $0.value < 0x21 || (0x7f...0x9f).contains($0.value) }),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        return schemes.contains(address[..<colon].lowercased()) ? address : nil
    }
}
