// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The numbers in the settings of answers, as a language writes them.
@Suite struct AnswerNumberTests {
    @Test func `French numbers are shown as French writes them, and taken as they are shown`() async throws {
        let app = try await TestApp(settings: InMemorySettings { $0.appearance.language = .french })
        let before = await app.settings.load().answers
        try await app.test { browser in
            let page = try await browser.get("/settings/answers").text
            #expect(page.contains("value=\"0,7\"") && page.contains("value=\"2\u{202F}048\""))
            #expect(page.contains("data-temperature=\"0,2\" data-top-p=\"0,9\""))
            // The instructions that come with Hearth are an empty field, and stay.
            #expect(page.contains("aria-describedby=\"instructions-hint\"></textarea>"))
            var form = [
                "instructions": "", "temperature": "0,7", "topP": "", "maxTokens": "2\u{202F}048", "seed": "",
                "preset": "balanced", "idleMinutes": "10",
            ]
            _ = try await browser.post("/settings/answers", form)
            let after = await app.settings.load().answers
            #expect(after.instructions == before.instructions && after.maxTokens == before.maxTokens)
            #expect(after.temperature == before.temperature)
            form["preset"] = "precise"
            _ = try await browser.post("/settings/answers", form)
            #expect(await app.settings.load().answers.temperature == 0.2)
        }
    }
}
