// SPDX-License-Identifier: Apache-2.0

extension StrippedPicture {
    /// Chunks that make the picture, or say how its colours are meant. Texts, times, EXIF and what is not known go, and
    /// colour profiles, which have texts in them: they are packed, and other chunks say nearly the same.
    private static let pngChunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sBIT", "sRGB", "cICP", "bKGD", "pHYS", "acTL",
        "fcTL", "fdAT",
    ]

    /// Source: W3C, PNG (Third Edition), sections 5 and 11.
    init(png bytes: [UInt8]) throws(JournalError) {
        let input = PictureBytes(bytes: bytes, kind: "PNG")
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Self.broken("PNG", "it does not begin as one")
        }
        self.bytes = Array(bytes.prefix(8))
        var (place, hasData) = (8, false)
        while true {
            let length = try input.big32(place)
            let name = String(decoding: try input.part(place + 4, 4), as: UTF8.self)
            let content = try input.part(place + 4, length + 4)
            guard PNGChecksum.crc32(content) == (try input.big32(place + 8 + length)) else {
                throw Self.broken("PNG", "the checksum of its part \(place) is wrong")
            }
            if place == 8 {
                guard name == "IHDR", length == 13 else { throw Self.broken("PNG", "it does not begin with its size") }
                (width, height) = (try input.big32(place + 8), try input.big32(place + 12))
            }
            if name == "IDAT" { hasData = true }
            if Self.pngChunks.contains(name) {
                self.bytes += try input.part(place, length + 12)
            } else if name == "eXIf" {
                if let turn = Self.orientation(Array(content.dropFirst(4).prefix(length))) {
                    keep("eXIf", Self.tiff(orientation: turn))
                }
            } else if name.first?.isUppercase == true {
                throw Self.broken("PNG", "it needs a part that is not known")
            }
            place += length + 12
            if name == "IEND" { break }
        }
        guard hasData else { throw Self.broken("PNG", "there is no picture in it") }
    }

    private mutating func keep(_ name: String, _ content: [UInt8]) {
        let chunk = Array(name.utf8) + content
        bytes += Self.big32(content.count) + chunk + Self.big32(PNGChecksum.crc32(chunk))
    }

    static func big32(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
}

/// CRC-32 as PNG and ZIP have it. Source: W3C, PNG (Third Edition), annex D.
enum PNGChecksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func crc32(_ bytes: some Sequence<UInt8>) -> Int {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
        return Int(~value)
    }
}
