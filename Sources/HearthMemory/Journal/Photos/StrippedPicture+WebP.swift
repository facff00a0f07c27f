// SPDX-License-Identifier: Apache-2.0

extension StrippedPicture {
    private static let webpChunks: Set<String> = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]

    /// Sources: Google, "WebP Container Specification"; RFC 6386, section 9.1; "WebP Lossless Bitstream Specification",
    /// section 3.
    init(webp bytes: [UInt8]) throws(JournalError) {
        let input = PictureBytes(bytes: bytes, kind: "WebP")
        let end = try input.little32(4) + 8
        guard end <= bytes.count else { throw Self.broken("WebP", "it ends too early") }
        var (place, hasPicture) = (12, false)
        // The head of a file with more than a picture, and what is written anew of that.
        var (head, profile, turn): (Range<Int>?, ColourProfile?, Int?) = (nil, nil, nil)
        while place < end {
            let name = String(decoding: try input.part(place, 4), as: UTF8.self)
            let length = try input.little32(place + 4)
            guard place + 8 + length <= end else { throw Self.broken("WebP", "a part of it is larger than the whole") }
            try takeSize(input, name, place + 8, length)
            hasPicture = hasPicture || ["VP8 ", "VP8L", "ANMF"].contains(name)
            let content = Array(try input.part(place + 8, length))
            switch name {
            case "VP8X":
                let start = self.bytes.count
                keep(name, content)
                head = start..<self.bytes.count
            case "ICCP": profile = ColourProfile(content)
            case "EXIF":
                let hasMark = content.starts(with: "Exif\0\0".utf8)
                turn = turn ?? Self.orientation(hasMark ? Array(content.dropFirst(6)) : content)
            case _ where Self.webpChunks.contains(name): keep(name, content)
            default: break
            }
            place += 8 + length + length % 2
        }
        guard hasPicture, width > 0 else { throw Self.broken("WebP", "there is no picture in it") }
        if let head { keepExtras(behind: head, profile, turn) }
        let size = self.bytes.count + 4
        self.bytes =
            Array("RIFF".utf8) + (0..<4).map { UInt8(size >> (8 * $0) & 0xFF) } + Array("WEBP".utf8) + self.bytes
    }

    private mutating func keep(_ name: String, _ content: [UInt8]) { bytes += Self.chunk(name, content) }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + (0..<4).map { UInt8(content.count >> (8 * $0) & 0xFF) } + content
            + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// The head says which parts there are: a profile, bit 5, which stands right behind it; EXIF, bit 3, at the end;
    /// and XMP, bit 2, which is gone.
    private mutating func keepExtras(behind head: Range<Int>, _ profile: ColourProfile?, _ turn: Int?) {
        let flags = head.lowerBound + 8
        bytes[flags] &= 0b1101_0011
        if let turn {
            bytes[flags] |= 0b1000
            keep("EXIF", Self.tiff(orientation: turn))
        }
        guard let profile else { return }
        bytes[flags] |= 0b10_0000
        bytes.insert(contentsOf: Self.chunk("ICCP", profile.bytes), at: head.upperBound)
    }

    /// The first part that has a size is that of the whole picture.
    private mutating func takeSize(_ input: PictureBytes, _ name: String, _ place: Int, _ length: Int)
        throws(JournalError)
    {
        guard width == 0 else { return }
        switch name {
        case "VP8X":
            guard length >= 10 else { throw Self.broken("WebP", "its head is too short") }
            (width, height) = (try input.little24(place + 4) + 1, try input.little24(place + 7) + 1)
        case "VP8L":
            guard length >= 5, try input.byte(place) == 0x2F else {
                throw Self.broken("WebP", "its picture has no head")
            }
            let sizes = try input.little32(place + 1)
            (width, height) = (sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
        case "VP8 ":
            guard length >= 10, Array(try input.part(place + 3, 3)) == [0x9D, 0x01, 0x2A] else {
                throw Self.broken("WebP", "its picture has no head")
            }
            (width, height) = (try input.little16(place + 6) & 0x3FFF, try input.little16(place + 8) & 0x3FFF)
        default: break
        }
    }
}
