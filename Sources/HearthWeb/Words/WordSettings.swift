// SPDX-License-Identifier: Apache-2.0

public import HearthModels

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

    public init() {}
}

extension AppSettings {
    public var words: WordSettings {
        get { self[WordSettings.self] }
        set { self[WordSettings.self] = newValue }
    }
}
