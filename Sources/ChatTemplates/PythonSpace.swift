// SPDX-License-Identifier: Apache-2.0

/// White space as Python defines it: more than ASCII, and not quite Unicode's White_Space.
enum PythonSpace {
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
            true
        default: false
        }
    }

    /// How many bytes the white space that begins here takes; 0 when there is none.
    private static func width(_ bytes: [UInt8], _ at: Int) -> Int {
        let byte = bytes[at]
        if byte < 0x80 { return contains(Unicode.Scalar(byte)) ? 1 : 0 }
        if byte == 0xC2, at + 1 < bytes.count { return bytes[at + 1] == 0x85 || bytes[at + 1] == 0xA0 ? 2 : 0 }
        guard byte & 0xF0 == 0xE0, at + 2 < bytes.count else { return 0 }
        let value = UInt32(byte & 0x0F) << 12 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F)
        return Unicode.Scalar(value).map(contains) == true ? 3 : 0
    }

    /// The first place at or after `start` that is not white space.
    static func skip(_ bytes: [UInt8], from start: Int, to end: Int? = nil) -> Int {
        let end = end ?? bytes.count
        var at = start
        while at < end {
            let width = width(bytes, at)
            if width == 0 { break }
            at += width
        }
        return min(at, end)
    }

    /// End of a range without the white space at its end.
    static func trimmedEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound {
            var start = end - 1
            while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            if width(bytes, start) != end - start { break }
            end = start
        }
        return end
    }
}
