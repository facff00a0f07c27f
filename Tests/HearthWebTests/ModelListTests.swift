// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@testable import HearthWeb

/// The list of models, installed and on their way.
@Suite struct ModelListTests {
    @Test func `a model that nobody can talk with is listed to be removed`() async throws {
        try await TestApp(library: ScriptedLibrary.sample).test { browser in
            let page = try await browser.get("/settings/models").text
            #expect(page.contains("Finds memories and journal entries by meaning, 90\u{A0}MB"))
            let forms = page.split(separator: "<form").filter { $0.contains("value=\"someone/vectors\"") }
            #expect(forms.count == 1 && forms[0].contains("action=\"/models/remove\""))
        }
    }

    @Test func `a download says what it takes the place of`() async throws {
        var download = ModelDownload(name: "a/b", phase: .paused, received: 1_000_000, total: 2_000_000)
        download.replaced = ["b-q4.gguf"]
        try await TestApp(library: ScriptedLibrary([download])).test { browser in
            for path in ["/settings/models", "/models/download?name=a/b"] {
                let page = try await browser.get(path).text
                #expect(page.contains("Takes the place of b-q4.gguf, "))
            }
        }
    }
}
