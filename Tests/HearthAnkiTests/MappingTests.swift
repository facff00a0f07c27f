// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthStore
import HearthWords
import Testing

@testable import HearthAnki

/// Parts of reading that were made quick: they say what their slow and plain forms say.
@Suite struct MappingTests {
    @Test(
        arguments: ["Europe/Paris", "America/Los_Angeles", "Pacific/Apia", "Asia/Kathmandu", "UTC"], [0, 240, 1_439])
    func `days of a log are the user's days`(zone: String, start: Int) throws {
        let days = UserDays(timeZone: try #require(TimeZone(identifier: zone)), startMinutes: start)
        let starts = DayStarts(days)
        // Every 5 hours and 7 minutes of 40 years, and each quarter of an hour around changes of the clock.
        for moment in stride(from: 0.0, to: 1.26e9, by: 18_420) {
            let date = Date(timeIntervalSince1970: moment)
            #expect(starts.day(of: date) == days.day(of: date), "\(zone) \(date)")
        }
        for change in [1_301_187_600.0, 1_319_936_400, 1_325_239_200, 1_773_500_000] {
            for quarter in -200..<200 {
                let date = Date(timeIntervalSince1970: change + Double(quarter) * 900)
                #expect(starts.day(of: date) == days.day(of: date), "\(zone) \(date)")
            }
        }
    }

    @Test func `rows are found by what they belong to, in their order`() {
        let rows = (0..<1_000).map { ($0 * 7_919) % 53 }
        let groups = RowGroups(rows) { $0 }
        for key in -1...53 { #expect(groups[key] == rows.indices.filter { rows[$0] == key }) }
    }

    @Test func `plain fields lose white space and control characters at any place`() {
        let odd = [
            "", " ", "\u{A0}", "\u{3000}", "\u{2003}", "\u{85}", "\t", "\u{1}", "\u{7F}", "é", "漢", "\u{3042}", "🎈",
            "\u{1680}", "x",
        ]
        for first in odd {
            for last in odd {
                let text = first + "été 漢字" + last
                let scalars = text.unicodeScalars.filter {
                    $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t"
                }
                let plain = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(PlainText(plain: text).text == plain, "\(text.debugDescription)")
            }
        }
    }

    @Test func `sounds are taken out of a text, and only safe names are kept`() {
        let text = PlainText("a [sound:x.mp3] [sound:../y.mp3]b [sound: [x] [sound:é.ogg][sound:open")
        #expect(text.sounds == ["x.mp3", " [x", "é.ogg"])
        #expect(text.text == "a b [sound:open")
    }

    /// Two words share a picture, one has a sound, and one has lost its picture.
    @Test func `media leave a store one by one and come back`() async throws {
        let (days, now) = (UserDays(timeZone: .gmt), Date(timeIntervalSince1970: 1_795_219_921))
        let (store, data) = (try Store(), [Data("png".utf8), Data(repeating: 7, count: 300_000)])
        _ = try await store.add(MediaFile(name: "a.png", data: data[0]))
        _ = try await store.add(MediaFile(name: "b.mp3", data: data[1]))
        let deck = try await store.makeDeck("A", at: now)
        let contents = ["a.png", "a.png", "gone.png"].enumerated().map { place, image in
            var content = FlashcardContent(word: "w\(place)")
            content.image = image
            if place == 1 { content.audio = "b.mp3" }
            return content
        }
        _ = try await store.add(contents, to: deck.id, at: now)
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for kind in WordsOutFile.Kind.allCases {
            let file = folder.appending(path: "out.\(kind.rawValue)")
            let count = try await WordsOutFile.write(deck: nil, of: store, as: kind, to: file, days: days, at: now)
            #expect(count == 3)
        }
        let package = try AnkiPackage.read(folder.appending(path: "out.apkg"), media: folder.appending(path: "media"))
        #expect(package.media.map(\.name) == ["a.png", "b.mp3"])
        #expect(try package.media.map { try Data(contentsOf: $0.file) } == data)
    }
}
