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

    @Test func `of what a camera says, how to turn the picture stays`() throws {
        let photo = try PhotoFile(Self.fixture("place.jpeg"))
        let marker = try #require(photo.data.range(of: Data("Exif\0\0".utf8)))
        #expect(StrippedPicture.orientation(Array(photo.data[marker.upperBound...])) == 6)
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
        let checksum = Checksum.crc32(large[12..<29])
        large.replaceSubrange(29..<33, with: (0..<4).map { UInt8(checksum >> (24 - 8 * $0) & 0xFF) })
        #expect(throws: JournalError.self) { try PhotoFile(Data(large)) }
    }
}
