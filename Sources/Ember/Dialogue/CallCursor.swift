// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Reads tool calls in bytes that a model is still writing, and so tells what is wrong from what is not there yet.
struct CallCursor {
    enum Failure: Error {
        /// The bytes so far may still become a call.
        case incomplete
        case malformed
    }

    /// Bytes of the longest name that is taken for one.
    static let longestName = 256

    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Whether `marker` comes next; the cursor then stands behind it.
    /// - Throws: `.incomplete` when it is too early to tell.
    mutating func take(_ marker: String) throws(Failure) -> Bool {
        if rest.starts(with: marker.utf8) {
            position += marker.utf8.count
            return true
        }
        if marker.utf8.starts(with: rest) { throw .incomplete }
        return false
    }

    mutating func expect(_ marker: String) throws(Failure) {
        guard try take(marker) else { throw .malformed }
    }

    mutating func skipBlanks() { position += rest.prefix(while: \.isBlank).count }

    /// The text before the next `marker`, without blanks around it; the cursor then stands before the marker.
    mutating func name(before marker: String) throws(Failure) -> String {
        let start = position
        let found = bytes[start...].prefix(Self.longestName + marker.utf8.count).firstRange(of: marker.utf8)
        guard let found else { throw rest.count > Self.longestName ? .malformed : .incomplete }
        position = found.lowerBound
        let name = bytes[start..<position].drop(while: \.isBlank)
        return String(
            decoding: name[..<(name.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? name.startIndex)], as: UTF8.self)
    }

    /// The next JSON value, which has to be an object, a list or a text: only those show where they end.
    mutating func value() throws(Failure) -> JSON {
        skipBlanks()
        let end = try end(of: rest)
        do {
            let value = try JSON(parsing: Array(bytes[position..<end]))
            position = end
            return value
        } catch {
            throw .malformed
        }
    }

    /// End of the value that `text` begins with, judged by brackets and quotation marks alone.
    private func end(of text: ArraySlice<UInt8>) throws(Failure) -> Int {
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for (index, byte) in zip(text.indices, text) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case _ where isQuoted: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0, !isQuoted {
                // A value that begins with none of these ends with its first byte, and is no value.
                return index + 1
            }
        }
        throw .incomplete
    }
}

extension UInt8 {
    /// Whether this is white space in ASCII.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
