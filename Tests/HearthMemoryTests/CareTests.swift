// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@testable import HearthMemory

/// Whether somebody is heard who may be in danger. How many are is measured by `Training/care/fit.py` on voices that
/// the model has not seen; here stands that Hearth reads texts as the script does, and what comes of it.
@Suite struct CareTests {
    /// What `Training/care/fit.py` came to for texts of the corpus, and for odd ones.
    private static func fixture() throws -> [JSON] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Training/care/fixture.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { try JSON(parsing: String($0)) }
    }

    @Test func `scores are those of the script, bit for bit`() throws {
        let lines = try Self.fixture()
        #expect(lines.count > 300)
        var kinds: Set<String> = []
        for line in lines {
            let text = try #require(line["text"]?.string)
            let reading = CareReading.model.read(text)
            #expect(reading.score == line["score"]?.double, "\(text)")
            #expect(reading.violence == line["violence"]?.double, "\(text)")
            #expect((reading.language == .french) == line["french"]?.bool, "\(text)")
            kinds.insert(try #require(line["care"]?.string))
        }
        #expect(kinds == ["card", "soft", "none"])
    }

    @Test func `a score above a limit is answered with more`() throws {
        for line in try Self.fixture() {
            let text = try #require(line["text"]?.string)
            guard text.contains(where: \.isLetter) else { continue }
            let words =
                switch Care(text) {
                case .card: "card"
                case .soft: "soft"
                case .none: "none"
                }
            #expect(words == line["care"]?.string, "\(text)")
        }
    }

    @Test(arguments: [
        "I want to kill myself", "i dont want to live anymore", "im going to end my life tonight",
        "I started cutting myself again", "Je veux mourir.", "jveux plus vivre", "j’ai envie de me tuer",
        "je me scarifie",
    ])
    func `who may harm themselves is heard`(text: String) {
        #expect(Care(text) == .card(.danger))
    }

    @Test(arguments: ["my husband hits me", "mon mari me frappe", "He said he would kill me if I leave him."])
    func `who is hurt by others is heard as such`(text: String) {
        #expect(Care(text).kind == .violence)
    }

    @Test(arguments: [
        "", "???", "12", "What is the capital of France?", "Quelle heure est-il à Tokyo ?", "The soup needs more salt.",
        "Il pleut, je prends le bus.", "How do I kill a process in Linux?",
    ])
    func `who is fine is left alone`(text: String) {
        #expect(Care(text) == .none)
    }

    @Test func `the language of a text is told`() {
        #expect(CareReading("i cant do this anymore i want to die").language == .english)
        #expect(CareReading("jen peux plus jai envie de mourir").language == .french)
    }

    @Test func `three doubtful ones are not three times nothing`() throws {
        let doubtful = try #require(
            try Self.fixture().first { $0["care"]?.string == "soft" }?["text"]?.string)
        guard case .soft(let kind) = Care(doubtful) else { throw DoubtIsGone() }
        let reading = CareReading(doubtful)
        #expect(reading.after([]).care == .soft(kind))
        #expect(reading.after([doubtful]).care == .soft(kind))
        #expect(reading.after([doubtful, doubtful]).care == .card(kind))
        // Those of long ago do not count.
        let since = Array(repeating: "What is the capital of France?", count: 5)
        #expect(reading.after([doubtful, doubtful] + since).care == .soft(kind))
        #expect(CareReading(since[0]).after([doubtful, doubtful]).care == .none)
    }

    private struct DoubtIsGone: Error {}

    // MARK: Sorrow

    @Test(arguments: [
        ("My grandmother died on Sunday.", Sorrow.death), ("On a enterré papa vendredi.", .death),
        ("We are getting divorced.", .parting), ("Il m’a quittée hier.", .parting), ("Ma mère a un cancer.", .illness),
        ("J'ai peur de l'opération.", .fear), ("I’m so scared of Monday.", .fear),
    ])
    func `a sorrow is told from its words`(text: String, sorrow: Sorrow) {
        #expect(Sorrow(in: text) == sorrow)
    }

    @Test(arguments: [
        "Who died last year?", "The hero died in chapter three of the novel.", "I made soup.", "", "Il fait beau.",
        "This film was a death in slow motion.",
    ])
    func `stories and questions are no sorrow`(text: String) {
        #expect(Sorrow(in: text) == nil)
    }

    @Test func `comfort is never the same twice, and likes nothing`() {
        for sorrow in Sorrow.allCases {
            for language in MemoryLanguage.allCases {
                let words = sorrow.words(in: language, isFamiliar: false)
                #expect(words.count == 2 && words[0] != words[1])
                #expect(words.allSatisfy { !$0.contains("like hearing") && CareWords.isFamiliar($0) != true })
            }
        }
    }

    // MARK: How it is read

    private let text = SpelledText(spelling: "im: i am\nwanna: want to\nsuis: suis\njveux: je veux")

    private func words(_ written: String) -> [String] {
        text.windows(of: written)[0].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `spelling of all kinds comes to the same`() {
        #expect(words("I’m SOOO tired") == words("im so tired"))
        #expect(words("jveux") == ["je", "veux"])
        #expect(words("l’école est fermée") == ["l", "ecole", "est", "ferme"])
        #expect(words("e\u{301}te\u{301}") == words("été"))
        #expect(words("wanna go. Why?") == ["want", "to", "go", ".", "why", "?"])
        #expect(words("ok 😭\u{FE0F} 👍🏽") == ["ok", "😭", "👍"])
    }

    @Test func `what matters within a long message stands in a window by itself`() {
        let windows = text.windows(of: "One two. Three four. Five six.").map { window in
            window.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(windows.count == 6)
        #expect(windows[1] == ["one", "two"] && windows[2] == ["one", "two", ".", "thre", "four"])
        let endless = (0..<60).map { "w\($0)" }.joined(separator: " ")
        #expect(text.windows(of: endless).dropFirst().allSatisfy { $0.count <= 49 })
    }

    @Test func `of an endless text no more is read than of a long letter`() {
        let letter = String(repeating: "I have so much to do before Friday. ", count: 1_000)
        let book = String(repeating: letter, count: 20)
        #expect(text.windows(of: book) == text.windows(of: String(letter.prefix(SpelledText.longest))))
    }

    @Test func `code is not said, unless it is all that is said`() {
        let code = "```\nif bored { kill(myself) } // I want to die, I want to kill myself\n```"
        #expect(Care("\(code)\nWhy does this not compile?") == .none)
        #expect(Care("```I want to kill myself```") != .none)
    }

    // MARK: What is said

    @Test func `a mark is read as it was kept`() {
        #expect(CareMark(rawValue: "en") == CareMark(.english))
        #expect(CareMark(rawValue: "xx") == nil && CareMark(rawValue: "") == nil)
        for language in MemoryLanguage.allCases {
            for kind in Care.Kind.allCases {
                for level in [CareMark.Level.card, .soft, .after] {
                    let mark = CareMark(language, kind, level, isFamiliar: language == .french)
                    #expect(CareMark(rawValue: mark.rawValue) == mark)
                }
            }
        }
    }

    @Test func `French says tu where the conversation does, and nothing else`() {
        #expect(CareWords.isFamiliar("Je suis là. Et toi, ça va ?") == true)
        #expect(CareWords.isFamiliar("Comment allez-vous ? Et ton chat ?") == false)
        #expect(CareWords.isFamiliar("Bonjour.") == nil)
        for kind in Care.Kind.allCases {
            for moment in [CareWords.Moment.first, .again, .after, .later] {
                let tu = CareWords.text(in: .french, moment, of: kind, isFamiliar: true)
                let vous = CareWords.text(in: .french, moment, of: kind)
                #expect(CareWords.isFamiliar(tu) == true && !tu.contains("vous") && !tu.contains("votre"))
                #expect(tu != vous && CareWords.isFamiliar(vous) == false)
                let english = CareWords.text(in: .english, moment, of: kind)
                #expect(CareWords.text(in: .english, moment, of: kind, isFamiliar: true) == english)
            }
        }
    }

    @Test func `each country has one line that listens and one for emergencies, for either kind`() {
        #expect(Set(CareCountry.all.map(\.code)).count == CareCountry.all.count)
        for country in CareCountry.all {
            #expect(country.lines.map(\.kind) == [.listening, .emergency])
            #expect(country.lines(for: .danger) == country.lines)
            let violence = country.lines(for: .violence)
            #expect(violence.count == 2 && violence.last?.kind == .emergency && violence.first?.kind != .emergency)
            for line in country.lines + violence { #expect(line.dialled.wholeMatch(of: #/\+?[0-9]{2,12}/#) != nil) }
        }
        #expect(CareCountry.named("fr")?.lines.first?.number == "3114")
        #expect(CareCountry.named("fr")?.lines(for: .violence).first?.number == "3919")
        #expect(CareCountry.named("XX") == nil)
        #expect(CareCountry.named(nil) == nil)
    }
}
