// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords
import Testing

@testable import HearthAnki

/// Contents of cards from public bug reports. Right values are those that Anki 26.9 shows, or the HTML standard names.
@Suite struct ReportedContentTests {
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)

    private func read(_ name: String) throws -> WordsRead {
        try Fixtures.read("reports/\(name).apkg").words(days: days, now: now)
    }

    private func item(_ word: ImportedWord, _ card: ImportedCard) -> StudyItem {
        StudyItem(
            card: StudyCard(id: 1, flashcard: 1, direction: card.direction, deck: 1),
            flashcard: Flashcard(id: 1, guid: "", deck: 1, content: word.content, createdAt: now, modifiedAt: now),
            previews: [], typesAnswer: false)
    }

    @Test func `a picture or a sound asks, and the words are the answer alone`() throws {
        let words = try read("a05_flags").words.words
        func item(_ name: String, card: Int = 0) throws -> StudyItem {
            let word = try #require(words.first { $0.content.word == name })
            return self.item(word, try #require(word.cards?[card]))
        }
        for (name, picture) in [("France", "fr.png"), ("Germany", "de.png")] {
            let item = try item(name)
            #expect(item.mediaFront == .picture && item.flashcard.content.image == picture)
            #expect(item.question.isEmpty && item.answer == name && item.explanation.isEmpty)
        }
        let heard = try item("hello")
        #expect(heard.mediaFront == .sound && heard.flashcard.content.audio == "hallo.mp3")
        #expect(heard.question.isEmpty && heard.answer == "hello")
        // A note that is asked both ways asks its text, and its picture.
        let (text, picture) = (try item("la France"), try item("la France", card: 1))
        #expect(text.mediaFront == nil && text.question == "la France" && text.flashcard.content.image == "fr.png")
        #expect(picture.mediaFront == .picture && picture.question.isEmpty && picture.answer == "la France")
        // A picture on the back is no front.
        let capital = try item("capital")
        #expect(capital.mediaFront == nil && capital.question == "capital")
    }

    @Test(arguments: [
        ("10²", "one hundred"), ("10₂", "two"), ("x¹⁰", "?"),
        ("What prints?", "for i in x:\n    print(i)\nprint(0)"), ("entities", "café © – – &nbsp; <3"),
        ("table", "a b\n1 2"), ("strike", "wrong right, old new"),
    ])
    func `formatting that means something is in the text`(word: String, answer: String) throws {
        let words = try read("a05_flags").words.words
        let content = try #require(words.first { $0.content.word == word }?.content)
        #expect(content.translation == answer)
    }

    @Test func `what is simplified is listed, and goes back to Anki as it was`() throws {
        let read = try read("a05_flags")
        #expect(read.report.changes == [.formatting: 7])
        try Fixtures.withTemporaryFolder { scratch in
            let package = try AnkiPackage(read.words, days: days, at: now, media: scratch.appending(path: "out"))
            let fields = package.collection.notes.map(\.fields)
            for html in [
                "10<sup>2</sup>", "10<sub>2</sub>", "<s>wrong</s> right, <del>old</del> new",
                "<pre><code>for i in x:\n    print(i)\nprint(0)</code></pre>", "<ol><li>first</li><li>second</li></ol>",
            ] {
                #expect(fields.contains { $0.contains(html) }, "\(html)")
            }
            // The picture is the question of the card again.
            let again = package.words(days: days, now: now).words.words
            for name in ["France", "hello", "la France"] {
                let (old, new) = (
                    try #require(read.words.words.first { $0.content.word == name }),
                    try #require(again.first { $0.content.word == name })
                )
                #expect(old.content.fronts == new.content.fronts, "\(name)")
                #expect(old.cards?.map(\.direction) == new.cards?.map(\.direction), "\(name)")
            }
            #expect(Set(again.map(\.content.formatted)) == Set(read.words.words.map(\.content.formatted)))
        }
    }

    @Test func `HTML that the user's text no longer is does not come back`() throws {
        var content = FlashcardContent(word: "10²")
        content.formatted = ["word": "10<sup>2</sup>", "example": "<b>a</b>"]
        content.example = "a"
        let old = content
        content.word = "100"
        content.forgetFormats(changedSince: old)
        #expect(content.formatted == ["example": "<b>a</b>"])
    }

    @Test func `readings beside signs are shown on the back, and their marks nowhere`() throws {
        let words = try read("a02_content").words.words
        let word = try #require(words.first { $0.content.kind == "Japanese kanji" })
        #expect(word.content.word == "食べる" && word.content.phonetic == "食(た)べる")
        #expect(word.content.meaning == "to eat" && word.content.example == "毎日(まいにち)寿司(すし)を食(た)べる。")
        let item = item(word, try #require(word.cards?.first))
        #expect(item.question == "食べる" && item.readingIsAnswer)
        #expect(word.content.formatted["phonetic"] == "<ruby>食<rt>た</rt></ruby>べる")
    }

    @Test(arguments: [
        (" 食[た]べる", "食べる", "たべる", "食(た)べる"), ("漢字[かんじ]", "漢字", "かんじ", "漢字(かんじ)"),
        ("a b[c] d", "ab d", "ac d", "ab(c) d"), ("[x]", "[x]", "[x]", "[x]"), ("a[b", "a[b", "a[b", "a[b"),
        ("a[]", "a[]", "a[]", "a[]"), ("見[み]る 見[み]た", "見る見た", "みるみた", "見(み)る見(み)た"),
    ])
    func `readings are written as Anki writes them`(text: String, kanji: String, kana: String, both: String) {
        #expect(Furigana.kanji.text(text) == kanji)
        #expect(Furigana.kana.text(text) == kana)
        #expect(Furigana.furigana.text(text) == both)
    }

    @Test func `gaps end where Anki ends them`() throws {
        let words = try read("a02_content").words.words
        func gaps(_ answer: String) throws -> Cloze {
            try #require(words.compactMap(\.content.gaps).first { $0.answers.contains(answer) }, "\(answer)")
        }
        let comment = try gaps("{ return 1; }")
        #expect(comment.question(1) == "auto x = []()[…];" && comment.whole == "auto x = [](){ return 1; };")
        let zero = try gaps("twenty seven")
        #expect(zero.numbers == [27] && zero.question(27) == "[…] and zero")
        #expect(zero.open == "[…] and zero" && zero.solution == "twenty seven")
        let nested = try gaps("outer inner tail")
        #expect(nested.question(1) == "[outer hint] end" && nested.question(2) == "outer [deep hint] tail end")
        #expect(try gaps("std").question(1) == "use [vector] here")
        #expect(try gaps("bold text").question(1) == "[…], done")
        #expect(try gaps("近く").question(1) == "[ちかく]にスーパー")
        #expect(try gaps("a b c").question(3) == "a b […] d")
        #expect(try gaps("\\frac{a}{ {b} } ").question(1) == "\\([…]\\) value")
    }

    @Test func `a comment between braces goes back to Anki`() throws {
        let read = try read("a02_content")
        try Fixtures.withTemporaryFolder { scratch in
            let package = try AnkiPackage(read.words, days: days, at: now, media: scratch.appending(path: "out"))
            #expect(package.collection.notes.contains { $0.fields[0] == "auto x = [](){{c1::{ return 1; }<!-- -->}};" })
            let again = package.words(days: days, now: now).words.words.compactMap(\.content.gaps)
            #expect(again.contains { $0.answers == ["{ return 1; }"] })
        }
    }

    @Test func `gaps in a second field are asked`() throws {
        let words = try read("two_cloze_fields").words.words.filter { $0.content.cloze != nil }
        #expect(words.count == 3)
        for (number, word) in words.enumerated() {
            let items = try #require(word.cards).map { item(word, $0) }
            #expect(items.map(\.answer) == ["alpha\(number)", "beta\(number)", "gamma"])
            #expect(items[1].question == "first alpha\(number)\nsecond […] gamma")
            #expect(items.allSatisfy { !($0.question + $0.answer + $0.explanation).contains("{{") })
        }
    }

    @Test(arguments: ["a02_content", "percent_media"])
    func `pictures are found by their exact name first`(name: String) throws {
        try Fixtures.withTemporaryFolder { scratch in
            let file = Fixtures.folder.appending(path: "reports/\(name).apkg")
            let words = try AnkiPackage.read(file, media: scratch.appending(path: "in")).words(days: days, now: now)
                .words
            let pictures = words.media.map(\.name).filter { $0.hasSuffix(".png") }
            let shown = Set(words.words.flatMap { $0.content.mediaNames })
            #expect(pictures.count >= 8 && pictures.filter { !shown.contains($0) } == [])
            #expect(words.words.compactMap(\.content.image).allSatisfy(pictures.contains))
            let package = try AnkiPackage(words, days: days, at: now, media: scratch.appending(path: "out"))
            let again = package.words(days: days, now: now).words
            #expect(again.words.map(\.content.image) == words.words.map(\.content.image))
        }
    }

    @Test func `notetypes with one id are alike, and others have other ids`() throws {
        func types(_ name: String) throws -> [AnkiNotetype] {
            let words = try read(name).words
            return try Fixtures.withTemporaryFolder { scratch in
                try AnkiPackage(words, days: days, at: now, media: scratch.appending(path: "out")).collection.notetypes
            }
        }
        let all = try ["a02_content", "a05_flags", "two_cloze_fields", "percent_media"].flatMap(types)
        for one in all {
            for other in all where one.id == other.id { #expect(one == other) }
            for other in all where one == other { #expect(one.id == other.id) }
        }
        #expect(Set(all.map(\.id)).count > 3)
        #expect(Set(all.map(\.id)).count < all.count, "The plain notetype is shared.")
    }

    @Test func `no cell of a spreadsheet begins a formula`() throws {
        let texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a=1", "1-1"]
        var words = WordImport()
        words.decks = [.init(path: ["D"])]
        words.words = texts.map { ImportedWord(deck: 0, content: FlashcardContent(word: $0)) }
        let (plain, guarded) = (
            DelimitedWriter.text(words), DelimitedWriter.text(words, guardsFormulas: true)
        )
        let cells = guarded.split(separator: "\r\n").dropFirst().map { $0.drop { $0 == "\"" } }
        #expect(cells.allSatisfy { !"=+-@\t\r".contains($0.first ?? "=") })
        for text in ["=1+1", "+1", "-1", "@SUM(A1)"] { #expect(plain.contains("\r\n\(text),")) }
        #expect(guarded.contains("\r\na=1,") && guarded.contains("\r\n1-1,"))
    }
}
