// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Bytes in gzip's format (RFC 1952).
/// - Parameter level: 1 (quick)…9 (small).
/// - Returns: `nil` where zlib has no memory.
func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window; 16 more ask for gzip's header instead of zlib's.
    guard
        deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { source in
        let capacity = Int(deflateBound(&stream, UInt(source.count)))
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(capacity)
            // The bound has room for everything, so one call is the whole of it.
            count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? capacity - Int(stream.avail_out) : 0
        }
    }
}
