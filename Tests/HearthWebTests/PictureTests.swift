// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthTesting
import HearthWords
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Pictures on cards.
@Suite struct PictureTests {
    /// The smallest pictures of each kind, written by hand from the formats' specifications: 2 by 3 pixels.
    private static let heads: [(ending: String, bytes: [UInt8])] = [
        (
            "png",
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 2, 0, 0, 0, 3]
        ),
        ("gif", Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0]),
        (
            "jpg",
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0, 0xFF, 0xD9]
        ),
        ("webp", Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0]),
    ]

    @Test func `the size of each kind is read from its head`() throws {
        for (ending, bytes) in Self.heads {
            let type = try #require(MediaType(Data(bytes)), "\(ending)")
            let size = try #require(PictureSize(Data(bytes), type), "\(ending)")
            #expect(size.width == 2 && size.height == 3 && type.ending == ending, "\(ending)")
            for length in 0..<bytes.count {
                let part = Data(bytes.prefix(length))
                if let type = MediaType(part) { _ = PictureSize(part, type) }
            }
        }
    }

    @Test func `what is no picture, or too large a one, is refused whatever it is called`() {
        let svg = Data("<svg onload=\"alert(1)\"/>".utf8)
        #expect(throws: Picture.Fault.pictureKind) { try Picture(svg, name: "a.png") }
        #expect(throws: Picture.Fault.pictureKind) { try Picture(Data("ID3 sound".utf8), name: "a.png") }
        var huge = Self.heads[0].bytes
        huge.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        #expect(throws: Picture.Fault.pictureLarge) { try Picture(Data(huge), name: "a.png") }
        #expect(throws: Picture.Fault.pictureLarge) {
            try Picture(Data(repeating: 0, count: Picture.most + 1), name: "a.png")
        }
    }

    @Test func `a picture is added to a card, shown, and taken off again`() async throws {
        let words = MemoryWords()
        let app = try await TestApp(words: words)
        let deck = try await words.makeDeck("French", at: someEvening)
        try await app.test { browser in
            func send(_ path: String, _ fields: [String: String], _ file: (String, [UInt8])) async throws
                -> TestResponse
            {
                var body = ByteBuffer()
                for (name, value) in [("token", TestApp.key.formToken)] + fields.map({ ($0, $1) }) {
                    body.writeString(
                        "--xyz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
                }
                body.writeString(
                    "--xyz\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"\(file.0)\"\r\n\r\n")
                body.writeBytes(file.1)
                body.writeString("\r\n--xyz--\r\n")
                var headers = browser.headers
                headers[.contentType] = "multipart/form-data; boundary=xyz"
                headers[.origin] = "http://localhost"
                return try await browser.client.execute(uri: path, method: .post, headers: headers, body: body)
            }
            let fields = ["deck": "\(deck.id)", "word": "porte", "translation": "door"]
            let refused = try await send("/words/add", fields, ("door.png", Array("<svg/>".utf8)))
            #expect(refused.status == .badRequest && refused.text.contains("picture-fault"))
            let added = try await send("/words/add", fields, ("../door.jpeg", Self.heads[0].bytes))
            #expect(added.status == .seeOther, "\(added.text)")
            let word = try #require(await words.flashcards(FlashcardQuery()).flashcards.first)
            #expect(word.content.image == "door.png")
            let shown = try await browser.get("/words/media/door.png")
            #expect(shown.status == .ok && shown.headers[.contentType] == "image/png")
            let path = "/words/cards/\(word.id)"
            #expect(try await browser.get(path).text.contains("name=\"removePicture\""))
            _ = try await send(path, fields, ("", []))
            #expect(await words.flashcard(word.id)?.content.image == "door.png", "no file chosen changes nothing")
            _ = try await send(path, fields.merging(["removePicture": "1"]) { $1 }, ("", []))
            #expect(await words.flashcard(word.id)?.content.image == nil)
            _ = try await browser.post("/words/decks/\(deck.id)/bury", ["word-\(word.id)": "1"])
            #expect(await words.cards(of: word.id).first?.buriedOn != nil)
        }
    }
}
