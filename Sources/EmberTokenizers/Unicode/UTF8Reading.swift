// SPDX-License-Identifier: Apache-2.0

/// Bytes of valid UTF-8, read in place.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// The scalar that starts at `bytes[index]`, and how many bytes it takes.
///
/// The text must be valid UTF-8 and `index` the start of a scalar: every text here comes from a Swift string or is put
/// together from whole scalars, so no continuation byte is looked at that is not there.
@inline(__always)
func readScalar(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (first, 1) }
    let second = UInt32(bytes[index + 1]) & 0x3F
    if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
    let third = UInt32(bytes[index + 2]) & 0x3F
    if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
    return ((first & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[index + 3]) & 0x3F, 4)
}

/// How many bytes the scalar with this first byte takes.
@inline(__always)
func scalarLength(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
}

/// The start of the scalar that ends just before `index`, which must be greater than `low`.
@inline(__always)
func scalarStart(_ bytes: UnsafePointer<UInt8>, before index: Int, low: Int) -> Int {
    var start = index - 1
    while start > low, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
}

extension [UInt8] {
    /// Appends a scalar as UTF-8. A value that is no scalar (a surrogate) is left out.
    @inline(__always)
    mutating func append(scalar value: UInt32) {
        if value < 0x80 {
            append(UInt8(truncatingIfNeeded: value))
        } else if value < 0x800 {
            append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
            append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        } else if value < 0x10000 {
            if value >= 0xD800 && value < 0xE000 { return }
            append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
            append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        } else {
            append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18 & 7))
            append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
            append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        }
    }
}
