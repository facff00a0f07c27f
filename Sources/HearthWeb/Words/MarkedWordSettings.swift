// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// Settings for words that are marked in texts.
public struct MarkedWordSettings: SettingsSection {
    /// The deck that the last word went to.
    public var lastWordDeck: Int64?

    public init() {}
}

extension AppSettings {
    public var markedWords: MarkedWordSettings {
        get { self[MarkedWordSettings.self] }
        set { self[MarkedWordSettings.self] = newValue }
    }
}
