// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import Testing

/// Consents and prompts of conversations: the journal has a consent of its own, whatever a mode reads.
@Suite struct RemoteConsentTests {
    @Test func `entries stand in no prompt of a model elsewhere without the consent for the journal`() async throws {
        try await withTemporaryFolder { folder in
            let (store, model) = (try Store(), ScriptedModel(saying: "Gladly."))
            let house = try await TestHouse(store, model, in: folder)
            let text = "The violin lesson with Mara is at half past four, above the bakery."
            try await house.parts.journal.save(
                JournalEntry(day: JournalDay(.now, in: .current), text: text, createdAt: .now, language: "en"),
                in: .current)
            func prompt() -> String {
                let request = model.requests.last
                return
                    ([request?.instructions, request?.memory].compactMap { $0 } + (request?.turns.map(\.content) ?? []))
                    .joined(separator: "\n")
            }
            let question = "When is the violin lesson with Mara?"
            let here = try await house.say(question, mode: "journal")
            #expect(here.usesMemory && prompt().contains("half past four"))
            try await store.change { $0.memory.remoteMayRecall = true }
            model.move(to: "ai.example")
            // Neither what was recalled for the model before nor what would be recalled now goes there.
            for session in [here.session, nil] {
                try await house.say(question, in: session, mode: session == nil ? "journal" : nil)
                #expect(!prompt().contains("half past four"))
            }
            await house.end()
        }
    }
}
