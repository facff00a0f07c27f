// SPDX-License-Identifier: Apache-2.0

import Crypto
import EmberJSON
import Foundation
import HearthAnki
import Testing

/// Packages are read as Anki itself reads them: `anki_dump.json` is what its own backend said of the collection.
@Suite struct PackageTests {
    private let dump: JSON

    init() throws { dump = try Fixtures.dump() }

    private func list(_ key: String) throws -> [JSON] { try #require(dump[key]?.array) }

    @Test(arguments: Fixtures.packages)
    func `notes and their tags are Anki's`(package: String) throws {
        let collection = try Fixtures.read(package).collection
        let notetypes = Dictionary(uniqueKeysWithValues: collection.notetypes.map { ($0.id, $0) })
        let expected = try list("notes")
        #expect(collection.notes.count == expected.count && expected.count == 50)
        for (note, json) in zip(collection.notes, expected) {
            #expect(note.id == json["id"]?.integer && note.guid == json["guid"]?.string)
            #expect(note.modified == json["mtime"]?.integer)
            let notetype = try #require(notetypes[note.notetype])
            #expect(notetype.name == json["notetype"]?.string)
            #expect(notetype.fields == json["field_order"]?.array?.compactMap(\.string))
            // Compared byte by byte: Swift's strings are equal in either of Unicode's forms.
            let fields = try notetype.fields.map { try #require(json["fields"]?[$0]?.string) }
            #expect(note.fields.map { Array($0.utf8) } == fields.map { Array($0.utf8) })
            // Packages without a schedule leave out the tags that say how well a note is known.
            let known = package.contains("noscheduling") ? ["marked", "leech"] : []
            #expect(note.tags == json["tags"]?.array?.compactMap(\.string).filter { !known.contains($0) })
        }
        #expect(try Fixtures.read(package).report == ImportReport())
    }

    @Test(arguments: Fixtures.packages)
    func `decks and notetypes are Anki's`(package: String) throws {
        let collection = try Fixtures.read(package).collection
        let decks = try list("decks").map { "\($0["id"]?.integer ?? 0) \($0["name"]?.string ?? "")" }
        #expect(collection.decks.map { "\($0.id) \($0.name)" }.sorted() == decks.sorted())
        #expect(collection.deckOptions.map(\.name) == ["Default"])
        #expect(collection.notetypes.count == 3)
        for json in try list("notetypes") {
            let notetype = try #require(collection.notetypes.first { $0.id == json["id"]?.integer })
            #expect(notetype.name == json["name"]?.string && notetype.css == json["css"]?.string)
            #expect(notetype.isCloze == (json["kind"]?.string == "cloze"))
            #expect(notetype.fields == json["fields"]?.array?.compactMap(\.string))
            let templates = try #require(json["templates"]?.array)
            #expect(notetype.templates.map(\.name) == templates.map { $0["name"]?.string })
            #expect(notetype.templates.map(\.question) == templates.map { $0["qfmt"]?.string })
            #expect(notetype.templates.map(\.answer) == templates.map { $0["afmt"]?.string })
        }
    }

    @Test(arguments: Fixtures.packages.filter { !$0.contains("noscheduling") })
    func `the schedule of every card is Anki's`(package: String) throws {
        let collection = try Fixtures.read(package).collection
        #expect(collection.created == dump["collection"]?["crt"]?.integer)
        let expected = try list("cards")
        #expect(collection.cards.count == expected.count && expected.count == 95)
        for (card, json) in zip(collection.cards, expected) {
            let numbers = [
                card.id, card.note, card.deck, Int(card.ordinal), card.modified, Int(card.type), Int(card.queue),
                card.due, Int(card.interval), Int(card.factor), Int(card.repetitions), Int(card.lapses),
                Int(card.left), card.originalDue, card.originalDeck, Int(card.flags),
            ]
            let columns = [
                "id", "nid", "did", "ord", "mod", "type", "queue", "due", "ivl", "factor", "reps", "lapses", "left",
                "odue", "odid", "flags",
            ]
            #expect(numbers == columns.map { json[$0]?.integer })
            #expect(card.memory?.stability == json["data"]?["s"]?.double)
            #expect(card.memory?.difficulty == json["data"]?["d"]?.double)
            #expect(card.memory?.desiredRetention == json["data"]?["dr"]?.double)
            #expect(card.memory?.decay == json["data"]?["decay"]?.double)
            #expect(card.memory?.lastReview == json["data"]?["lrt"]?.integer)
        }
        #expect(collection.cards.filter { $0.memory != nil }.count == 54)
    }

    @Test(arguments: Fixtures.packages.filter { !$0.contains("noscheduling") })
    func `the review log is Anki's`(package: String) throws {
        let reviews = try Fixtures.read(package).collection.reviews
        let expected = try list("revlog")
        #expect(reviews.count == expected.count && expected.count == 405)
        for (review, json) in zip(reviews, expected) {
            let numbers = [
                review.id, review.card, Int(review.ease), Int(review.interval), Int(review.lastInterval),
                Int(review.factor), Int(review.milliseconds), Int(review.type),
            ]
            let columns = ["id", "cid", "ease", "ivl", "lastIvl", "factor", "time", "type"]
            #expect(numbers == columns.map { json[$0]?.integer })
        }
    }

    @Test func `a package without a schedule has new cards and no log`() throws {
        let collection = try Fixtures.read("anki_modern_noscheduling.apkg").collection
        #expect(collection.reviews.isEmpty)
        #expect(collection.cards.map(\.id) == (try list("cards").compactMap { $0["id"]?.integer }))
        #expect(collection.cards.allSatisfy { $0.type == 0 && $0.queue == 0 && $0.memory == nil })
    }

    @Test(arguments: Fixtures.packages)
    func `media are written to files with Anki's bytes`(package: String) throws {
        try Fixtures.withTemporaryFolder { folder in
            let media = try AnkiPackage.read(
                Fixtures.folder.appending(path: package), media: folder.appending(path: "media")
            ).media
            let expected = try list("media").map {
                "\($0["name"]?.string ?? "") \($0["size"]?.integer ?? 0) \($0["sha1"]?.string ?? "")"
            }
            #expect(Set(media.map { "\($0.name) \($0.size) \($0.sha1)" }) == Set(expected) && media.count == 11)
            for file in media {
                let bytes = try Data(contentsOf: file.file)
                let sha1 = Insecure.SHA1.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
                #expect(sha1 == file.sha1 && bytes.count == file.size)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "media").path)
            #expect(files.count == 11, "nothing but media is left: \(files)")
        }
    }

    @Test func `whole collections say when a day begins and whether FSRS schedules`() throws {
        for package in ["anki_modern.colpkg", "anki_legacy.colpkg"] {
            let collection = try Fixtures.read(package).collection
            #expect(collection.rolloverHour == 4 && collection.usesFSRS == true)
            #expect(collection.deckOptions.first?.learningSteps == [1, 10])
            #expect(collection.deckOptions.first?.relearningSteps == [10])
            #expect(collection.deckOptions.first?.newPerDay == 100)
            #expect(collection.deckOptions.first?.reviewsPerDay == 1000)
            #expect(abs((collection.deckOptions.first?.desiredRetention ?? 0) - 0.9) < 1e-6)
        }
    }

    @Test(arguments: Fixtures.packages)
    func `an import that is cancelled leaves nothing`(package: String) throws {
        for step in ImportProgress.Step.allCases {
            try Fixtures.withTemporaryFolder { folder in
                let media = folder.appending(path: "media")
                let error = #expect(throws: AnkiError.self) {
                    try AnkiPackage.read(Fixtures.folder.appending(path: package), media: media) { $0.step != step }
                }
                #expect(error?.code == .cancelled)
                #expect(!FileManager.default.fileExists(atPath: media.path))
            }
        }
    }
}
