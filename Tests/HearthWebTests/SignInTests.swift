// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// The page for browsers that are not signed in.
@Suite struct SignInTests {
    private static let stranger: HTTPFields = [.cookie: ""]

    @Test func `a browser that is not signed in is asked for the key, in style`() async throws {
        try await TestApp().test { browser in
            for path in ["/", "/chat", "/settings/models", "/enter"] {
                let response = try await browser.get(path, Self.stranger)
                #expect(response.status == .unauthorized)
                let page = response.text
                #expect(page.contains("<h1>This browser isn’t signed in</h1>"))
                #expect(page.contains("<form action=\"/enter\">") && page.contains("name=\"token\" value=\"\""))
                #expect(page.contains("<link rel=\"stylesheet\" href=\"/sign-in.css\">"))
                // No way back to the same page.
                #expect(!page.contains("<a "), "\(path)")
                #expect(!page.contains("aria-invalid"))
            }
            let sheet = try await browser.get("/sign-in.css", Self.stranger)
            #expect(sheet.status == .ok && sheet.headers[.contentType] == "text/css; charset=utf-8")
            #expect(sheet.text.contains("--surface") && sheet.text.contains("aria-invalid"))
            #expect(!sheet.text.contains("url("))
            let french = try await browser.get("/", [.cookie: "", .acceptLanguage: "fr"])
            #expect(french.text.contains("Ce navigateur n’est pas connecté") || french.text.contains("lang=\"en\""))
        }
    }

    @Test(arguments: ["", "http://127.0.0.1:4242/enter?token=", "  kitchen.local/enter?x=1&token=", "token="])
    func `the key signs in, by itself and in its address`(before: String) async throws {
        try await TestApp().test { browser in
            for after in ["", "\n", "&x=2", "#top"] where !before.isEmpty || after.count < 2 {
                let typed = escaped(before + TestApp.key.startToken + after)
                let response = try await browser.get("/enter?token=\(typed)", Self.stranger)
                #expect(response.status == .seeOther && response.location == "/", "\(before)…\(after)")
                #expect(response.headers[.setCookie]?.contains(TestApp.key.cookie) == true)
            }
        }
    }

    @Test func `what is no key is said beside the field, and stays in it`() async throws {
        try await TestApp().test { browser in
            let response = try await browser.get("/enter?token=\(escaped("\"><b>wrong"))", Self.stranger)
            #expect(response.status == .unauthorized && response.headers[.setCookie] == nil)
            let page = response.text
            #expect(page.contains("value=\"&quot;&gt;&lt;b&gt;wrong\""))
            #expect(page.contains("This is not the key of this Hearth."))
            #expect(page.contains("aria-invalid=\"true\"") && page.contains("id=\"fault\" role=\"alert\""))
            let long = try await browser.get("/enter?token=\(String(repeating: "x", count: 9_000))", Self.stranger)
            #expect(long.status == .unauthorized && long.text.utf8.count < 6_000)
        }
    }

    @Test func `another site's page leads to Hearth, and another name leads nowhere`() async throws {
        try await TestApp().test { browser in
            let origin = try await browser.get("/help", [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"])
            #expect(origin.status == .forbidden && origin.text.contains("href=\"/\""))
            #expect(!origin.text.contains("<form"))
        }
        let say = try await TestApp().server.site.pages.phrases(.english)
        let page = SignInPage(WebError(.misdirectedRequest, .host), say)
        #expect(page.form == nil && !page.opensHearth)
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    }
}
