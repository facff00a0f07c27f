// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// How the app looks and speaks.
public struct AppearanceSettings: SettingsSection {
    public enum Language: String, Codable, Sendable, CaseIterable {
        /// The browser's.
        case automatic
        case english = "en"
        case french = "fr"
    }
    public enum Theme: String, Codable, Sendable, CaseIterable { case automatic, light, dark }
    public enum TextSize: String, Codable, Sendable, CaseIterable { case small, standard, large, larger }

    public var language = Language.automatic
    public var theme = Theme.automatic
    public var textSize = TextSize.standard
    /// Less motion than the system asks for; `false` follows the system.
    public var reducesMotion = false
    /// Solid surfaces instead of glass.
    public var reducesTransparency = false
    /// Whether a phone vibrates lightly at sending, at the end and at stopping.
    public var vibrates = true
    /// Whether the welcome has been seen.
    public var hasBegun = false

    public init() {}
}

extension AppSettings {
    public var appearance: AppearanceSettings {
        get { self[AppearanceSettings.self] }
        set { self[AppearanceSettings.self] = newValue }
    }
}
