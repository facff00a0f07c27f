// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthStore
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The list of areas, from which addresses, navigation and the page Everything are made.
@Suite struct AreaTests {
    @Test func `every area has a name of its own`() {
        let names = WebArea.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `navigation and Everything show every area's entries, in the order of the list`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            let page = String(buffer: try await browser.get("/everything").body)
            let places = WebArea.all.compactMap(\.place).map { "class=\"side-link\" href=\"\($0.address)\"" }
            let features = WebArea.all.flatMap(\.features).map { "href=\"\($0.address)\"" }
            let main = try #require(page.range(of: "<main"))
            for (text, entries) in [(page[...], places), (page[main.lowerBound...], features)] {
                var rest = text
                for entry in entries {
                    let found = try #require(rest.range(of: entry), "\(entry)")
                    rest = rest[found.upperBound...]
                }
            }
            #expect(!places.isEmpty && !features.isEmpty)
        }
    }

    @Test func `the settings list every area's entries, by group and in the order of the list`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            let page = String(buffer: try await browser.get("/settings").body)
            let main = try #require(page.range(of: "<main"))
            var rest = page[main.lowerBound...]
            for group in WebArea.SettingsEntry.Group.allCases {
                let entries = WebArea.all.flatMap(\.settings).filter { $0.group == group }
                #expect(!entries.isEmpty)
                for entry in entries {
                    let found = try #require(rest.range(of: "href=\"\(entry.address)\""), "\(entry.key)")
                    rest = rest[found.upperBound...]
                    let address = String(entry.address.prefix { $0 != "#" })
                    #expect(try await browser.get(address).status == .ok, "\(entry.address)")
                }
            }
            #expect(page.contains("Qwen3") && page.contains(">Balanced<") && page.contains("English"))
        }
        for language in Language.allCases {
            let say = app.server.site.pages.phrases(language)
            for entry in WebArea.all.flatMap(\.settings) {
                for key in ["\(entry.key).title"] + (entry.hasNote ? ["\(entry.key).note"] : []) {
                    #expect(say(key) != key, "\(language): \(key)")
                }
            }
        }
    }

    @Test func `every entry leads to a page and has its words in both languages`() async throws {
        let store = try Store()
        let app = try await TestApp(journal: Journal(store, recall: Recall(store)))
        let pages = app.server.site.pages
        try await app.test { browser in
            let addresses =
                WebArea.all.compactMap(\.place?.address) + WebArea.all.flatMap(\.features).map(\.address)
            for address in addresses {
                let status = try await browser.get(address).status
                #expect(status == .ok || (address == "/chat" && status == .seeOther), "\(address)")
            }
        }
        for language in Language.allCases {
            let say = pages.phrases(language)
            let keys =
                WebArea.all.compactMap(\.place).map { "place.\($0.key)" }
                + WebArea.all.flatMap(\.features).flatMap { feature in
                    ["everything.\(feature.key)"] + (feature.note == nil ? ["everything.\(feature.key)Note"] : [])
                }
            for key in keys { #expect(say(key) != key, "\(language): \(key)") }
        }
    }
}
