// SPDX-License-Identifier: Apache-2.0

/// A number with the name of what is counted: "1 entry", "2 entries".
/// - Parameter many: the name of more than one; the name with an s unless given.
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
}
