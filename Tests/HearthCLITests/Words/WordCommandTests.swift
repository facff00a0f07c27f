// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@Suite struct WordCommandTests {
    private let home: WordsHome
    private static let table =
        "mot;anglais;page\néclaircie;sunny spell;112\n\"le \"\"seuil\"\"\";threshold;3\n;nothing;4\n"

    init() throws { home = try WordsHome() }

    @Test func `a table is imported by the names of its columns, or as the command says`() throws {
        let file = try home.write("vocabulaire.csv", Self.table)
        let looked = try home.json("words", "import", file, "--dry-run", "--json")
        #expect(looked["words"] == .integer(2) && looked["left_out"]?["empty"] == .integer(1))
        #expect(try home.json("words", "stats", "--json")["cards"]?["words"] == .integer(0))
        let done = try home.json("words", "import", file, "--json")
        #expect(done["added"] == .integer(2) && done["decks"] == .integer(1))
        #expect(try home.json("words", "import", file, "--json")["kept"] == .integer(2))
        let mapped = try home.json(
            "words", "import", file, "--deck", "French::Other", "--map", "2=word,mot=translation", "--json")
        // The row without a French word has an English one.
        #expect(mapped["added"] == .integer(3))
        let csv = home.folder.appending(path: "out.csv")
        #expect(try home.run("words", "export", csv.path, "--deck", "French::Other").status == 0)
        let text = try String(contentsOf: csv, encoding: .utf8)
        #expect(text.contains("sunny spell,,éclaircie") && text.contains("French::Other"))
    }

    @Test func `columns and fields are named as the command says, and no part of a card twice`() throws {
        let file = try home.write("f.csv", "Un,Deux,Trois\nchien,dog,animal\n")
        let named = try home.json("words", "import", file, "--map", "Un=word,deux=translation", "--dry-run", "--json")
        #expect(named["words"] == .integer(1), "\(named)")
        let bare = try home.json("words", "import", file, "--no-header", "--dry-run", "--json")
        #expect(bare["words"] == .integer(2))
        let twice = try home.run("words", "import", file, "--map", "2=word,3=word")
        #expect(twice.status != 0 && twice.errors.contains("two columns are word"), "\(twice.errors)")
        let package = WordsHome.fixtures.appending(path: "anki/anki_modern.apkg").path
        let none = try home.run("words", "import", package, "--map", "Nowhere=word")
        #expect(none.status != 0 && none.errors.contains("Lexicon Vocab::Word"), "\(none.errors)")
        for role in ["tags", "deck", "guid"] {
            let lost = try home.run("words", "import", package, "--map", "Lexicon Vocab::Definition=\(role)")
            #expect(lost.status != 0 && lost.errors.contains("no field of a note is \(role)"), "\(lost.errors)")
        }
        let mapped = try home.json(
            "words", "import", package, "--map", "Lexicon Vocab::Definition=word,Lexicon Vocab::Word=translation",
            "--json")
        #expect(mapped["added"] == .integer(50), "\(mapped)")
    }

    @Test func `the names in the first row say what the columns are where the command calls it a header`() throws {
        let file = try home.write("h.csv", "Nr,Mot,Sens du mot\n1,chien,dog\n2,chat,cat\n")
        #expect(try home.json("words", "import", file, "--header", "--json")["added"] == .integer(2))
        let csv = home.folder.appending(path: "out.csv")
        #expect(try home.run("words", "export", csv.path).status == 0)
        #expect(try String(contentsOf: csv, encoding: .utf8).contains("chien,,dog"))
    }

    @Test func `a package of Anki comes in with its schedule and goes out again`() throws {
        let package = WordsHome.fixtures.appending(path: "anki/anki_modern.apkg").path
        let first = try home.json("words", "import", package, "--json")
        let reviews = try #require(first["reviews"]?.integer)
        #expect(reviews > 0 && first["added"]?.integer ?? 0 > 0 && first["media"]?.integer ?? 0 > 0)
        let out = home.folder.appending(path: "out.apkg").path
        #expect(try home.run("words", "export", out).status == 0)
        let again = try home.run("words", "export", out)
        #expect(again.status == 1 && again.errors.contains("\(out): is there already; --force"), "\(again.errors)")
        let other = try WordsHome()
        let second = try other.json("words", "import", out, "--json")
        for count in ["added", "cards", "reviews", "media"] { #expect(second[count] == first[count], "\(count)") }
        let file = home.folder.appending(path: "out.json").path
        #expect(try home.run("words", "export", file).status == 0)
        let third = try WordsHome().json("words", "import", file, "--json")
        for count in ["added", "cards", "reviews"] { #expect(third[count] == first[count], "\(count)") }
    }

    @Test func `what cannot be read, mapped or found is refused in one sentence`() throws {
        let file = try home.write("a.csv", Self.table)
        let damaged = try home.write("a.apkg", "PK")
        let unknown = try home.write("a.xlsx", "PK")
        for (arguments, sentence) in [
            ([damaged], "a.apkg"), ([unknown], "is of no kind"), ([file, "--map", "1=nonsense"], "is none of"),
            ([file, "--map", "9=word"], "no column 9"), ([file, "--map", "1=translation"], "no column has the words"),
            ([file, "--map", "word"], "COLUMN=ROLE"), (["/nowhere.csv"], "/nowhere.csv: cannot be opened"),
            (["/nowhere"], "/nowhere: cannot be opened"),
        ] {
            let result = try runHearth(["words", "import"] + arguments, environment: home.environment)
            #expect(result.status != 0 && result.errors.contains(sentence), "\(arguments): \(result.errors)")
        }
        #expect(try home.run("words", "import", file).status == 0)
        let deck = try home.run("words", "stats", "--deck", "Nowhere")
        #expect(deck.status != 0 && deck.errors.contains("there is no deck \"Nowhere\"; there are: a"))
        let format = try home.run("words", "export", "x.txt")
        #expect(format.status != 0 && format.errors.contains("--format"))
    }

    @Test func `an export replaces a file only when it is told to, and says where it cannot write`() throws {
        _ = try home.run("words", "import", try home.write("a.csv", Self.table))
        let csv = home.folder.appending(path: "mine.csv")
        try "mine".write(to: csv, atomically: true, encoding: .utf8)
        let refused = try home.run("words", "export", csv.path)
        #expect(refused.status == 1 && refused.errors.contains("\(csv.path): is there already; --force"))
        #expect(try String(contentsOf: csv, encoding: .utf8) == "mine")
        #expect(try home.run("words", "export", csv.path, "--force").status == 0)
        #expect(try String(contentsOf: csv, encoding: .utf8).hasPrefix("word,definition"))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        #expect(!left.contains { $0.hasPrefix(".hearth-") }, "\(left)")
        for more in [[], ["--force"]] {
            let nowhere = try runHearth(
                ["words", "export", "/nowhere/out.csv"] + more, environment: home.environment)
            #expect(nowhere.status == 1 && nowhere.errors.contains("/nowhere/out.csv: cannot be made"), "\(nowhere)")
        }
        let folder = try home.run("words", "export", home.folder.path, "--format", "csv", "--force")
        #expect(folder.status == 1 && folder.errors.contains("is a folder"), "\(folder.errors)")
    }

    @Test func `a quotation mark that is never closed is named, and takes no row along`() throws {
        let file = try home.write("q.csv", "word,translation\nchat,\"cat\nlune,\"the moon\"\nvent,wind\n")
        let dry = try home.json("words", "import", file, "--dry-run", "--json")
        #expect(dry["unclosed_quotes"] == [2] && dry["words"] == .integer(3), "\(dry)")
        let result = try home.run("words", "import", file)
        #expect(result.status == 0 && result.output.contains("on line 2"), "\(result.output)")
    }

    @Test func `parameters are fitted to the answers and used only where they are no worse`() throws {
        let package = WordsHome.fixtures.appending(path: "anki/anki_modern.colpkg").path
        _ = try home.json("words", "import", package, "--json")
        let decks = try #require(try home.json("words", "optimize", "--json")["decks"]?.array)
        #expect(!decks.isEmpty)
        for deck in decks where deck["reviews"] != .integer(0) {
            let (loss, former) = (deck["log_loss"]?.double ?? 9, deck["former_log_loss"]?.double ?? 0)
            #expect(deck["kept"] != true || loss <= former, "\(deck)")
        }
        let again = try #require(try home.json("words", "optimize", "--json")["decks"]?.array)
        #expect(again.map { $0["parameters"] } == decks.map { $0["parameters"] })
    }
}
