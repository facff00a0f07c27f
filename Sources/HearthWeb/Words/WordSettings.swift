// SPDX-License-Identifier: Apache-2.0

public import HearthModels
public import HearthWords

/// How words are studied, in all decks.
public struct WordSettings: SettingsSection {
    /// When a day begins, in minutes after midnight, 0…1439. What is studied before counts for the day before.
    public var dayStartMinutes = 240
    /// Whether letters and digits are keys while studying.
    public var wordsHaveKeys = true
    /// Whether a swipe answers a card.
    public var wordsSwipe = true
    /// Whether cards show sentences from what the user wrote.
    public var wordsShowOwn = true
    /// Whether study shows how long a card has been looked at, and the minutes of the session.
    public var wordsShowTime = false
    /// How many cards are begun in a day over all decks together; `nil` for no limit.
    public var mostNewADay: Int?
    /// How many learned cards come back in a day over all decks together; `nil` for no limit.
    public var mostReviewsADay: Int?

    public init() {}

    /// The limits of all decks together, whatever the file says in numbers that the page refuses.
    public var mostADay: TotalLimits {
        let range = Self.limits
        func limit(_ number: Int?) -> Int? { number.map { min(max($0, range.lowerBound), range.upperBound) } }
        return TotalLimits(new: limit(mostNewADay), reviews: limit(mostReviewsADay))
    }

    static let limits = 0...9_999
}

extension AppSettings {
    public var words: WordSettings {
        get { self[WordSettings.self] }
        set { self[WordSettings.self] = newValue }
    }
}
