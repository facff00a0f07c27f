// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthTesting
import Testing

@testable import HearthWords

/// Translation by the model of this machine.
@Suite struct ModelTranslatorTests {
    private let pair = LanguagePair(from: "fr", to: "en")

    private func result(_ answer: String, of text: String = "une bourrasque") async throws -> Result<
        String, TranslationError
    > {
        let translator = ModelTranslator(ScriptedModel(saying: answer), model: "someone/small")
        return try #require(try await translator.translate([TranslationText(text)], pair).first)
    }

    @Test func `a model is asked by name, for JSON, with the word's context`() async throws {
        let model = ScriptedModel(saying: #"{"translation":"a gust of wind"}"#)
        let text = TranslationText("une bourrasque", context: "Une bourrasque emporta son chapeau.")
        let results = try await ModelTranslator(model, model: "someone/small").translate([text], pair)
        #expect(results == [.success("a gust of wind")])
        let request = try #require(model.requests.first)
        #expect(request.model == "someone/small" && request.temperature == 0 && !request.thinks)
        #expect(request.form != .free)
        #expect(request.instructions?.contains("from French to English") == true)
        #expect(request.turns[0].content.contains("emporta son chapeau"))
    }

    @Test(arguments: [
        ("A gust of wind.", TranslationError.Code.nonsense), ("", .nonsense), (#"{"translation":3}"#, .nonsense),
        (#"{"translation":""}"#, .nonsense), (#"{"translation":"Une bourrasque"}"#, .repeated),
        (#"{"translation":"…"}"#, .nonsense),
    ])
    func `what a model says is checked`(answer: String, code: TranslationError.Code) async throws {
        #expect(try await result(answer) == .failure(TranslationError(code)))
    }

    @Test func `a model that does not answer in time is one failure`() async throws {
        let (pen, clock) = (Pen(), StepClock())
        let translator = ModelTranslator(pen.model, model: "m", silence: .seconds(120), clock: clock)
        let result = Task { [pair] in try await translator.translate([TranslationText("mot")], pair) }
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(120))
        let error = await #expect(throws: TranslationError.self) { try await result.value }
        #expect(error?.code == .silent)
    }

    @Test func `a model that is gone stops everything`() async throws {
        let model = ScriptedModel { _ in throw ModelError(.noModel, "There is no model.") }
        let error = await #expect(throws: TranslationError.self) {
            try await ModelTranslator(model, model: "m").translate([TranslationText("mot")], pair)
        }
        #expect(error?.code == .noModel && error?.concernsAll == true)
    }
}
