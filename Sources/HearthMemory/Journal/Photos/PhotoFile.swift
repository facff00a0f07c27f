// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A photo as it is kept: what kind it is was found in its bytes, and nothing in it says where, when or with what it
/// was taken.
///
/// Hearth does not decode pictures; browsers do. Its readers follow the structure of a file from its beginning to its
/// end, keep the parts that make the picture, and leave the others out: EXIF with places, times and serial numbers,
/// XMP, IPTC, comments, and whatever stands behind the end. The orientation, the way in which colours are coded and
/// the numbers of a colour profile are written anew, and nothing else of the parts that they stood in.
public struct PhotoFile: Sendable, Equatable {
    public let kind: PhotoKind
    /// In pixels, as the file has them, before it is turned.
    public let width: Int
    public let height: Int
    public let data: Data

    /// The most bytes of a photo, its most pixels (browsers unpack 4 bytes for each), and the most of an entry.
    public static let longestData = 16 << 20
    public static let mostPixels = 100_000_000
    public static let mostOfEntry = 30
    /// Pixels that any picture may have, and the most of a larger one for each of its bytes: a few kilobytes may
    /// claim to be a hundred million pixels of one colour, which are 400 MB in a browser. Photos have 2 to 20.
    static let freePixels = 16_000_000
    static let mostPixelsPerByte = 200

    /// - Parameter data: a file from a stranger.
    /// - Throws: `JournalError` `.invalid` with what is wrong with it.
    public init(_ data: Data) throws(JournalError) {
        guard data.count <= Self.longestData else {
            throw JournalError(.invalid, "a photo may have \(Self.longestData >> 20) MB")
        }
        let bytes = [UInt8](data)
        let picture: StrippedPicture
        if bytes.starts(with: [0xFF, 0xD8]) {
            (kind, picture) = (.jpeg, try StrippedPicture(jpeg: bytes))
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            (kind, picture) = (.png, try StrippedPicture(png: bytes))
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            (kind, picture) = (.webp, try StrippedPicture(webp: bytes))
        } else {
            throw JournalError(.invalid, "this is no JPEG, PNG or WebP picture")
        }
        guard picture.width > 0, picture.height > 0, picture.width <= Self.mostPixels / picture.height else {
            throw JournalError(
                .invalid,
                "a photo may have \(Self.mostPixels / 1_000_000) million pixels, not \(picture.width) × \(picture.height)"
            )
        }
        let pixels = picture.width * picture.height
        guard pixels <= max(Self.freePixels, Self.mostPixelsPerByte * picture.bytes.count) else {
            throw JournalError(
                .invalid, "\(picture.bytes.count) bytes are too few for \(picture.width) × \(picture.height) pixels")
        }
        (width, height, self.data) = (picture.width, picture.height, Data(picture.bytes))
    }

    /// One that was checked before it was stored.
    public init(stored data: Data, kind: PhotoKind, width: Int, height: Int) {
        (self.data, self.kind, self.width, self.height) = (data, kind, width, height)
    }
}

/// A picture's file without what does not make the picture.
struct StrippedPicture {
    var bytes: [UInt8] = []
    var width = 0
    var height = 0

    static func broken(_ kind: String, _ detail: String) -> JournalError {
        JournalError(.invalid, "this \(kind) picture is damaged: \(detail)")
    }
}

/// Numbers in a picture's bytes, and never past their end.
struct PictureBytes {
    let bytes: [UInt8]
    let kind: String

    var count: Int { bytes.count }

    func byte(_ place: Int) throws(JournalError) -> Int {
        guard bytes.indices.contains(place) else { throw StrippedPicture.broken(kind, "it ends too early") }
        return Int(bytes[place])
    }

    func big16(_ place: Int) throws(JournalError) -> Int { try byte(place) << 8 | byte(place + 1) }

    func big32(_ place: Int) throws(JournalError) -> Int { try big16(place) << 16 | big16(place + 2) }

    func little16(_ place: Int) throws(JournalError) -> Int { try byte(place) | byte(place + 1) << 8 }

    func little24(_ place: Int) throws(JournalError) -> Int { try little16(place) | byte(place + 2) << 16 }

    func little32(_ place: Int) throws(JournalError) -> Int { try little16(place) | little16(place + 2) << 16 }

    func part(_ start: Int, _ length: Int) throws(JournalError) -> ArraySlice<UInt8> {
        guard start >= 0, length >= 0, start <= count, length <= count - start else {
            throw StrippedPicture.broken(kind, "it ends too early")
        }
        return bytes[start..<start + length]
    }
}
