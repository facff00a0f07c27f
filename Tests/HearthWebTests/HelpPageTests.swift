// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The page Help, and the pages that say how Hearth is started again.
@Suite struct HelpPageTests {
    private static func service(_ configuration: inout WebConfiguration) {
        configuration.launch.start = "systemctl --user start hearth"
        configuration.launch.startForStrangers = "systemctl --user restart hearth"
        configuration.launch.log = "journalctl --user -u hearth"
    }

    private func questions(_ page: String) -> Int { page.components(separatedBy: "<details class=\"qa\"").count - 1 }

    @Test func `Help answers what people ask, by what it is about`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/help").text
            for heading in ["Common questions", "Memory", "Journal", "Words", "Backups", "Models", "Phone", "Study"] {
                #expect(page.contains("<h2>\(heading)</h2>"), "\(heading)")
            }
            #expect(page.contains("How do I move to another machine?") && page.contains("href=\"/you/forget\""))
            #expect(!page.contains(">help.") && !page.contains("class=\"qa\" open"))
            #expect(page.contains("<label class=\"vh\" for=\"q\">Search help</label>"))
        }
    }

    @Test func `every question has an answer, and every link leads somewhere, in both languages`() async throws {
        let app = try await TestApp()
        for language in Language.allCases {
            let page = HelpPage(app.server.site.pages.phrases(language))
            let questions = page.topics.flatMap(\.questions)
            #expect(questions.count > 30 && Set(questions.map(\.question)).count == questions.count)
            for question in questions {
                // A phrase that is missing is shown by its key.
                for words in [question.question, question.answer] { #expect(!words.hasPrefix("help."), "\(words)") }
            }
            try await app.test { browser in
                for address in Set(questions.compactMap(\.link?.address)) {
                    // This app has no journal, and imports no chats.
                    if ["/journal/ask", "/journal/import", "/history/import"].contains(address) { continue }
                    let page = try await browser.get(address)
                    #expect(page.status != .notFound, "\(address)")
                }
            }
        }
    }

    @Test(arguments: [
        ("day one", "Can I bring a journal from Day One?"), ("DAY-ONE", "Can I bring a journal from Day One?"),
        ("backup another machine", "How do I move to another machine?"),
        ("phone screen", "How do I use it on my phone?"),
    ])
    func `the search shows what has all words, whatever their case, and shows it whole`(
        query: String, question: String
    ) async throws {
        try await TestApp().test { browser in
            let all = questions(try await browser.get("/help").text)
            let sought = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let page = try await browser.get("/help?q=\(sought)").text
            #expect(page.contains(question))
            #expect(questions(page) > 0 && questions(page) < all / 2, "\(questions(page))")
            #expect(page.components(separatedBy: "<details class=\"qa\" open>").count - 1 == questions(page))
            #expect(page.contains("value=\"\(query)\"") && page.contains("role=\"status\""))
            #expect(page.contains("href=\"/help\">Show all help</a>"))
        }
    }

    @Test func `the search reads French without its accents`() async throws {
        let app = try await TestApp(settings: InMemorySettings { $0.appearance.language = .french })
        try await app.test { browser in
            let page = try await browser.get("/help?q=TELEPHONE+reseau").text
            #expect(page.contains("Mon téléphone n’arrive pas à ouvrir Hearth.") && !page.contains("Day One"))
            #expect(page.contains("réponses trouvées") || page.contains("réponse trouvée"))
        }
    }

    @Test func `a search that finds nothing says so, and the numbers to call stay`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/help?q=zeppelin").text
            #expect(page.contains("No answer found") && page.contains("Try fewer or other words."))
            #expect(questions(page) == 0 && page.contains("href=\"/help/numbers\""))
            let empty = try await browser.get("/help?q=+%3F").text
            #expect(questions(empty) > 30 && !empty.contains("No answer found"))
            let hostile = try await browser.get("/help?q=%22%3E%3Cb%3E").text
            #expect(hostile.contains("value=\"&quot;&gt;&lt;b&gt;\"") && !hostile.contains("\"><b>"))
            let long = try await browser.get("/help?q=\(String(repeating: "x", count: 9_000))")
            #expect(long.status == .ok && !long.text.contains(String(repeating: "x", count: 201)))
        }
    }

    @Test func `what has keys on a desktop has other words on a phone`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/help").text
            #expect(page.contains("<span class=\"for-keys\">Yes: press Z"))
            #expect(page.contains("<span class=\"for-touch\">Yes: tap the arrow"))
            #expect(page.contains("key-pair for-keys\"") && page.contains("<section class=\"group for-touch\">"))
        }
    }

    // MARK: How it was started

    @Test func `the page of an absent Hearth has the command that started it`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/offline")
            #expect(page.text.contains("<code>hearth serve</code>"))
        }
        let app = try await TestApp(edit: { $0.launch.start = "cd '/home/a&b' && make run" })
        try await app.test { browser in
            let page = try await browser.get("/offline").text
            #expect(page.contains("<code>cd ") && page.contains("/home/a&amp;b") && page.contains("make run</code>"))
        }
        try await TestApp(edit: Self.service).test { browser in
            let page = try await browser.get("/offline").text
            #expect(page.contains("<code>systemctl --user start hearth</code>") && !page.contains("hearth serve"))
        }
    }

    @Test func `a browser without the key is told where Hearth shows it, and no folder of the machine`() async throws {
        let app = try await TestApp(edit: {
            $0.launch.start = "cd /home/ada && make run"
            $0.launch.startForStrangers = "make run"
        })
        try await app.test { browser in
            let page = try await browser.get("/chat", [.cookie: ""]).text
            #expect(
                page.contains("In the terminal where Hearth was started.") && page.contains("<code>make run</code>"))
            #expect(!page.contains("/home/ada"))
        }
        try await TestApp(edit: Self.service).test { browser in
            let page = try await browser.get("/chat", [.cookie: ""]).text
            #expect(page.contains("Hearth runs as a service."))
            #expect(page.contains("<code>journalctl --user -u hearth</code>") && !page.contains("terminal where"))
            let help = try await browser.get("/help?q=key").text
            #expect(help.contains("<code>journalctl --user -u hearth</code>"))
        }
    }

    @Test func `Help says how to open Hearth to the network only where it is not`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/help").text
            #expect(page.contains("Stop Hearth and start it with the command below"))
            #expect(page.contains("<code>hearth serve --lan</code>"))
        }
        try await TestApp(edit: { $0.host = "0.0.0.0" }).test { browser in
            let page = try await browser.get("/help").text
            #expect(page.contains("open one of the addresses") && !page.contains("Stop Hearth and start it"))
        }
    }
}
