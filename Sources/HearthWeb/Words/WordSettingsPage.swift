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
    /// As they were typed: 04:00, 20.
    let dayStart: FieldView
    let mostNew: FieldView
    let mostReviews: FieldView
    let hasKeys: Bool
    let swipes: Bool
    let showsOwn: Bool
    let showsTime: Bool
    let isSaved: Bool

    typealias FieldView = DeckSettingsPage.FieldView

    /// The typed values, by the names of the form.
    enum Field: String, CaseIterable {
        case dayStart, mostNew, mostReviews
    }

    init(
        _ settings: WordSettings, typed: [Field: String] = [:], faults: Set<Field> = [], isSaved: Bool = false,
        _ say: Phrases
    ) {
        func field(_ field: Field, _ value: String, fault: String) -> FieldView {
            FieldView(value: typed[field] ?? value, fault: faults.contains(field) ? say(fault) : nil)
        }
        func number(_ number: Int?) -> String { number.map(String.init) ?? "" }
        title = say("wordSettings.title")
        backLabel = say("settings.backTo")
        dayStart = field(
            .dayStart, TimeOfDay(minutes: settings.dayStartMinutes).text, fault: "wordSettings.dayStartFault")
        mostNew = field(.mostNew, number(settings.mostNewADay), fault: "wordSettings.mostFault")
        mostReviews = field(.mostReviews, number(settings.mostReviewsADay), fault: "wordSettings.mostFault")
        hasKeys = settings.wordsHaveKeys
        swipes = settings.wordsSwipe
        showsOwn = settings.wordsShowOwn
        showsTime = settings.wordsShowTime
        self.isSaved = isSaved
    }
}

struct WordSettingsRoutes: Sendable {
    let pages: Pages
    let settings: any SettingsStore

    @Sendable func settings(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let isSaved = request.query.get("saved") != nil
        let page = WordSettingsPage(locale.settings.words, isSaved: isSaved, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        var words = WordSettings()
        words.wordsHaveKeys = context.form["keys"] != nil
        words.wordsSwipe = context.form["swipe"] != nil
        words.wordsShowOwn = context.form["own"] != nil
        words.wordsShowTime = context.form["time"] != nil
        var typed: [WordSettingsPage.Field: String] = [:]
        for field in WordSettingsPage.Field.allCases { typed[field] = context.form[field.rawValue]?.trimmed ?? "" }
        var faults: Set<WordSettingsPage.Field> = []
        if let time = TimeOfDay(typed[.dayStart] ?? "") {
            words.dayStartMinutes = time.minutes
        } else {
            faults.insert(.dayStart)
        }
        func limit(_ field: WordSettingsPage.Field) -> Int? {
            guard let text = typed[field], !text.isEmpty else { return nil }
            let number = text.number(in: WordSettings.limits)
            if number == nil { faults.insert(field) }
            return number
        }
        (words.mostNewADay, words.mostReviewsADay) = (limit(.mostNew), limit(.mostReviews))
        guard faults.isEmpty else {
            let locale = try await pages.locale(request)
            let page = WordSettingsPage(words, typed: typed, faults: faults, locale.text)
            return try await pages.response(page, locale, to: request, in: .settings, status: .badRequest)
        }
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
