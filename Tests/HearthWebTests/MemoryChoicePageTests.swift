// SPDX-License-Identifier: Apache-2.0

import HearthMemory
import Testing

@testable import HearthWeb

/// The choices under an answer to what may have been a request to the memory.
@Suite struct MemoryChoicePageTests {
    @Test func `choices stand under the answer until one is taken`() async throws {
        let form = "action=\"/messages/a/choose\""
        try await CompanionPageTests.withChat("Could you forget about Ana?", deed: MemoryAction(.choicesOffered)) {
            _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains(form) && page.contains("Forget what the message before said"))
            #expect(page.contains("Forget what is known about “Ana”"))
            // What is not offered is not done.
            let chosen = try await browser.post("/messages/a/choose", ["session": "s", "do": "remember"])
            #expect(chosen.location == "/chat/s#m-a")
            let next = try await browser.get("/chat/s").text
            #expect(!next.contains(form) && !next.contains("class=\"kept\""))
        }
        try await CompanionPageTests.withChat("Could you forget about Ana?", deed: MemoryAction(.choicesOffered)) {
            _, browser in
            // Twice, as from another tab: it is done once.
            for choice in ["topic", "nothing"] {
                _ = try await browser.post("/messages/a/choose", ["session": "s", "do": choice])
                let next = try await browser.get("/chat/s").text
                #expect(next.contains("Hearth knows no fact about that.") && !next.contains(form))
            }
        }
    }

    @Test func `an edited message may offer nothing any more`() async throws {
        try await CompanionPageTests.withChat("Good evening.", deed: MemoryAction(.choicesOffered)) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(!page.contains("class=\"kept\""))
        }
    }
}
