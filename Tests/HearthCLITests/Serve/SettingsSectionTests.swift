// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthWeb
import HearthWords
import Testing

/// The sections of settings of all features together.
@Suite struct SettingsSectionTests {
    /// Settings as Hearth saved them before they had sections, with a value for each of them.
    private static let flat = """
        {"hasBegun":true,"idleMinutes":30,"instructions":"Be brief.","language":"fr","maxTokens":512,"model":"a/b",\
        "namesSessions":false,"reducesMotion":true,"reducesTransparency":true,"remoteModels":[{"address":\
        "https://ai.example/v1","agreedAt":786000000,"model":"m"}],"seed":18446744073709551615,"temperature":0.2,\
        "textSize":"large","theme":"dark","thinks":false,"topP":0.9,"usualModel":"c/d","vibrates":false}
        """

    @Test func `every setting belongs to one section, and is read as it was saved before there were any`() throws {
        let settings = try AppSettings(json: Self.flat)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func members(_ section: some SettingsSection) throws -> JSONObject {
            try #require(try JSON(parsing: Array(try encoder.encode(section))).object)
        }
        let sections = [
            try members(settings.answers), try members(settings.appearance), try members(settings.models),
            try members(settings.backgroundJobs), try members(settings.words), try members(settings.memory),
            try members(settings.translation), try members(settings.markedWords),
        ]
        let names = sections.flatMap(\.keys).sorted()
        let saved = try #require(try JSON(parsing: Self.flat).object)
        #expect(Set(names).count == names.count, "two sections have a setting of the same name")
        #expect(Set(saved.keys).isSubset(of: names))
        for section in sections {
            for name in section.keys where saved[name] != nil { #expect(section[name] == saved[name], "\(name)") }
        }
    }
}
