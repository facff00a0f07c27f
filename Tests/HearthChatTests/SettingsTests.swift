// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import Testing

@Suite struct SettingsTests {
    @Test func `settings come back as they were saved`() throws {
        var settings = AppSettings()
        settings.language = .french
        settings.theme = .dark
        settings.textSize = .larger
        (settings.reducesMotion, settings.reducesTransparency, settings.vibrates) = (true, true, false)
        (settings.hasBegun, settings.thinks, settings.namesSessions) = (true, false, false)
        (settings.instructions, settings.temperature, settings.topP) = ("Be brief.", 0.1, 0.9)
        (settings.maxTokens, settings.seed, settings.model, settings.idleMinutes) = (1, .max, "a/b", 0)
        settings.usualModel = "c/d"
        settings.remoteModels = [RemoteModel(address: "https://ai.example/v1", model: "m", agreedAt: .distantPast)]
        let data = try JSONEncoder().encode(settings)
        #expect(try JSONDecoder().decode(AppSettings.self, from: data) == settings)
        // A field that the reader had forgotten would have its default again.
        let defaults = Mirror(reflecting: AppSettings()).children.map { "\($0.value)" }
        let saved = Mirror(reflecting: settings).children.map { "\($0.value)" }
        #expect(zip(defaults, saved).allSatisfy { $0 != $1 })
    }

    @Test func `what is missing or not understood has its default`() throws {
        let text = #"{"theme": "sepia", "maxTokens": "many", "temperature": 0.5, "invented": {}}"#
        var expected = AppSettings()
        expected.temperature = 0.5
        #expect(try JSONDecoder().decode(AppSettings.self, from: Data(text.utf8)) == expected)
    }

    @Test func `the defaults are those of the product`() {
        let settings = AppSettings()
        #expect(settings.temperature == 0.7)
        #expect(settings.maxTokens == 2048)
        #expect(settings.instructions == "you are a helpful assistant")
        #expect(settings.seed == nil)
    }
}
