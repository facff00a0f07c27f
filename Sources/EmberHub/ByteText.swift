// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sizes as people read them, in powers of ten.
public enum ByteText {
    /// `712 MB`, `2.3 GB`; whole bytes below a kilobyte.
    public static func of(_ bytes: Int) -> String {
        let count = Double(bytes)
        for (unit, size) in [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where count >= size {
            return String(format: "%.*f \(unit)", count >= 10 * size ? 0 : 1, count / size)
        }
        return "\(bytes) bytes"
    }
}
