// SPDX-License-Identifier: Apache-2.0

extension StrippedPicture {
    /// Sources: ITU-T T.81, annex B; for the orientation, EXIF 2.32, sections 4.5 and 4.6.
    init(jpeg bytes: [UInt8]) throws(JournalError) {
        let input = PictureBytes(bytes: bytes, kind: "JPEG")
        self.bytes = [0xFF, 0xD8]
        var profile = Self.profile(in: input)
        var place = 2
        var hasScan = false
        while true {
            guard try input.byte(place) == 0xFF else { throw Self.broken("JPEG", "a segment does not begin as one") }
            while try input.byte(place + 1) == 0xFF { place += 1 }
            let marker = try input.byte(place + 1)
            if marker == 0xD9 { break }
            // Restarts and the beginning have no length, and do not stand here.
            guard marker >= 0xC0, !(0xD0...0xD8).contains(marker) else {
                throw Self.broken("JPEG", "it has the marker \(marker) where a segment begins")
            }
            let length = try input.big16(place + 2)
            guard length >= 2 else { throw Self.broken("JPEG", "a segment is shorter than its own length") }
            let segment = try input.part(place, length + 2)
            if Self.isFrame(marker) { try takeSize(input, place) }
            keep(segment, marker, &profile)
            place += length + 2
            guard marker == 0xDA else { continue }
            guard width > 0 else { throw Self.broken("JPEG", "it has no size") }
            hasScan = true
            let end = try Self.endOfScan(input, place)
            self.bytes += input.bytes[place..<end]
            place = end
        }
        guard hasScan else { throw Self.broken("JPEG", "there is no picture in it") }
        self.bytes += [0xFF, 0xD9]
    }

    /// The segments that say how a picture is coded and how large it is.
    private static func isFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func takeSize(_ input: PictureBytes, _ place: Int) throws(JournalError) {
        guard width == 0 else { throw Self.broken("JPEG", "it has two sizes") }
        (height, width) = (try input.big16(place + 5), try input.big16(place + 7))
        guard width > 0, height > 0 else { throw Self.broken("JPEG", "it has no size") }
    }

    /// Application data and comments go. What a browser needs of them is written anew: that it is JFIF, the colour
    /// profile, Adobe's colour transform and the orientation.
    /// - Parameter profile: is written where its first piece stands, once.
    private mutating func keep(_ segment: ArraySlice<UInt8>, _ marker: Int, _ profile: inout [UInt8]?) {
        let content = segment.dropFirst(4)
        switch marker {
        case 0xE0:
            // Version 1.1, without a density and without a thumbnail.
            if content.starts(with: "JFIF\0".utf8) { keep(0xE0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0]) }
        case 0xE1:
            if content.starts(with: "Exif\0\0".utf8), let turn = Self.orientation(Array(content.dropFirst(6))) {
                keep(0xE1, "Exif\0\0", Self.tiff(orientation: turn))
            }
        case 0xE2:
            guard content.starts(with: Self.profileMark.utf8), let whole = profile else { break }
            keep(profile: whole)
            profile = nil
        case 0xEE:
            let transform = content.dropFirst(11).first
            if content.starts(with: "Adobe".utf8), let transform, transform <= 2 {
                keep(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, transform])
            }
        case 0xE3...0xEF, 0xFE: break
        default: bytes += segment
        }
    }

    private mutating func keep(_ marker: UInt8, _ mark: String, _ content: [UInt8]) {
        let length = 2 + mark.utf8.count + content.count
        bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + Array(mark.utf8) + content
    }

    // MARK: Colour profiles

    private mutating func keep(profile: [UInt8]) {
        let starts = Array(stride(from: 0, to: profile.count, by: Self.profilePiece))
        for (place, start) in starts.enumerated() {
            let piece = profile[start..<min(start + Self.profilePiece, profile.count)]
            keep(0xE2, Self.profileMark, [UInt8(place + 1), UInt8(starts.count)] + piece)
        }
    }

    private static let profileMark = "ICC_PROFILE\0"
    private static let profilePiece = 60_000

    /// The colour profile that stands before the picture, in pieces that each have a number from 1 on. Source: ICC.1,
    /// annex B.4.
    private static func profile(in input: PictureBytes) -> [UInt8]? {
        var (pieces, place): ([Int: ArraySlice<UInt8>], Int) = ([:], 2)
        while let marker = try? input.byte(place + 1), marker != 0xDA, marker != 0xD9 {
            if marker == 0xFF {
                place += 1
                continue
            }
            guard let length = try? input.big16(place + 2), length >= 2,
                let segment = try? input.part(place, length + 2)
            else { break }
            let content = segment.dropFirst(4)
            if marker == 0xE2, content.starts(with: profileMark.utf8), let number = content.dropFirst(12).first {
                pieces[Int(number)] = content.dropFirst(14)
            }
            place += length + 2
        }
        let whole = (1...255).prefix { pieces[$0] != nil }.flatMap { pieces[$0] ?? [] }
        return ColourProfile(whole)?.bytes
    }

    /// Finds the end of the coded picture: at a marker that is neither a restart nor a coded 255.
    private static func endOfScan(_ input: PictureBytes, _ start: Int) throws(JournalError) -> Int {
        var place = start
        while place < input.count - 1 {
            guard input.bytes[place] == 0xFF else {
                place += 1
                continue
            }
            let next = input.bytes[place + 1]
            if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return place }
            place += next == 0xFF ? 1 : 2
        }
        throw broken("JPEG", "it ends too early")
    }

    /// How a picture is to be turned, 2 to 8; `nil` for one that stands upright or does not say.
    static func orientation(_ tiff: [UInt8]) -> Int? {
        let isLittle = tiff.starts(with: "II".utf8)
        guard isLittle || tiff.starts(with: "MM".utf8) else { return nil }
        func number(_ place: Int, _ length: Int) -> Int? {
            guard place >= 0, place + length <= tiff.count else { return nil }
            let bytes = tiff[place..<place + length]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 512) where number(directory + 2 + entry * 12, 2) == 0x0112 {
            return number(directory + 10 + entry * 12, 2).flatMap { (2...8).contains($0) ? $0 : nil }
        }
        return nil
    }

    /// EXIF that says this and nothing else.
    static func tiff(orientation: Int) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
            + [0, 0, 0, 0]
    }
}
