// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels
import Testing

/// Settings of a feature that Hearth does not have.
private struct GardenSettings: SettingsSection {
    enum Season: String, Codable { case spring, autumn }

    var name = "Backyard"
    var season = Season.spring
    var depth: Float = 0.7
    var waters = true
    var seed: UInt64?
    var beds = 3
}

@Suite struct SettingsTests {
    @Test func `settings come back as they were saved`() throws {
        var settings = AppSettings()
        settings[GardenSettings.self] = GardenSettings(
            name: "Café \u{1F331}", season: .autumn, depth: 0.1, waters: false, seed: .max, beds: -7)
        settings.models.usualModel = "c/d"
        settings.models.remoteModels = [
            RemoteModel(address: "https://ai.example/v1", model: "m", agreedAt: .distantPast)
        ]
        let read = try AppSettings(json: settings.json)
        #expect(read == settings)
        #expect(read[GardenSettings.self] == settings[GardenSettings.self])
        #expect(read.models == settings.models)
    }

    @Test func `what is missing or not understood has its default`() throws {
        let settings = try AppSettings(
            json: #"{"season": "winter", "beds": "many", "depth": 0.5, "seed": null, "invented": {}}"#)
        var expected = GardenSettings()
        expected.depth = 0.5
        #expect(settings[GardenSettings.self] == expected)
        #expect(settings.models == ModelSettings())
    }

    @Test func `what no section knows is kept`() throws {
        var settings = try AppSettings(
            json: #"{"b": {"of": "a newer Hearth"}, "beds": 4, "a": [12345678901234567890]}"#)
        settings[GardenSettings.self].beds += 1
        let all = try #require(try JSON(parsing: settings.json).object)
        #expect(all["b"]?["of"]?.string == "a newer Hearth")
        #expect(all["a"] == .array([.bigInteger("12345678901234567890")]))
        #expect(all["beds"]?.integer == 5)
    }

    @Test func `a setting that loses its value has none`() throws {
        var settings = AppSettings()
        settings.models.model = "a/b"
        settings.models.model = nil
        #expect(try AppSettings(json: settings.json).models.model == nil)
        #expect(!settings.json.contains("a/b"))
    }

    @Test(arguments: ["", "[]", "{", "{} {}", "null", #"{"a": 1, "a": 2}"#])
    func `what is not one object is refused`(text: String) {
        #expect(throws: JSONError.self) { try AppSettings(json: text) }
    }
}
