// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HTTPTypes
import HearthAnki
import HearthChat
import HearthMemory
import HearthStore
import HearthTesting
import HearthWords
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import HearthWeb

/// Numbers that no page of ours sends. A server that ends, ends this test too.
@Suite(.timeLimit(.minutes(5))) struct HostileNumberTests {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "nan", "-inf", "1e308", "-0", "",
        "\u{664}\u{662}", "0x1p1023", "4102444800000",
    ]

    /// Plausible values for the other fields, so that a handler reads beyond those that it requires.
    private static let plausible = [
        "rating": "3", "mode": "scheduled", "answer": "yes", "kind": "preferences", "do": "save", "word": "cat",
        "text": "Hello", "message": "Hello", "name": "French", "back": "/words", "retention": "90", "newPerDay": "20",
        "reviewsPerDay": "200", "maximumInterval": "365", "leechThreshold": "8", "learningSteps": "1 min",
        "temperature": "0.7", "topP": "0.9", "maxTokens": "300", "day": "2026-11-21", "period": "week",
    ]

    @Test(arguments: WebArea.all.map(\.name)) func `no number ends the server`(name: String) async throws {
        let area = try #require(WebArea.all.first { $0.name == name })
        let fields = try Self.fields(of: name)
        let app = try await Self.app()
        let router = Router(context: WebContext.self)
        area.addRoutes(router, app.server.site)
        let routes = router.routes.map { (path: "/" + $0.path.description.trimmingPrefix("/"), method: $0.method) }
        var answered = 0
        // What deletes comes last; there is nothing to read after it.
        for route in routes.sorted(by: { Self.deletes($0.path) == false && Self.deletes($1.path) })
        where !Self.isStream(route.path) {
            let first = answered
            try await app.test { browser in
                // Each field of a route gets two of the numbers, in turns, so that every number comes to every kind.
                for (place, field) in ([nil] + fields).enumerated() {
                    for turn in [first + place, first + place + 5] {
                        let number = Self.numbers[turn % Self.numbers.count]
                        let status = try await Self.send(number, as: field, to: route.path, route.method, browser)
                        #expect((200...599).contains(status), "\(route) \(field ?? "the path") = \(number)")
                        #expect(status != 500, "\(route) \(field ?? "the path") = \(number)")
                    }
                }
            }
            answered += 1
        }
        #expect(answered > 0 || routes.allSatisfy { Self.isStream($0.path) })
    }

    private static func send(
        _ number: String, as field: String?, to path: String, _ method: HTTPRequest.Method, _ browser: Browser
    ) async throws -> Int {
        let named = number.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let places = path.split(separator: "/").map { part in
            part.hasPrefix(":") || part.hasPrefix("{") ? (field == nil && !named.isEmpty ? named : "1") : String(part)
        }
        let address = "/" + places.joined(separator: "/").replacing("**", with: "1")
        var sent = plausible
        if let field, field.hasSuffix("-") { sent[field + number] = "1" } else if let field { sent[field] = number }
        if field != "card" { sent["card"] = "1" }
        if method == .get {
            let query = sent.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            return try await browser.get("\(address)?\(query.joined(separator: "&"))").status.code
        }
        return try await browser.post(address, sent).status.code
    }

    private static func isStream(_ path: String) -> Bool { path.contains("events") || path.contains("news") }

    private static func deletes(_ path: String) -> Bool {
        ["delete", "erase", "forget", "undo", "restore"].contains { path.contains($0) }
    }

    /// The names that an area's handlers read: of what a program's source says in brackets after the reader's name.
    private static func fields(of area: String) throws -> [String] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/HearthWeb/\(area)").standardized
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        var names: Set<String> = ["show", "from"]
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:\[|\b(?:get|id|number|numbers|text|require)\()"([A-Za-z]+-?)"/) {
                names.insert(String(match.1))
            }
        }
        return names.sorted()
    }

    /// An app in which there is something to show: a conversation, a deck with answered cards, an entry.
    private static func app() async throws -> TestApp {
        let store = try Store()
        let app = try await TestApp(words: store, journal: Journal(store, recall: Recall(store)), store: store)
        let deck = try await store.makeDeck("French", at: someEvening)
        let words = ["chat", "chien", "oiseau"].map { word in
            var content = FlashcardContent(word: word)
            content.translation = "an animal"
            return content
        }
        let added = try await store.add(words, to: deck.id, at: someEvening)
        for word in added {
            for card in try await store.cards(of: word.id) {
                let answer = StudyAnswer(
                    card: card.id, rating: .good, date: someEvening, milliseconds: 900,
                    key: UUID().uuidString)
                _ = try await store.answer([answer], days: UserDays(timeZone: .gmt))
            }
        }
        _ = try await app.answered("How do cats sleep?")
        return app
    }

    /// Answers that a script sends are JSON, with numbers of its own.
    @Test(arguments: ["1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "1e999", "null", "-0", "NaN"])
    func `no number of an answer ends the server`(number: String) async throws {
        let app = try await Self.app()
        try await app.test { browser in
            for field in ["at", "milliseconds", "rating"] {
                var values = ["at": "1795282920000", "milliseconds": "900", "rating": "3"]
                values[field] = number
                let members = values.map { "\"\($0)\":\($1)" }.joined(separator: ",")
                let answers = "[{\"card\":\"1\",\"key\":\"\(UUID().uuidString)\",\(members)}]"
                let status = try await browser.post("/words/decks/1/answers", ["answers": answers]).status
                #expect(status == .ok || status == .badRequest, "\(field)")
            }
        }
    }
}
