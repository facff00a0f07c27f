// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki
import HearthWords

/// A picture that was sent for a card: one that browsers show, by its bytes and not by its name.
struct Picture: Sendable {
    let file: MediaFile

    enum Fault: String, Error, CaseIterable {
        /// Not PNG, JPEG, GIF or WebP, or damaged at its beginning.
        case pictureKind
        case pictureLarge
    }

    /// In bytes.
    static let most = 10 << 20
    /// In pixels: what a phone shows without running out of memory.
    private static let mostPixels = 60_000_000

    /// - Returns: `nil` where no file was chosen.
    init?(_ upload: UploadedFile?) throws(Fault) {
        guard let upload, !upload.name.isEmpty else { return nil }
        // A file that cannot be read again is one of no kind.
        guard let data = try? Data(contentsOf: upload.url) else { throw .pictureKind }
        try self.init(data, name: upload.name)
    }

    init(_ data: Data, name: String) throws(Fault) {
        guard data.count <= Self.most else { throw .pictureLarge }
        guard let type = MediaType(data), type.isPicture, let size = PictureSize(data, type) else { throw .pictureKind }
        guard size.width * size.height <= Self.mostPixels else { throw .pictureLarge }
        let stem = String((name as NSString).deletingPathExtension.prefix(60))
        file = MediaFile(name: mediaName("\(stem).\(type.ending)") ?? "picture.\(type.ending)", data: data)
    }
}

/// Width and height in pixels, as the head of a picture says them.
///
/// Sources: the formats' specifications (PNG 5.6 and 11.2.2, JPEG B.2.2, GIF89a 18, WebP container).
struct PictureSize: Equatable {
    let width: Int
    let height: Int

    /// `nil` where the head is damaged, and for a picture without pixels.
    init?(_ data: Data, _ type: MediaType) {
        let bytes = [UInt8](data.prefix(512 << 10))
        guard let (width, height) = Self.read(bytes, type), (1...65_535).contains(width), (1...65_535).contains(height)
        else { return nil }
        (self.width, self.height) = (width, height)
    }

    private static func read(_ bytes: [UInt8], _ type: MediaType) -> (Int, Int)? {
        func big(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 << 8 | Int(bytes[place + $1]) } }
        func little(_ place: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
        switch type {
        case .png: return bytes.count >= 24 ? (big(16, 4), big(20, 4)) : nil
        case .gif: return bytes.count >= 10 ? (little(6, 2), little(8, 2)) : nil
        case .webp:
            guard bytes.count >= 30 else { return nil }
            switch String(decoding: bytes[12..<16], as: UTF8.self) {
            case "VP8 ": return (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
            case "VP8L": return (little(21, 4) & 0x3FFF + 1, little(21, 4) >> 14 & 0x3FFF + 1)
            case "VP8X": return (little(24, 3) + 1, little(27, 3) + 1)
            default: return nil
            }
        case .jpeg: return jpeg(bytes)
        case .mp3, .ogg, .wav, .m4a: return nil
        }
    }

    /// Goes from one segment to the next up to the one that begins a frame.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (
                    Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                )
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}

extension MediaType {
    var isPicture: Bool { rawValue.hasPrefix("image/") }

    /// Of file names, without a dot.
    var ending: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webp: "webp"
        case .mp3: "mp3"
        case .ogg: "ogg"
        case .wav: "wav"
        case .m4a: "m4a"
        }
    }
}
