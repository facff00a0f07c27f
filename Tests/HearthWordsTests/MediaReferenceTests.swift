// SPDX-License-Identifier: Apache-2.0

import HearthWords
import Testing

/// Pictures and sounds that further fields name.
@Suite struct MediaReferenceTests {
    private func content(_ html: String) -> FlashcardContent {
        var content = FlashcardContent(word: "w")
        content.extra = [.init(name: "Field", value: html)]
        return content
    }

    /// A percent sign may be of the name itself, or stand for a letter: files of either name are used.
    @Test(arguments: [
        ("<img src=\"a.jpg\"> [sound:b.mp3]", ["a.jpg", "b.mp3"]),
        ("<IMG class=x SRC='a b.jpg'/><img src=c.png><imgx src=d.png>", ["a b.jpg", "c.png"]),
        ("<img alt=\"src=no.jpg\" src = \"a%20&amp;b.jpg\" src=\"second.jpg\">", ["a%20&b.jpg", "a &b.jpg"]),
        ("[sound:a&amp;b.mp3][sound:<img src=\"c.jpg\">] [sound:open", ["a&b.mp3", "c.jpg"]),
        ("<img src=\"../up.jpg\"> <img src=\"https://example.org/x.jpg\"> <img> [sound:]", []),
        ("<img alt=\"open> [sound:a.mp3]", ["a.mp3"]), ("<img src=\"cafe\u{301}.jpg\">", ["caf\u{E9}.jpg"]), ("", []),
    ])
    func `names are read as a page and a player read them`(html: String, names: [String]) {
        #expect(content(html).mediaNames == names, "\(html)")
    }

    @Test func `files get other names wherever a word names them, and nothing else changes`() {
        var word = content(
            "x.jpg <img src=\"x.jpg\" alt=\"x.jpg\"><img src=x-2.jpg> [sound:x.jpg]<b>[sound:y&amp;z.mp3]</b>")
        (word.image, word.audio) = ("x.jpg", "other.mp3")
        word.renameMedia(["x.jpg": "x-2.jpg", "x-2.jpg": "x 3.jpg", "y&z.mp3": "y&z-2.mp3"])
        #expect(
            word.extra[0].value
                == "x.jpg <img src=\"x-2.jpg\" alt=\"x.jpg\"><img src=x%203.jpg> [sound:x-2.jpg]<b>[sound:y&amp;z-2.mp3]</b>"
        )
        #expect(word.mediaNames == ["x-2.jpg", "other.mp3", "x-2.jpg", "x%203.jpg", "x 3.jpg", "x-2.jpg", "y&z-2.mp3"])
    }

    @Test(arguments: ["<img ", "[sound:", "<img src=", "<img src=\"", "<", "<img a='<img b=\"", "[sound:<"])
    func `a megabyte of marks takes no time`(piece: String) {
        let start = ContinuousClock().now
        _ = content(String(repeating: piece, count: 1_000_000 / piece.utf8.count)).mediaNames
        #expect(ContinuousClock().now - start < .seconds(10))
    }
}
