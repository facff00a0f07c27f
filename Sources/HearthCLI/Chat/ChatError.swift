// SPDX-License-Identifier: Apache-2.0

/// Why a chat cannot begin, as a sentence for the person who wants it.
package struct ChatError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
