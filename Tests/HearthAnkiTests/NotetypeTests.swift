// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords
import Testing

@testable import HearthAnki

/// Notetypes of any kind: which field is asked, which is the answer, which way each template goes.
@Suite struct NotetypeTests {
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)

    private func notetype(
        _ fields: [String], _ templates: [(String, String)], isCloze: Bool = false, name: String = "N"
    ) -> AnkiNotetype {
        var notetype = AnkiNotetype(id: 1, name: name)
        (notetype.fields, notetype.isCloze) = (fields, isCloze)
        notetype.templates = templates.map { .init(name: $0, question: $0, answer: $1) }
        return notetype
    }

    private func package(_ notetype: AnkiNotetype, _ notes: [[String]], cards: Int) -> AnkiPackage {
        var collection = AnkiCollection()
        collection.decks = [AnkiDeck(id: 5, name: "D")]
        collection.notetypes = [notetype]
        for (place, fields) in notes.enumerated() {
            let id = 1_700_000_000_000 + place
            collection.notes.append(
                AnkiNote(id: id, guid: "g\(place)", notetype: 1, modified: 1, fields: fields, tags: []))
            for ordinal in 0..<cards {
                var card = AnkiCard(id: id + ordinal * 1_000, note: id, deck: 5)
                card.ordinal = Int32(ordinal)
                collection.cards.append(card)
            }
        }
        return AnkiPackage(collection)
    }

    private func roles(_ notetype: AnkiNotetype) -> [String] { FieldRoles.columns(notetype).map(\.text) }

    @Test func `fields with names of their own are found by what the templates ask and answer`() throws {
        let core = notetype(
            ["Core-Index", "Vocabulary-Kanji", "Vocabulary-Kana", "Vocabulary-English", "Notes"],
            [
                (
                    "{{Vocabulary-Kanji}}",
                    "{{FrontSide}}<hr id=answer>{{Vocabulary-English}} {{Vocabulary-Kana}} {{Notes}}"
                )
            ])
        #expect(roles(core) == ["extra", "word", "phonetic", "translation", "extra"])
        let read = package(core, [["1", "水", "みず", "water", "used daily"]], cards: 1).words(days: days, now: now)
        let content = try #require(read.words.words.first?.content)
        #expect(content.word == "水" && content.translation == "water" && content.phonetic == "みず")
        #expect(content.extra == [.init(name: "Core-Index", value: "1"), .init(name: "Notes", value: "used daily")])
        #expect(read.report == ImportReport())
        // A field called as words are is not the word where cards ask another.
        let sentences = notetype(
            ["Expression", "Kanji-Wort", "Sinn"], [("{{Kanji-Wort}}", "{{Sinn}} {{Expression}}")])
        #expect(roles(sentences) == ["extra", "word", "translation"])
        let foreign = notetype(["Поле", "Ответ"], [("{{Ответ}}", "{{FrontSide}} {{text:Поле}}")])
        #expect(roles(foreign) == ["translation", "word"])
        let produced = notetype(["English", "Deutsch"], [("{{English}}", "{{Deutsch}}")])
        #expect(roles(produced) == ["translation", "word"])
        let heard = notetype(["Audio", "Sentence-English", "Term"], [("{{Audio}}", "{{Term}} {{Sentence-English}}")])
        #expect(roles(heard) == ["audio", "translation", "word"])
    }

    @Test(arguments: [
        (["{{English}}", "{{Word}}"], [1, 0], 0), (["{{Word}}", "{{English}}"], [0, 1], 0),
        (["{{Word}}", "{{#Plus}}{{English}}{{/Plus}}"], [0, 1], 0), (["{{Word}} {{type:English}}"], [0], 0),
        (["{{English}}"], [1], 0), (["{{Sound}}", "{{Word}}", "{{English}}"], [2, 0, 1], 1),
        (["{{Word}}", "{{Sound}}", "{{furigana:Word}}"], [0, 2, 3], 2), (["{{Sound}}"], [0], 1),
    ])
    func `each card has the direction in which its template asks`(
        questions: [String], directions: [Int], simplified: Int
    ) throws {
        let notetype = notetype(
            ["Word", "English", "Sound", "Plus"], questions.map { ($0, "{{FrontSide}} {{Word}} {{English}}") })
        let read = package(notetype, [["perro", "dog", "x", "y"]], cards: questions.count).words(days: days, now: now)
        let word = try #require(read.words.words.first)
        #expect(word.content.word == "perro" && word.content.translation == "dog")
        #expect(word.cards?.map(\.direction.rawValue) == directions)
        #expect(read.report.changes[.otherQuestion] ?? 0 == simplified)
        #expect(read.report.simplified.allSatisfy { $0.name == "perro" })
    }

    @Test func `the user's columns are followed, and what is left out is gone`() throws {
        let notetype = notetype(["A", "B", "C"], [("{{A}}", "{{B}}"), ("{{C}}", "{{B}}")])
        let package = package(notetype, [["eins", "one", "uno"]], cards: 2)
        var words = PackagedWords(package, folder: MediaFolder(), days: days, now: now)
        #expect(words.notetypes.map(\.samples) == [["eins", "one", "uno"]] && words.notetypes[0].notes == 1)
        #expect(words.read.words.words.first?.content.word == "eins")
        words.map([[.ignored, .role(.translation), .role(.word)]])
        let word = try #require(words.read.words.words.first)
        #expect(word.content.word == "uno" && word.content.translation == "one" && word.content.extra.isEmpty)
        #expect(word.cards?.map(\.direction.rawValue) == [2, 0])
        #expect(words.withoutWord == nil && words.doubled == nil)
        words.map([[.role(.word), .role(.translation), .role(.word)]])
        #expect(words.doubled?.role == .word)
        words.map([[.extra("A"), .ignored, .ignored]])
        #expect(words.withoutWord?.name == "N")
    }

    @Test func `gaps are cut by number, and pictures with hidden parts are named`() throws {
        let gaps = notetype(["Extra", "Text"], [("{{cloze:Text}}", "{{cloze:Text}} {{Extra}}")], isCloze: true)
        let text = "<b>{{c1::Ottawa}}</b> is in {{c2::Canada}}."
        let read = package(gaps, [["more", text], ["", "no gap"]], cards: 2).words(days: days, now: now)
        let word = try #require(read.words.words.first)
        #expect(word.content.cloze == "{{c1::Ottawa}} is in {{c2::Canada}}.")
        #expect(word.content.word == "[…] is in […]." && word.content.translation == "Ottawa, Canada")
        #expect(word.content.extra == [.init(name: "Extra", value: "more")])
        #expect(word.cards?.map(\.direction.rawValue) == [0, 1])
        #expect(read.report.changes == [.noGap: 1, .formatting: 1] && read.words.words.last?.content.word == "no gap")
        let hidden = notetype(
            ["Occlusion", "Image", "Header"], [("{{cloze:Occlusion}} {{Image}}", "{{Header}}")], isCloze: true)
        let masked = package(
            hidden, [["{{c1::image-occlusion:rect:left=.1}}", "<img src=\"a.png\">", "The heart"]], cards: 1
        ).words(days: days, now: now)
        #expect(masked.report.changes == [.hiddenPicture: 1])
        #expect(masked.words.words.first?.content.word == "The heart")
        #expect(masked.words.words.first?.content.image == "a.png")
    }

    @Test func `a translation of its own stays with a text with gaps, on the way in and out`() throws {
        let gaps = notetype(["Text", "Translation", "Notes"], [("{{cloze:Text}}", "{{cloze:Text}}")], isCloze: true)
        #expect(roles(gaps) == ["word", "translation", "extra"])
        let fields = ["{{c1::Paris}} is big.", "Paris est grande.", "n"]
        var package = package(gaps, [fields, ["{{c1::Lyon}}", "", ""]], cards: 1)
        let read = package.words(days: days, now: now).words
        let content = try #require(read.words.first?.content)
        #expect(content.translation == "Paris est grande." && content.definition == "Paris is big.")
        #expect(read.words.last?.content.translation == "Lyon")
        try Fixtures.withTemporaryFolder { scratch in
            package = try AnkiPackage(read, days: days, at: now, media: scratch.appending(path: "out"))
            let again = package.words(days: days, now: now).words.words.map(\.content)
            #expect(again.map(\.translation) == ["Paris est grande.", "Lyon"])
            #expect(again.map(\.definition) == ["Paris is big.", "Lyon"])
            #expect(again.first?.extra == content.extra)
        }
    }

    /// Words with gaps, fields and settings go out and come in as they were.
    @Test func `gaps, fields and settings go to a package and back`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            var (gaps, word, odd) = (
                FlashcardContent(word: ""), FlashcardContent(word: "a\tb [sound:x.mp3]"), FlashcardContent(word: "odd")
            )
            gaps.take("{{c1::Ottawa::city}} is in {{c2::Canada}}.\nTwo {{c1::lines}}.")
            gaps.extra = [.init(name: "Back Extra", value: "<b>more</b>")]
            gaps.kind = "Cloze"
            (word.translation, word.kind) = ("t", "Core")
            word.synonyms = ["one, two", "three", "say \"x\"", "a/b"]
            word.extra = [
                .init(name: "Core-Index", value: "7"), .init(name: "Word", value: "other"),
                .init(name: "{x}:y", value: "z"),
            ]
            (odd.translation, odd.kind) = ("t", "Core")
            odd.extra = [.init(name: "Notes", value: "n"), .init(name: "Core-Index", value: "8")]
            var words = WordImport()
            var settings = DeckSettings()
            (settings.desiredRetention, settings.newPerDay, settings.buriesSiblings) = (0.8, 7, false)
            words.decks = [
                ImportedDeck(path: ["P"], settings: settings), ImportedDeck(path: ["P", "C"]),
                ImportedDeck(path: ["Q"]),
            ]
            words.words = [
                ImportedWord(
                    guid: "1", deck: 1, content: gaps, cards: (0..<2).map { .init(direction: .init(rawValue: $0)) }),
                ImportedWord(guid: "2", deck: 0, content: word, cards: [.init(direction: .production)]),
                ImportedWord(
                    guid: "3", deck: 2, content: odd, cards: [0, 2].map { .init(direction: .init(rawValue: $0)) }),
            ]
            let file = scratch.appending(path: "out.apkg")
            let package = try AnkiPackage(words, days: days, at: now, media: scratch.appending(path: "out"))
            try package.write(to: file, at: now)
            let options = Dictionary(uniqueKeysWithValues: package.collection.deckOptions.map { ($0.id, $0) })
            let own = Dictionary(uniqueKeysWithValues: package.collection.decks.map { ($0.name, $0.options) })
            #expect(own["P"] == own["P::C"] && options[(own["P::C"] ?? 0) ?? 0]?.newPerDay == 7)
            #expect(options[1]?.buriesNew == true && options[(own["P"] ?? 0) ?? 0]?.buriesReviews == false)

            let again = try AnkiPackage.read(file, media: scratch.appending(path: "m")).words(days: days, now: now)
                .words
            let found = Dictionary(uniqueKeysWithValues: again.words.map { ($0.guid ?? "", $0) })
            for one in words.words {
                let other = try #require(found[one.guid ?? ""])
                #expect(other.content.word == one.content.word && other.content.cloze == one.content.cloze)
                #expect(other.content.translation == one.content.translation)
                #expect(other.content.synonyms == one.content.synonyms)
                #expect(other.cards?.map(\.direction) == one.cards?.map(\.direction))
            }
            #expect(found["1"]?.content.extra == gaps.extra)
            #expect(found["2"]?.content.extra.map(\.value) == ["7", "other", "z"])
            #expect(found["2"]?.content.extra.map(\.name) == ["Core-Index", "Word 2", "xy"])
            #expect(Set(found["3"]?.content.extra ?? []) == Set(odd.extra))
            let read = Dictionary(uniqueKeysWithValues: again.decks.map { ($0.path, $0.settings) })
            #expect(read[["P"]]??.newPerDay == 7 && read[["P"]]??.buriesSiblings == false)
            #expect(read[["P", "C"]] == .some(nil))
        }
    }
}
