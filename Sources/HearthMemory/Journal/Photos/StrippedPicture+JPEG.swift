// SPDX-License-Identifier: Apache-2.0

extension StrippedPicture {
    /// Sources: ITU-T T.81, annex B; for the orientation, EXIF 2.32, sections 4.5 and 4.6.
    init(jpeg bytes: [UInt8]) throws(JournalError) {
        let input = PictureBytes(bytes: bytes, kind: "JPEG")
        self.bytes = [0xFF, 0xD8]
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
            keep(segment, marker)
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

    /// Application data and comments go, but for JFIF, colour profiles, Adobe's colour transform and the orientation.
    private mutating func keep(_ segment: ArraySlice<UInt8>, _ marker: Int) {
        let content = segment.dropFirst(4)
        switch marker {
        case 0xE0: if content.starts(with: "JFIF\0".utf8) { bytes += segment }
        case 0xE1:
            if content.starts(with: "Exif\0\0".utf8), let turn = Self.orientation(Array(content.dropFirst(6))) {
                bytes += Self.exif(orientation: turn)
            }
        case 0xE2: if content.starts(with: "ICC_PROFILE\0".utf8) { bytes += segment }
        case 0xEE: if content.starts(with: "Adobe".utf8) { bytes += segment }
        case 0xE3...0xEF, 0xFE: break
        default: bytes += segment
        }
    }

    /// Where the coded picture ends: at a marker that is neither a restart nor a coded 255.
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

    /// A segment that says this and nothing else.
    private static func exif(orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
            + [0, 0, 0, 0]
        return [0xFF, 0xE1, 0, UInt8(tiff.count + 8)] + Array("Exif\0\0".utf8) + tiff
    }
}
