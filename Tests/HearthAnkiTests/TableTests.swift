// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthWords
import Testing

@testable import HearthAnki

/// CSV and TSV as programs write them. What RFC 4180 says of quotes and line ends is expected.
@Suite struct TableTests {
    private func table(_ text: String) throws -> DelimitedTable { try table(Array(text.utf8)) }

    private func table(_ bytes: [UInt8]) throws -> DelimitedTable {
        try DelimitedTable(bytes, name: "words.csv", WorkWatch(ImportLimits()) { _ in true })
    }

    @Test func `Anki's own text export is Anki's notes`() throws {
        let table = try DelimitedTable(Fixtures.folder.appending(path: "anki_notes.txt"))
        #expect(table.format.separator == "\t" && table.format.isHTML && !table.format.hasHeader)
        let read = table.words(deck: "Imported")
        let notes = try #require(try Fixtures.dump()["notes"]?.array)
        #expect(read.words.words.count == notes.count && read.report == ImportReport())
        let words = Dictionary(uniqueKeysWithValues: read.words.words.map { ($0.guid ?? "", $0) })
        for note in notes {
            let word = try #require(words[note["guid"]?.string ?? ""])
            #expect(Set(word.content.tags) == Set(note["tags"]?.array?.compactMap(\.string) ?? []))
            #expect(word.content.kind == nil)
            let first = try #require(note["field_order"]?.array?.first?.string)
            #expect((word.content.cloze ?? word.content.word) == PlainText(note["fields"]?[first]?.string ?? "").text)
        }
        #expect(Set(read.words.decks.map(\.path)) == [["Lexicon Golden"], ["Lexicon Golden", "日本語 と العربية"]])
    }

    @Test(arguments: [
        ("a,b\nc,d\n", ","), ("a;b\nc;d", ";"), ("a\tb\r\nc\td\r\n", "\t"), ("a|b\rc|d", "|"),
        ("a, b;c\nd, e;f\ng;h", ";"),
        ("one\ntwo\n", ","), ("\"a,1\";b\n\"c,2\";d\n\"e\";f", ";"), ("\"a;1\",b\n\"c;2\",d\n", ","),
    ])
    func `the separator is found in`(text: String, separator: String) throws {
        #expect(try table(text).format.separator == Character(separator))
    }

    @Test(arguments: [
        ("a,\"b\nc\",d\n", [["a", "b\nc", "d"]]), ("a,\"b\"\"c\",d", [["a", "b\"c", "d"]]), ("\"\",x", [["", "x"]]),
        ("\"a,b", [["\"a", "b"]]), ("\"a\"x,b", [["ax", "b"]]), ("a,b\r\n\r\n\nc,d\r\n", [["a", "b"], ["c", "d"]]),
        ("a,b\rc,d", [["a", "b"], ["c", "d"]]), ("a,b,\nc,d,", [["a", "b", ""], ["c", "d", ""]]),
        ("a,b\"c\"\nd,e", [["a", "b\"c\""], ["d", "e"]]),
        ("'a,1','b'\n'c','d'\n", [["a,1", "b"], ["c", "d"]]),
    ])
    func `the records are cut in`(text: String, records: [[String]]) throws {
        #expect(try table(text).records == records)
    }

    /// An opening quote that nothing closes would take the rows after it into its field, up to the next quote.
    @Test(arguments: [
        ("chat,cat\n\"chien,dog\nlune,moon\n\"oiseau, petit\",bird\nvent,wind\n", 5, [2]),
        ("chat,cat\r\nchien,\"dog\r\nlune,\"moon\"\r\nvent,wind\r\n", 4, [2]),
        ("\"chat,cat\nchien,dog\n\"\",rain\nvent,wind\n", 4, [1]),
        ("chat,cat\rle \"seuil\",threshold\r\"chien,dog\r\"lune\",moon\r", 4, [3]),
        ("\"a,b\n\"c,d\n\"e,f\n", 3, [1, 2, 3]), ("chat,\"two\nlines\" ,x\nchien,\"a \"\"b\"\"\nc\",y\n", 2, []),
    ])
    func `a quotation mark that is never closed is named and takes no row along`(
        text: String, rows: Int, unclosed: [Int]
    ) throws {
        let table = try table(text)
        #expect(table.records.count == rows, "\(table.records)")
        #expect(table.unclosedQuotes == unclosed)
        let report = table.words(deck: "a").report
        #expect(report.unclosedQuotes == unclosed && report.unclosedQuoteCount == unclosed.count)
    }

    @Test func `a file of opening quotes is read about as fast as any other`() throws {
        let lines = 40_000
        let text = String(repeating: "\"chat,cat\n", count: lines)
        let clock = ContinuousClock()
        var table = try table("a,b")
        let long = try clock.measure { table = try self.table(text) }
        #expect(table.records.count == lines && table.unclosedQuotes.count == 200)
        #expect(table.words(deck: "a").report.unclosedQuoteCount == lines)
        let short = try clock.measure { _ = try self.table(text.replacing("\"", with: "")) }
        #expect(long < short * 20 + .milliseconds(200), "\(long), \(short)")
    }

    private static let french = "mot;café\nmer;été\n"

    private static let encoded: [(TextEncoding, [UInt8])] = {
        let units = Array(french.utf16)
        let latin = french.unicodeScalars.map { UInt8($0.value) }
        return [
            (.utf8, Array(french.utf8)), (.utf8, [0xEF, 0xBB, 0xBF] + Array(french.utf8)), (.windows1252, latin),
            (.utf16LittleEndian, [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
            (.utf16BigEndian, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
        ]
    }()

    @Test(arguments: encoded)
    func `the encoding is found`(encoding: TextEncoding, bytes: [UInt8]) throws {
        let table = try table(bytes)
        #expect(table.format.encoding == encoding)
        #expect(table.records == [["mot", "café"], ["mer", "été"]])
    }

    /// Short lists, as Python's codecs write them, in hexadecimal digits; and the first field of the last line.
    @Test(
        arguments: [
            (.shiftJIS, "92508cea2c88d396a10a944c2c6361740a8ca22c646f670a", "犬"),
            (.shiftJIS, "82cb82b13b944c3b6361740a", "ねこ"),
            (.eucKR, "b0edbee7c0cc2c6361740ab0b32c646f670ac7d0b1b32c7363686f6f6c0a", "학교"),
            (.gb18030, "c3a82c6361740ad1a7d0a32c7363686f6f6c0ac5f3d3d12c667269656e640a", "朋友"),
            (.windows1250, "bff3b3772c747572746c650a647a6965f120646f6272792c676f6f64206461790a", "dzień dobry"),
            (.windows1250, "6bf9f22c686f7273650a9a6b6f6c612c7363686f6f6c0af8ede86b612c73747265616d0a", "říčka"),
            (.windows1251, "eaeef8eae02c6361740af8eaeeebe02c7363686f6f6c0a", "школа"),
            (.windows1252, "e974e92c73756d6d65720a676172e76f6e2c626f790a6d61f1616e612c746f6d6f72726f770a", "mañana"),
            (.windows1252, "936c929c7566942c6567672096206f6e650ac761207661203f2c686f772061726520796f750a", "Ça va ?"),
            (.windows1252, "bf7175e92074616c3f2c686f772061726520796f750a656c2061f16f2c74686520796561720a", "el año"),
            (.windows1252, "53747261df652c7374726565740adc62756e672c65786572636973650a", "Übung"),
            (
                .windows1252, "736df87272656272f8642c6f70656e2073616e64776963680a626ce562e6722c626c756562657272790a",
                "blåbær"
            ),
            (.windows1252, "313020802c74656e206575726f730a35b02c6669766520646567726565730a", "5°"),
        ] as [(TextEncoding, String, String)])
    func `letters of a short list are guessed by what they would be letters of`(
        encoding: TextEncoding, digits: String, word: String
    ) throws {
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
        let table = try table(pairs.compactMap { UInt8($0, radix: 16) })
        #expect(table.format.encoding == encoding)
        #expect(table.records.last?.first == word)
    }

    /// Spreadsheets put separators behind what stands at the head of a file, and have a line of their own for that.
    @Test(arguments: [
        (
            "#separator:Comma,,\r\n#html:false,,\r\n#deck:Padded Deck,,\r\n#columns:Front,Back,Tags\r\nla gare,\"the station, main\",Trip\r\n",
            ["la gare", "the station, main", "Trip"]
        ),
        (
            "#separator:Semicolon;;\n#tags column:3;;\nla gare;the station: main;Trip\n",
            ["la gare", "the station: main", "Trip"]
        ),
        ("#separator:,\nle quai,platform\n", ["le quai", "platform"]),
        ("sep=;\nmot;traduction;exemple\nprêt;ready;\"prêt; et toi?\"\n", ["prêt", "ready", "prêt; et toi?"]),
        ("\"sep=,\",,\nle quai,platform\n", ["le quai", "platform"]),
        ("word,translation,\nun,one,\n", ["un", "one", ""]),
    ])
    func `what a spreadsheet puts around words is no word`(text: String, record: [String]) throws {
        let table = try table(text)
        #expect(table.records == [record])
        #expect(table.words(deck: "a").words.words.count == 1)
    }

    /// Neither says how its letters are written, so both are guesses, which the user can change.
    @Test func `letters of other scripts are guessed, and the user can say better`() throws {
        let texts: [(String, String.Encoding, TextEncoding)] = [
            ("слово;word\nдом;house\nулица;street\n", .windowsCP1251, .windows1251),
            ("犬;いぬ\n猫;ねこ\nカメラ;camera\n", .shiftJIS, .shiftJIS),
        ]
        for (text, encoding, expected) in texts {
            let bytes = Array(try #require(text.data(using: encoding)))
            var table = try table(bytes)
            let records = text.split(separator: "\n").map { $0.split(separator: ";").map(String.init) }
            #expect(table.format.encoding == expected && table.isEncodingGuessed && table.records == records)
            try table.read(as: .windows1252)
            #expect(table.format.encoding == .windows1252 && table.records != records)
            try table.read(as: expected)
            #expect(table.records == records)
        }
        let wide = "犬;いぬ\n猫;ねこ\n鳥;とり\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try table(wide).format.encoding == .utf16LittleEndian)
        #expect(try table(wide).records.first == ["犬", "いぬ"])
        #expect(try !table("mot;café\nmer;été\n").isEncodingGuessed)
    }

    @Test(arguments: [
        ("Spanish,English\nperro,dog\n", ["word", "translation"]),
        ("Français,Anglais,Catégorie\nchien,dog,animal\n", ["word", "translation", "extra"]),
        ("Word,Notes\nchat,x\n", ["word", "translation"]), ("Deutsch;Polnisch\nHund;pies\n", ["word", "translation"]),
    ])
    func `names of languages name columns`(text: String, columns: [String]) throws {
        let table = try table(text)
        #expect(table.format.hasHeader && table.mapping.columns.map(\.text) == columns)
    }

    @Test(arguments: ["perro,dog\ngato,cat\n", "Spanish,español\nFrench,français\n", "Hund,Deutsch\nKatze,x\n"])
    func `words are no names of columns`(text: String) throws {
        #expect(try !table(text).format.hasHeader)
    }

    @Test func `two columns for one part of a card are told, and lists are joined`() throws {
        var table = try table("a;b;c\nd;e;f\n")
        table.mapping = ColumnMapping([.role(.word), .role(.word), .ignored])
        #expect(table.mapping.doubled == .word)
        table.mapping = ColumnMapping([.role(.word), .role(.synonyms), .role(.synonyms)])
        #expect(table.mapping.doubled == nil)
        #expect(table.words(deck: "x").words.words.first?.content.synonyms == ["b", "c"])
    }

    @Test func `names of columns give their roles`() throws {
        let table = try table(
            "Mot,Traduction,Exemple 1,Prononciation,Étiquettes,Notes\nchat,cat,Le chat dort.,ʃa,animal nom,x\n")
        #expect(table.format.hasHeader)
        #expect(
            table.mapping.columns == [
                .role(.word), .role(.translation), .role(.example), .role(.phonetic), .role(.tags), .extra("Notes"),
            ])
        let word = try #require(table.words(deck: "French::Animals").words.words.first)
        #expect(word.content.word == "chat" && word.content.tags == ["animal", "nom"])
        #expect(word.content.extra == [.init(name: "Notes", value: "x")])
    }

    @Test func `the names of a header that is found out later give their roles`() throws {
        var table = try table("Nr;Mot;Sens du mot;Page\n1;chien;dog;7\n2;chat;cat;8\n")
        let bare = table.mapping
        #expect(bare.columns.map(\.text) == ["word", "translation", "extra", "extra"])
        table.setHeader(true)
        #expect(table.mapping.columns == [.extra("Nr"), .role(.word), .role(.translation), .extra("Page")])
        table.setHeader(false)
        #expect(table.mapping == bare && table.records.count == 3)
    }

    @Test func `synonyms of spaces and quotation marks take no time`() {
        let text = "a," + String(repeating: " ", count: 200_000) + String(repeating: "\"", count: 200_001)
        let start = ContinuousClock().now
        #expect(WordRole.synonyms(in: text).first == "a")
        #expect(ContinuousClock().now - start < .seconds(20))
    }

    @Test func `the user's mapping is followed`() throws {
        var table = try table("cat;chat;noise\ndog;chien;noise\n")
        table.mapping = ColumnMapping([.role(.translation), .role(.word), .ignored])
        let words = table.words(deck: "French").words.words
        #expect(words.map(\.content.word) == ["chat", "chien"] && words.map(\.content.translation) == ["cat", "dog"])
    }

    @Test func `directives are followed`() throws {
        let table = try table(
            "#separator:Pipe\n#html:true\n#tags:a b\n#deck:French\n#columns:back|front\n# a comment\n<b>cat</b>|chat &amp; co\n"
        )
        #expect(table.format.separator == "|" && table.names == ["back", "front"])
        let read = table.words(deck: "Imported")
        let word = try #require(read.words.words.first)
        #expect(
            word.content.word == "chat & co" && word.content.translation == "cat" && word.content.tags == ["a", "b"])
        #expect(read.words.decks.map(\.path) == [["French"]])
    }

    @Test func `rows that cannot be words are named`() throws {
        let read = try table(
            "word,translation\nchat,cat\n,dog\nchat,cat\nchat,talk\n\"two\nlines\",x\n\(String(repeating: "x", count: 300_000)),y\n"
        )
        .words(deck: "French")
        #expect(read.words.words.map(\.content.word) == ["chat", "chat", "two\nlines"])
        #expect(read.report.skipped.map { "\($0.reason) \($0.name)" } == ["empty 3", "duplicate 4", "tooLarge 8"])
    }

    @Test(
        arguments: [
            [0x50, 0x4B, 3, 4, 0, 0, 0, 0], [], [0x0A, 0x0A], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `what is no table is refused`(bytes: [UInt8]) {
        let error = #expect(throws: AnkiError.self) { try table(bytes) }
        #expect(error?.code == .notAPackage)
    }

    /// Each would take minutes if something in it were looked for again and again.
    @Test(arguments: ["\"", ",", "\"a,", "\"\"", "\n", "#", "#tags:", "\"\n", "a", "\r", "',"])
    func `thousands of repetitions take no time`(piece: String) throws {
        let start = ContinuousClock().now
        // Most are no table; that they are looked at quickly is what counts.
        _ = try? table(String(repeating: piece, count: 50_000)).words(deck: "x")
        #expect(ContinuousClock().now - start < .seconds(20))
    }

    @Test func `a table that takes too much memory or is called off is refused`() throws {
        var limits = ImportLimits()
        limits.memoryBytes = 100_000
        let text = Array(String(repeating: "word,meaning\n", count: 5000).utf8)
        let tooLarge = #expect(throws: AnkiError.self) {
            try DelimitedTable(text, name: "a.csv", WorkWatch(limits) { _ in true })
        }
        #expect(tooLarge?.code == .tooLarge)
        let stopped = #expect(throws: AnkiError.self) {
            try DelimitedTable(text, name: "a.csv", WorkWatch(ImportLimits()) { _ in false })
        }
        #expect(stopped?.code == .cancelled)
    }

    private func json(_ text: String) throws -> WordsRead {
        try Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "words.json")
            try Data(text.utf8).write(to: file)
            return try WordFile.read(file, deck: "Imported")
        }
    }

    @Test func `a plain list of objects is read by the names of its members`() throws {
        let read = try json(
            #"[{"word": "chat", "translation": "cat", "tags": ["a", "b"]}, {"front": "chien", "back": "dog"}, {"x": ""}]"#
        )
        #expect(read.words.words.map(\.content.word) == ["chat", "chien"])
        #expect(read.words.words.map(\.content.translation) == ["cat", "dog"])
        #expect(read.words.words.first?.content.tags == ["a", "b"] && read.report.count == [.empty: 1])
    }

    @Test(arguments: [
        ("", AnkiError.Code.damaged), ("[1]", .damaged), ("{}", .notAPackage),
        (#"{"format":"hearth-words/9"}"#, .unsupported),
        (#"{"format":"hearth-words/1"}"#, .damaged),
        (
            #"{"format":"hearth-words/1","decks":[],"words":[{"deck":5,"content":{"word":"a","definition":"","translation":"","phonetic":"","example":"","synonyms":[],"tags":[],"extra":[]}}]}"#,
            .damaged
        ),
        ("[" + String(repeating: "[", count: 10_000), .damaged),
        (
            #"{"format":"hearth-words/1","decks":[{"path":["a"],"settings":{"desiredRetention":9}}],"words":[]}"#,
            .damaged
        ),
        (#"{"format":"hearth-words/1","decks":1e999,"words":[]}"#, .damaged),
    ])
    func `JSON that is no list of words is refused`(text: String, code: AnkiError.Code) {
        let error = #expect(throws: AnkiError.self) { try json(text) }
        #expect(error?.code == code, "\(error?.description ?? "")")
    }
}
