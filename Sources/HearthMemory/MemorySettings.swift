// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// Whether the memory learns and is used.
public struct MemorySettings: SettingsSection {
    /// Paused everywhere: nothing is learned and nothing is recalled.
    public var pausesMemory = false
    /// Whether models are told what fits a question.
    public var recallsInAnswers = true
    /// Whether a model elsewhere may be told it too, for which the user has to agree to exactly that.
    public var remoteMayRecall = false
    /// The mode of new chats.
    public var usualMode = ModesFolder.usual
    /// The country whose numbers are shown to somebody who may harm themselves, as `FR`; `nil` for that of the locale.
    public var careCountry: String?
    /// Whether new chats offer the six questions about the user, which are offered until they are answered or skipped.
    public var offersAboutYou = true

    public init() {}
}

extension AppSettings {
    public var memory: MemorySettings {
        get { self[MemorySettings.self] }
        set { self[MemorySettings.self] = newValue }
    }
}
