// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import Testing

@testable import HearthWeb

/// Phrases of the app.
@Suite struct PhraseTests {
    private let english: Phrases
    private let french: Phrases
    private let clock = WallClock(now: { someEvening }, zone: TimeZone(identifier: "Europe/Paris")!)

    init() async throws {
        let site = try await TestApp().server.site.pages
        (english, french) = (site.phrases(.english), site.phrases(.french))
    }

    private func keys(_ phrases: Phrases) -> Set<String> {
        Set(phrases.groups.flatMap { group, all in all.keys.map { "\(group).\($0)" } })
    }

    private static let folder = WebServer.resources.appending(path: "Languages")

    /// The areas that have phrases, and those that all areas share.
    private static func areas() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `both languages say the same things`() throws {
        for area in try Self.areas() {
            func keys(_ language: String) throws -> Set<String> {
                let file = Self.folder.appending(path: "\(area)/\(language).json")
                let groups = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
                return Set(groups.flatMap { group, all in all.keys.map { "\(group).\($0)" } })
            }
            let (one, other) = (try keys("en"), try keys("fr"))
            #expect(one.subtracting(other) == [], "Languages/\(area)/fr.json lacks these")
            #expect(other.subtracting(one) == [], "Languages/\(area)/en.json lacks these")
        }
        #expect(keys(english) == keys(french))
        #expect(keys(english).count > 200)
    }

    @Test func `every folder of phrases is an area's`() throws {
        #expect(try Set(Self.areas()).subtracting(WebArea.all.map(\.name)) == ["Recovery", "Shared"])
    }

    @Test func `a key that two files have is refused by their names`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ area: String, _ json: String) throws {
            let place = folder.appending(path: area)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(json.utf8).write(to: place.appending(path: "en.json"))
        }
        try write("Chat", #"{"a": {"x": "One", "y": "Two"}}"#)
        try write("Help", #"{"a": {"z": "Three"}}"#)
        #expect(try Phrases(.english, folder: folder).groups == ["a": ["x": "One", "y": "Two", "z": "Three"]])
        try write("Help", #"{"a": {"y": "Three"}}"#)
        let twice = #expect(throws: PhraseError.self) { try Phrases(.english, folder: folder) }
        #expect(twice?.description == "Chat/en.json and Help/en.json both have the phrase a.y")
        try write("Help", #"{"a": "Three"}"#)
        let broken = #expect(throws: PhraseError.self) { try Phrases(.english, folder: folder) }
        #expect(broken?.description.hasPrefix("Help/en.json is not a file of phrases") == true)
    }

    @Test func `both languages fill in the same values`() throws {
        let brace = /\{([a-z]+)\}/
        for key in keys(english) {
            let (one, other) = (english(key), french(key))
            #expect(!one.isEmpty && !other.isEmpty, "\(key)")
            #expect(Set(one.matches(of: brace).map(\.1)) == Set(other.matches(of: brace).map(\.1)), "\(key)")
        }
    }

    /// French sets a narrow space that does not break before these marks, and quotes with guillemets.
    @Test func `French is set as French is set`() {
        for key in keys(french) {
            let words = french(key)
            #expect(
                words.firstMatch(of: /[^\u{202F}][?!;]|[^\u{202F}][:»](\s|$)|«[^\u{202F}]|["']/)
                    == nil || words.contains("« bearer »"), "\(key): \(words)")
        }
        for key in keys(english) { #expect(english(key).firstMatch(of: /["']/) == nil, "\(key)") }
    }

    @Test func `every error has a title and a sentence`() {
        for code in WebError.Code.allCases {
            for key in ["error.\(code.rawValue)", "error.\(code.rawValue)Title"] {
                #expect(english(key) != key && french(key) != key)
            }
        }
        for code in LibraryError.Code.allCases {
            #expect(french("fetching.\(code.rawValue)") != "fetching.\(code.rawValue)")
        }
        for fault in AnswerFault.allCases {
            #expect(english("answers.\(fault.rawValue)Fault") != "answers.\(fault.rawValue)Fault")
        }
        for purpose in ModelOffer.Purpose.allCases {
            #expect(english("purpose.\(purpose.rawValue)") != "purpose.\(purpose.rawValue)")
        }
    }

    @Test(
        arguments: [
            (nil, Language.english), ("", .english), ("fr", .french), ("fr-CA,en;q=0.8", .french),
            ("de,fr;q=0.5,en;q=0.9", .english),
            ("de", .english), ("en;q=0,fr;q=0.1", .french), ("*", .english), (";;,,q=", .english),
        ] as [(String?, Language)])
    func `the browser's wish decides`(wish: String?, language: Language) {
        #expect(Language(accepted: wish) == language)
    }

    @Test(arguments: [
        (0, "0\u{A0}kB", "0\u{A0}ko"), (431_000_000, "431\u{A0}MB", "431\u{A0}Mo"),
        (1_400_000_000, "1.4\u{A0}GB", "1,4\u{A0}Go"),
        (14_200_000_000, "14\u{A0}GB", "14\u{A0}Go"), (-5, "0\u{A0}kB", "0\u{A0}ko"),
    ])
    func `bytes are told in a unit that fits`(bytes: Int, english one: String, french other: String) {
        #expect(english.bytes(bytes) == one)
        #expect(french.bytes(bytes) == other)
    }

    @Test(arguments: [
        (0.2, "1\u{A0}s"), (6, "6\u{A0}s"), (98, "1\u{A0}min 38\u{A0}s"), (120, "2\u{A0}min"), (1_000, "16\u{A0}min"),
        (7_500, "2\u{A0}h 5\u{A0}min"),
    ])
    func `times are told as people tell them`(seconds: Double, words: String) {
        #expect(english.seconds(seconds) == words)
    }

    @Test func `only French sets a space before the percent sign`() {
        #expect(english.percent(0.384) == "38%" && english.percent(100) == "100%")
        #expect(french.percent(0.384) == "38\u{202F}%" && french.percent(7) == "7\u{202F}%")
    }

    @Test func `days begin where the machine is`() {
        let day = 86_400.0
        #expect(english.dayTitle(someEvening, clock) == "Today")
        #expect(french.dayTitle(someEvening - day, clock) == "Hier")
        #expect(english.dayTitle(someEvening - 9 * day, clock) == "Thursday 12 November")
        #expect(french.dayTitle(someEvening - 9 * day, clock) == "Jeudi 12 novembre")
        #expect(english.dayTitle(someEvening - 400 * day, clock).hasSuffix("2025"))
        #expect(english.time(someEvening, clock) == "18:42")
        // 00:30 in Paris is still the day before in UTC.
        let early = someEvening - 18 * 3_600 - 12 * 60
        #expect(english.dayTitle(early, clock) == "Today")
        #expect(french.greeting(clock) == "Bonsoir")
    }

    @Test func `French calls the first of a month 1er`() throws {
        let (first, today) = (try #require(JournalDay("2026-11-01")), try #require(JournalDay("2026-11-21")))
        #expect(french.day(first, today) == "1er novembre" && english.day(first, today) == "1 November")
        #expect(french.longDay(first, today) == "Dimanche 1er novembre")
        #expect(french.day(today, today) == "21 novembre" && french.dayOfMonth(today) == "21")
        #expect(french.dayOfMonth(first) == "1er" && english.dayOfMonth(first) == "1")
        let noon = first.date(at: nil, in: clock.zone)
        #expect(french.day(noon, clock) == "1er novembre" && french.day(noon + 10 * 86_400, clock) == "11 novembre")
    }

    @Test(arguments: [
        ("mlx-community/Qwen3-1.7B-4bit", "Qwen3 1.7B"), ("mlx-community/Llama-3.2-1B-Instruct-4bit", "Llama 3.2 1B"),
        ("x/SmolLM3-3B-Q4_K_M.gguf", "SmolLM3 3B"), ("x/4bit", "4bit"), ("", ""), ("gemma-3-1b-it", "Gemma 3 1B"),
        ("x/Qwen3_Distilled-7B-Q8_0", "Qwen3_Distilled 7B"),
        ("local/SmolLM2-135M-Instruct.Q4_1", "SmolLM2 135M"), ("local/SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M"),
        ("local/gemma-3-1b-it-IQ4_XS", "Gemma 3 1B"),
        ("mlx-community/gemma-3-1b-it-qat-4bit", "Gemma 3 1B"), ("local/Qwen3-1.7B.bf16", "Qwen3 1.7B"),
    ])
    func `models are called as people call them`(name: String, short: String) {
        #expect(shortName(name) == short)
    }

    @Test(arguments: [
        ("Qwen3_Distilled-7B", ["Qwen3_", "Distilled-", "7B"]), ("a/b:latest", ["a/", "b:", "latest"]),
        ("Llama3.2", ["Llama3.2"]), ("my.model", ["my.", "model"]), ("x--y", ["x--", "y"]), ("", [""]),
    ])
    func `names break between their words`(name: String, pieces: [String]) {
        #expect(breakable(name) == pieces)
        #expect(breakable(name).joined() == name)
    }
}
