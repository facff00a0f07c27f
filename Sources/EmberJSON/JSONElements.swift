// SPDX-License-Identifier: Apache-2.0

/// Splits one long JSON array into its elements while its bytes come in pieces, so that a file of hundreds of megabytes
/// is never in memory as a whole. A text that is one object has that as its only element.
///
/// Only quotes and brackets are looked at: what an element is, `JSON` finds out, and what is wrong in it.
public struct JSONElements {
    private enum Place { case beforeValue, beforeElement, inElement, behindElement, behindArray }

    private let longest: Int
    private var place = Place.beforeValue
    /// Whether the text is no array.
    private var isAlone = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The element as far as it has come; empty where it is too long.
    private var element: [UInt8] = []
    private var isTooLong = false
    /// Bytes before the piece that is taken.
    private var position = 0
    /// Bytes of the mark of byte order that were passed.
    private var marks = 0

    /// - Parameter longest: bytes of an element; longer ones are passed over.
    public init(longest: Int) { self.longest = longest }

    /// Takes the next bytes.
    /// - Parameter body: is given each element that ends in them; `nil` for one that is too long.
    /// - Throws: `JSONError` `.syntax` for what is no list, and what `body` throws.
    public mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ body: (_ element: [UInt8]?) throws -> Void
    ) throws {
        var index = 0
        while index < bytes.count {
            if place == .inElement {
                index = try pass(bytes, from: index, body)
            } else {
                try step(bytes[index], at: index)
                // The first byte of an element is read again, as part of it.
                if place != .inElement { index += 1 }
            }
        }
        position += bytes.count
    }

    /// Checks that the text is whole.
    public func end() throws(JSONError) {
        guard place == .behindArray else { throw error("the text ends in the middle", at: 0) }
    }

    private mutating func step(_ byte: UInt8, at index: Int) throws(JSONError) {
        switch (place, byte) {
        case (_, 0x20), (_, 0x09), (_, 0x0A), (_, 0x0D): break
        case (.beforeValue, 0xEF), (.beforeValue, 0xBB), (.beforeValue, 0xBF):
            marks += 1
            guard marks <= 3 else { throw error("expected a list", at: index) }
        case (.beforeValue, UInt8(ascii: "[")): place = .beforeElement
        case (.beforeValue, UInt8(ascii: "{")): (isAlone, place) = (true, .inElement)
        case (.beforeValue, _): throw error("expected a list", at: index)
        case (.beforeElement, UInt8(ascii: "]")), (.behindElement, UInt8(ascii: "]")): place = .behindArray
        case (.beforeElement, _): place = .inElement
        case (.behindElement, UInt8(ascii: ",")): place = .beforeElement
        case (.behindElement, _): throw error("expected ',' or ']' behind an element", at: index)
        case (.behindArray, _): throw error("expected the end", at: index)
        case (.inElement, _): break
        }
    }

    /// Passes what is left of an element.
    /// - Returns: where to go on.
    private mutating func pass(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ body: ([UInt8]?) throws -> Void
    ) throws -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // A closing bracket that belongs to the list ends a number or a word before it.
                guard depth > 0 else {
                    keep(bytes, start..<index)
                    try finish(body)
                    return index
                }
                depth -= 1
                if depth == 0 {
                    keep(bytes, start..<index + 1)
                    try finish(body)
                    return index + 1
                }
            case UInt8(ascii: ",") where depth == 0:
                keep(bytes, start..<index)
                try finish(body)
                return index
            default: break
            }
            index += 1
        }
        keep(bytes, start..<index)
        return index
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard !isTooLong else { return }
        guard element.count + range.count <= longest else {
            (isTooLong, element) = (true, [])
            return
        }
        element.append(contentsOf: bytes[range])
    }

    private mutating func finish(_ body: ([UInt8]?) throws -> Void) throws {
        let whole = isTooLong ? nil : element
        (element, isTooLong) = ([], false)
        place = isAlone ? .behindArray : .behindElement
        try body(whole)
    }

    /// Lines are not counted, of which such files mostly have one.
    private func error(_ detail: String, at index: Int) -> JSONError {
        JSONError(code: .syntax, line: 1, column: position + index + 1, detail: detail)
    }
}
