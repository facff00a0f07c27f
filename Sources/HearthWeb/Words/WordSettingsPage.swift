// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels
import Hummingbird

/// The settings of all decks.
struct WordSettingsPage: Page {
    static let template = "word-settings"

    let title: String
    let back = "/settings"
    let backLabel: String
    /// As it was typed: 04:00.
    let dayStart: String
    let fault: String?
    let hasKeys: Bool
    let swipes: Bool
    let showsOwn: Bool
    let isSaved: Bool

    init(
        _ settings: WordSettings, dayStart: String? = nil, isSaved: Bool = false, isRefused: Bool = false,
        _ say: Phrases
    ) {
        title = say("wordSettings.title")
        backLabel = say("settings.backTo")
        self.dayStart = dayStart ?? TimeOfDay(minutes: settings.dayStartMinutes).text
        fault = isRefused ? say("wordSettings.dayStartFault") : nil
        hasKeys = settings.wordsHaveKeys
        swipes = settings.wordsSwipe
        showsOwn = settings.wordsShowOwn
        self.isSaved = isSaved
    }
}

struct WordSettingsRoutes: Sendable {
    let pages: Pages
    let settings: any SettingsStore

    @Sendable func settings(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        let isSaved = request.query.get("saved") != nil
        let page = WordSettingsPage(voice.settings.words, isSaved: isSaved, voice.say)
        return try await pages.response(page, voice, to: request, in: .settings)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        var words = WordSettings()
        words.wordsHaveKeys = context.form["keys"] != nil
        words.wordsSwipe = context.form["swipe"] != nil
        words.wordsShowOwn = context.form["own"] != nil
        let typed = context.form["dayStart"]?.trimmed ?? ""
        guard let time = TimeOfDay(typed) else {
            let voice = try await pages.voice(request)
            let page = WordSettingsPage(words, dayStart: typed, isRefused: true, voice.say)
            return try await pages.response(page, voice, to: request, in: .settings, status: .badRequest)
        }
        words.dayStartMinutes = time.minutes
        let saved = words
        try await settings.change { $0.words = saved }
        return .redirect(to: "/settings/words?saved=1")
    }
}

/// A time of day as people write it: 04:00, 4:30, 4h30 or 4.
struct TimeOfDay: Sendable, Equatable {
    /// After midnight, 0…1439.
    let minutes: Int

    init(minutes: Int) { self.minutes = minutes }

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{1,2})(?:\s*[:hH.]\s*(\d{2})?)?/),
            let hour = match.1.number(in: 0...23),
            let minute = (match.2 ?? "0").number(in: 0...59)
        else { return nil }
        minutes = hour * 60 + minute
    }

    var text: String {
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
