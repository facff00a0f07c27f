// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Hummingbird
import Testing

@testable import HearthWeb

/// The app with invented conversations, to be looked at: `HEARTH_PREVIEW=4243 swift test --filter Preview`.
@Suite struct Preview {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HEARTH_PREVIEW"] != nil))
    func `serves pages to look at`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let model = ScriptedModel { request in
            let isSlow = request.turns.last?.content.contains("landlord") ?? false
            return AsyncThrowingStream { stream in
                let task = Task {
                    for event in Self.script(request) {
                        if isSlow { try await Task.sleep(for: .milliseconds(150)) }
                        stream.yield(event)
                    }
                    if isSlow { try await Task.sleep(for: .seconds(600)) }
                    stream.yield(.finished(.sample))
                    stream.finish()
                }
                stream.onTermination = { _ in task.cancel() }
            }
        }
        let settings = InMemorySettings {
            $0.appearance.hasBegun = environment["HEARTH_PREVIEW_FIRST"] == nil
            $0.appearance.language = environment["HEARTH_PREVIEW_FRENCH"] == nil ? .english : .french
        }
        let library = ScriptedLibrary.sample
        let app = try await TestApp(model, settings: settings, library: library) {
            $0.port = Int(environment["HEARTH_PREVIEW"] ?? "") ?? 4243
        }
        for (title, question) in [
            ("Trains to Quimper", "When do the trains to Quimper go?"),
            ("Lise and the violin", "Lise wants to start the violin."),
            ("What the dentist said", "What did the dentist say?"),
            ("A bed for the north wall", "Could you plan a small bed for the north wall? Nothing that brings wasps."),
        ] {
            let answer = try await app.answered(question)
            try await app.conversations.rename(answer.session, to: title)
            if title.hasPrefix("A bed") {
                _ = try await app.answered("How much compost for 4 m by 80 cm, 5 cm deep?", in: answer.session)
            }
        }
        print(app.server.startAddress(port: Int(environment["HEARTH_PREVIEW"] ?? "") ?? 4243))
        try await app.server.application().runService()
    }

    static func script(_ request: CompletionRequest) -> [CompletionEvent] {
        let question = request.turns.last?.content ?? ""
        if question.contains("landlord") {
            return [
                .thought(
                    "She likes him, so no threats. Nine days without heating in November is serious: state the dates, what was tried, what she needs and by when.\n\nKeep it short."
                )
            ]
                + "Dear Monsieur Le Goff,\n\nThe heating in the flat has been out since Thursday 12 November, nine days now. I wrote on the 13th and we spoke on the 16th; nobody has come since.\n\nYou have always been quick to help, so I am sure this slipped through. Lise and I are managing with one small heater, but"
                .split(separator: " ", omittingEmptySubsequences: false).map { .text($0 + " ") }
        }
        if question.contains("compost") {
            return [
                .text(
                    "About **160 litres**, so four bags of 40 litres:\n\n```python\nlength, width, depth = 4.0, 0.8, 0.05  # m\nlitres = length * width * depth * 1000\nprint(litres)  # 160.0\n```\n\nTake a fifth bag if the soil is sandy: $V = l \\cdot w \\cdot d$. See [the table](https://example.org/soil)."
                )
            ]
        }
        return [
            .text(
                "Gladly. The wall has about two hours of late sun, so I chose plants that like to stay cool, and none with open, sweet flowers near the path where Lise plays.\n\n1. **Back:** your mother’s ferns, three together, 60 cm apart.\n2. **Middle:** *Heuchera* for colour in winter.\n3. **Front:** sweet woodruff, which closes the ground by June.\n\n| Plant | Pieces | Plant in |\n|---|--:|---|\n| Fern | 3 | November |\n| Heuchera | 5 | March |\n| Sweet woodruff | 9 | March |\n"
            )
        ]
    }
}
