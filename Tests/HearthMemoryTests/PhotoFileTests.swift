// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededRandom
import Testing

@testable import HearthMemory

/// Photos that Pillow has written with a place, a time and a name in every part that can have them
/// (`Tests/Conformance/journal_files.py`).
@Suite struct PhotoFileTests {
    private static func fixture(_ name: String) throws -> Data {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: folder.appending(path: "Fixtures/journal/\(name)"))
    }

    private static func has(_ text: String, _ data: Data) -> Bool { data.range(of: Data(text.utf8)) != nil }

    @Test(arguments: PhotoKind.allCases)
    func `places and names are gone, the size is known, and twice is once`(kind: PhotoKind) throws {
        let file = try Self.fixture("place.\(kind == .jpeg ? "jpeg" : kind.ending)")
        #expect(Self.has("SECRET-PLACE", file))
        let photo = try PhotoFile(file)
        #expect(photo.kind == kind && photo.width == 24 && photo.height == 16)
        #expect(!Self.has("SECRET-PLACE", photo.data) && !Self.has("xmpmeta", photo.data))
        #expect(photo.data.count < file.count)
        #expect(try PhotoFile(photo.data) == photo)
    }

    private static func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * (bytes - 1 - $0)) & 0xFF) }
    }

    /// What a camera says: that the picture is to be turned, and where it was taken.
    private static let camera =
        Array("MM".utf8) + [0, 42] + number(8) + number(2, 2) + number(0x0112, 2) + number(3, 2) + number(1)
        + number(6, 2) + number(0, 2) + number(0x010E, 2) + number(2, 2) + number(12) + number(38) + number(0)
        + Array("SECRET-PLACE".utf8)

    /// A picture with parts of its own behind its head.
    private static func picture(_ kind: PhotoKind) throws -> Data {
        let name = "place.\(kind == .jpeg ? "jpeg" : kind.ending)"
        let clean = [UInt8](try PhotoFile(fixture(name)).data)
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker] + number(content.count + 2, 2) + content
        }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let part = Array(name.utf8) + content
            return number(content.count) + part + number(PNGChecksum.crc32(part))
        }
        switch kind {
        case .jpeg:
            let pixel = Array("SEC".utf8)
            let parts =
                segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 1, 1] + pixel)
                + segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1] + Array("SECRET-PLACE".utf8))
                + segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
                + segment(0xE1, Array("Exif\0\0".utf8) + camera)
            return Data(clean[..<2] + parts + clean[2...])
        case .png: return Data(clean[..<33] + chunk("eXIf", camera) + chunk("iCCP", [65, 0, 0]) + clean[33...])
        case .webp:
            let little = { (value: Int) in Array(number(value).reversed()) }
            func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
                Array(name.utf8) + little(content.count) + content + (content.count.isMultiple(of: 2) ? [] : [0])
            }
            // The picture alone, behind the head and what was kept of its parts.
            let marks = ["VP8 ", "VP8L"].compactMap { Data(clean).range(of: Data($0.utf8))?.lowerBound }
            let start = try #require(marks.min())
            let length = Int(clean[start + 4]) | Int(clean[start + 5]) << 8
            let body =
                Array("WEBP".utf8) + part("VP8X", [0b0010_1100, 0, 0, 0, 23, 0, 0, 15, 0, 0]) + part("ICCP", profile)
                + clean[start..<start + 8 + length + length % 2] + part("EXIF", camera)
            return Data(Array("RIFF".utf8) + little(body.count) + body)
        }
    }

    /// A colour profile with a curve, a description and the name of a device.
    private static var profile: [UInt8] {
        let curve = Array("curv".utf8) + number(0) + number(1) + [2, 0x33, 0, 0]
        let text = Array("desc".utf8) + number(0) + number(12) + Array("SECRET-PLACE".utf8)
        let start = 128 + 4 + 24
        let size = start + curve.count + text.count
        var head = [UInt8](repeating: 0, count: 128)
        head.replaceSubrange(0..<4, with: number(size))
        head.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
        head.replaceSubrange(36..<40, with: "acsp".utf8)
        head.replaceSubrange(52..<56, with: "SECR".utf8)
        let table =
            number(2) + Array("rTRC".utf8) + number(start) + number(curve.count) + Array("desc".utf8)
            + number(start + curve.count) + number(text.count)
        return head + table + curve + text
    }

    @Test(arguments: PhotoKind.allCases)
    func `of what a camera says, how to turn the picture stays, written anew`(kind: PhotoKind) throws {
        let file = try Self.picture(kind)
        #expect(Self.has("SECRET-PLACE", file))
        let photo = try PhotoFile(file)
        #expect(photo.width == 24 && photo.height == 16 && !Self.has("SEC", photo.data))
        let tiff = Data(StrippedPicture.tiff(orientation: 6))
        #expect(photo.data.range(of: tiff) != nil && StrippedPicture.orientation([UInt8](tiff)) == 6)
        #expect(try PhotoFile(photo.data) == photo)
    }

    @Test(arguments: [PhotoKind.jpeg, .webp])
    func `of a colour profile, its numbers stay`(kind: PhotoKind) throws {
        let photo = try PhotoFile(Self.picture(kind))
        let profile = try #require(ColourProfile(Self.profile)).bytes
        #expect(photo.data.range(of: Data(profile)) != nil)
        #expect(Self.has("rTRC", Data(profile)) && Self.has("curv", Data(profile)) && !Self.has("desc", Data(profile)))
        #expect(ColourProfile(profile)?.bytes == profile)
        #expect(Int(profile[3]) | Int(profile[2]) << 8 == profile.count)
    }

    @Test func `a profile that is no profile is left out`() {
        #expect(ColourProfile([]) == nil && ColourProfile(Array("SECRET-PLACE".utf8)) == nil)
        var cut = Self.profile
        cut.replaceSubrange(136..<140, with: Self.number(1 << 20))
        #expect(ColourProfile(cut) == nil)
    }

    @Test func `a small file does not become a hundred million pixels`() throws {
        func png(_ width: Int, _ height: Int) throws -> Data {
            var bytes = [UInt8](try Self.fixture("place.png"))
            bytes.replaceSubrange(16..<24, with: Self.number(width) + Self.number(height))
            bytes.replaceSubrange(29..<33, with: Self.number(PNGChecksum.crc32(bytes[12..<29])))
            return Data(bytes)
        }
        #expect(throws: JournalError.self) { try PhotoFile(png(10_000, 10_000)) }
        #expect(try PhotoFile(png(4_000, 4_000)).width == 4_000)
    }

    @Test func `what stands behind the end is not kept`() throws {
        for name in ["place.jpeg", "place.png", "place.webp"] {
            let file = try Self.fixture(name)
            #expect(try PhotoFile(file + Data("<script>".utf8)) == PhotoFile(file))
        }
    }

    @Test(arguments: ["place.jpeg", "place.png", "place.webp"])
    func `a picture that was cut or changed is refused or read, and never more`(name: String) throws {
        let file = try Self.fixture(name)
        for length in 0..<file.count - 2 { #expect(throws: JournalError.self) { try PhotoFile(file.prefix(length)) } }
        var random = SplitMix(seed: 11)
        for _ in 0..<2_000 {
            var changed = file
            for _ in 0..<3 {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let photo = try? PhotoFile(changed) { #expect(photo.data.count <= changed.count + 64) }
        }
    }

    @Test func `other files, and pictures of too many pixels, are refused`() throws {
        for text in ["GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<html>", "RIFFxxxxWAVE", ""] {
            #expect(throws: JournalError.self) { try PhotoFile(Data(text.utf8)) }
        }
        var large = [UInt8](try Self.fixture("place.png"))
        large.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        let checksum = PNGChecksum.crc32(large[12..<29])
        large.replaceSubrange(29..<33, with: (0..<4).map { UInt8(checksum >> (24 - 8 * $0) & 0xFF) })
        #expect(throws: JournalError.self) { try PhotoFile(Data(large)) }
    }
}
