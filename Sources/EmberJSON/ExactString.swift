// SPDX-License-Identifier: Apache-2.0

/// A string that equals another only when their scalars are the same.
///
/// Swift's `==` holds "é" and "e" + U+0301 to be equal; to a vocabulary and to JSON they are two keys.
public struct ExactString: Hashable, Sendable {
    public let string: String

    public init(_ string: String) { self.string = string }

    public static func == (a: ExactString, b: ExactString) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

    public func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
