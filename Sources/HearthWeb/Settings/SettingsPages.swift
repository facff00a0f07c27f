// SPDX-License-Identifier: Apache-2.0

import HearthChat

/// All settings, by what they are about.
struct SettingsPage: Page {
    static let template = "settings"

    let title: String
    let groups: [Group]
    let footer: String

    struct Group: Sendable {
        let title: String
        let entries: [Entry]
        let isLast: Bool
    }

    struct Entry: Sendable {
        let name: String
        let note: String?
        let address: String
        let icon: String
        /// The value now, in pieces between which a line may break.
        let value: [String]
        let hasValue: Bool

        init(_ entry: WebArea.SettingsEntry, _ locale: RequestLocale, _ model: ModelView) {
            name = locale.text("\(entry.key).title")
            note = entry.hasNote ? locale.text("\(entry.key).note") : nil
            (address, icon) = (entry.address, entry.icon)
            value = entry.value(locale, model)
            hasValue = !value.isEmpty
        }
    }

    init(_ locale: RequestLocale, model: ModelView, _ configuration: WebConfiguration) {
        let say = locale.text
        title = say("settings.title")
        let entries = Dictionary(grouping: WebArea.all.flatMap(\.settings), by: \.group)
        groups = WebArea.SettingsEntry.Group.allCases.map { group in
            Group(
                title: say("settings.\(group.rawValue)"),
                entries: entries[group, default: []].map { Entry($0, locale, model) },
                isLast: group == WebArea.SettingsEntry.Group.allCases.last)
        }
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

    init(_ appearance: AppearanceSettings, _ say: Phrases) {
        title = say("appearance.title")
        backLabel = say("settings.backTo")
        isLight = appearance.theme == .light
        isDark = appearance.theme == .dark
        isAutomatic = appearance.theme == .automatic
        sizes = AppearanceSettings.TextSize.allCases.map {
            ChoiceView(value: $0.rawValue, label: say("textSize.\($0.rawValue)"), isChosen: $0 == appearance.textSize)
        }
        lessMotion = appearance.reducesMotion
        lessGlass = appearance.reducesTransparency
        vibration = appearance.vibrates
        languages = AppearanceSettings.Language.allCases.map {
            ChoiceView(
                value: $0.rawValue, label: say($0.phrase), isChosen: $0 == appearance.language,
                lang: $0 == .automatic ? nil : $0.rawValue)
        }
    }
}

extension AppearanceSettings.Language {
    /// The phrase that names it.
    var phrase: String { "language.\(rawValue)" }
}
