// SPDX-License-Identifier: Apache-2.0

import HearthChat

/// All settings, by what they are about.
struct SettingsPage: Page {
    static let template = "settings"

    let title: String
    let answersValue: String
    let appearanceValue: String
    let languageValue: String
    let footer: String

    init(_ settings: AppSettings, _ configuration: WebConfiguration, _ say: Phrases) {
        title = say("settings.title")
        answersValue = say("settings.tokens", ["n": say.number(settings.maxTokens)])
        appearanceValue = say("appearance.\(settings.theme.rawValue)")
        languageValue = say("language.\(settings.language == .automatic ? "automatic" : settings.language.rawValue)")
        footer = say("settings.footer", ["version": configuration.version, "machine": configuration.machine])
    }
}

/// How the app looks and which language it speaks.
struct AppearancePage: Page {
    static let template = "appearance"

    let title: String
    let back = "/settings"
    let backLabel: String
    let isLight: Bool
    let isDark: Bool
    let isAutomatic: Bool
    let sizes: [ChoiceView]
    let lessMotion: Bool
    let lessGlass: Bool
    let vibration: Bool
    let languages: [ChoiceView]

    init(_ settings: AppSettings, _ say: Phrases) {
        title = say("appearance.title")
        backLabel = say("settings.backTo")
        isLight = settings.theme == .light
        isDark = settings.theme == .dark
        isAutomatic = settings.theme == .automatic
        sizes = AppSettings.TextSize.allCases.map {
            ChoiceView(value: $0.rawValue, label: say("textSize.\($0.rawValue)"), isChosen: $0 == settings.textSize)
        }
        lessMotion = settings.reducesMotion
        lessGlass = settings.reducesTransparency
        vibration = settings.vibrates
        languages = AppSettings.Language.allCases.map {
            ChoiceView(
                value: $0.rawValue, label: say("language.\($0.rawValue)"), isChosen: $0 == settings.language,
                lang: $0 == .automatic ? nil : $0.rawValue)
        }
    }
}
