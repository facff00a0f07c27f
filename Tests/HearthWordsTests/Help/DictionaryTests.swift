// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthWords

/// Dictionaries as Debian installs them, packed by dictzip itself.
@Suite struct DictionaryTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/dictionaries")

    private var dictionaries: Dictionaries { Dictionaries(folder: folder) }

    @Test func `WordNet's meanings are read with their examples and synonyms`() throws {
        let article = try #require(dictionaries.articles(of: "threshold", in: "en", into: nil).first)
        #expect(article.source == "WordNet" && article.senses.count == 5)
        #expect(
            article.senses[0]
                == .init(
                    kind: "n", gloss: "the starting point for a new state or experience",
                    examples: ["on the threshold of manhood"]))
        #expect(article.senses[1] == .init(kind: "n", gloss: "the smallest detectable sensation", synonyms: ["limen"]))
        #expect(
            article.senses[2].gloss
                == "the entrance (the space in a wall) through which you enter or leave a room or building; the space that a door can close"
        )
        #expect(article.senses[2].synonyms == ["doorway", "door", "room access"])
        #expect(article.senses[4].gloss == "a region marking a boundary")
    }

    @Test(arguments: ["gust", "Gust", "a gust", "the gust", "GUST"])
    func `a word is found however its card has it`(word: String) {
        let senses = dictionaries.articles(of: word, in: "en-GB", into: nil).first?.senses
        #expect(senses?.map(\.gloss) == ["a strong current of air"])
        #expect(senses?.first?.synonyms == ["blast", "blow"])
    }

    @Test func `a phrase and what stands before it are found, and antonyms are left out`() throws {
        let article = try #require(dictionaries.articles(of: "to run into", in: "en", into: "fr").first)
        #expect(article.senses.map(\.kind) == ["v", "v", "v", "v"])
        #expect(article.senses[2].gloss == "hit against; come into sudden contact with")
        #expect(article.senses[2].synonyms == ["hit", "strike", "impinge on", "collide with"])
    }

    @Test func `an article across the border of two chunks is whole`() throws {
        let article = try #require(dictionaries.articles(of: "borderline", in: "en", into: nil).first)
        #expect(article.senses.count == 1 && article.senses[0].gloss == "something that lies where two chunks meet")
        #expect(article.senses[0].synonyms == ["edge case"])
    }

    @Test func `FreeDict's translations are read with their pronunciation`() throws {
        let squall = try #require(dictionaries.articles(of: "une bourrasque", in: "fr", into: "en").first)
        #expect(squall.translations == ["squall", "gust of wind"] && squall.phonetic == "buʁask")
        #expect(squall.source == "FreeDict fr → en")
        let threshold = try #require(dictionaries.articles(of: "le seuil", in: "fr", into: "en-GB").first)
        #expect(threshold.translations == ["threshold", "sill", "doorstep", "step"])
    }

    @Test(arguments: [
        "", " ", "nothing like it", "gust\tA", "a\nb", "00filler\tA", String(repeating: "x", count: 100_000),
    ])
    func `a word that is not there is nothing`(word: String) {
        #expect(dictionaries.articles(of: word, in: "en", into: "fr").isEmpty)
        #expect(dictionaries.articles(of: word, in: "fr", into: "en").isEmpty)
    }

    @Test func `no dictionary is no error`() {
        let none = Dictionaries(folder: URL(filePath: "/nowhere"))
        #expect(none.articles(of: "gust", in: "en", into: "fr").isEmpty && !none.has("en", into: "fr"))
        #expect(
            dictionaries.has("en", into: nil) && dictionaries.has("fr", into: "en")
                && !dictionaries.has("de", into: "en"))
    }

    /// Cut off at every length, and with every byte of the head another: no crash, and nothing that is not there.
    @Test func `a damaged dictionary is as good as none`() throws {
        let good = try Data(contentsOf: folder.appending(path: "freedict-fra-eng.dict.dz"))
        let index = try Data(contentsOf: folder.appending(path: "freedict-fra-eng.index"))
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        func look(_ packed: Data, _ index: Data) throws -> [DictionaryArticle] {
            try packed.write(to: place.appending(path: "freedict-fra-eng.dict.dz"))
            try index.write(to: place.appending(path: "freedict-fra-eng.index"))
            return Dictionaries(folder: place).articles(of: "seuil", in: "fr", into: "en")
        }
        #expect(try look(good, index).count == 1)
        for length in 0..<good.count { _ = try look(good.prefix(length), index) }
        for place in 0..<60 {
            for bit in [1, 0x80] as [UInt8] {
                var bytes = good
                bytes[place] ^= bit
                _ = try look(bytes, index)
            }
        }
        for line in [
            "seuil\t////////\t////////\n", "seuil\tA\t//////\n", "seuil\tA\n", "seuil\t\t\n", "seuil\t?\t?\n",
            "seuil\t",
        ] {
            #expect(try look(good, Data(line.utf8)).isEmpty)
        }
    }
}
