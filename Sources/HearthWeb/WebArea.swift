// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// One area of the app: its addresses, and what the rest of the app shows of it.
struct WebArea: Sendable {
    /// Its folder here and, where it has pages, under `Templates/` and `Languages/`.
    let name: String
    /// Its entry in the navigation; `nil` for an area that other pages lead to.
    let place: Place?
    /// Its entries on the page Everything.
    let features: [Feature]
    /// Its entries on the page Settings.
    let settings: [SettingsEntry]
    /// Adds its addresses.
    let addRoutes: @Sendable (Router<WebContext>, Site) -> Void

    init(
        _ name: String, place: Place? = nil, features: [Feature] = [], settings: [SettingsEntry] = [],
        addRoutes: @escaping @Sendable (_ router: Router<WebContext>, _ site: Site) -> Void
    ) {
        self.name = name
        self.place = place
        self.features = features
        self.settings = settings
        self.addRoutes = addRoutes
    }

    /// Every area of the app. The navigation and the pages Everything and Settings keep this order.
    static let all: [WebArea] = [
        .entry, .chat, .companion, .journal, .words, .translation, .wordHelp, .profile, .history, .chatImport, .models,
        .elsewhere,
        .everything, .settings, .data,
        .programs, .help, .news,
        .api, .files,
    ]

    /// An entry in the tabs and in the sidebar, and a key from Alt 1 on.
    struct Place: Sendable, Equatable {
        /// Its address, and its phrase in the group `place`.
        let key: String
        let icon: String

        init(_ key: String, icon: String) { (self.key, self.icon) = (key, icon) }

        var address: String { "/\(key)" }
    }

    /// An entry on the page Everything.
    struct Feature: Sendable {
        /// Its phrases in the group `everything`: `key` is its name, `keyNote` says more.
        let key: String
        let address: String
        let icon: String
        /// Says more where that depends on the model; `nil` for those with a phrase.
        let note: (@Sendable (ModelView) -> String)?

        init(_ key: String, at address: String, icon: String, note: (@Sendable (ModelView) -> String)? = nil) {
            (self.key, self.address, self.icon, self.note) = (key, address, icon, note)
        }
    }

    /// An entry on the page Settings.
    struct SettingsEntry: Sendable {
        /// A part of the page, with a heading of its own.
        enum Group: String, Sendable, CaseIterable { case chat, thisApp }

        let group: Group
        /// The group of its phrases: `title` is its name.
        let key: String
        let address: String
        let icon: String
        /// Whether its phrase `note` says more.
        let hasNote: Bool
        /// The setting's value now, in a word or two, in pieces between which a line may break; empty for a page
        /// without one value.
        let value: @Sendable (RequestLocale, ModelView) -> [String]

        init(
            _ key: String, in group: Group, at address: String, icon: String, hasNote: Bool = false,
            value: @escaping @Sendable (_ locale: RequestLocale, _ model: ModelView) -> [String] = { _, _ in [] }
        ) {
            (self.group, self.key, self.address, self.icon) = (group, key, address, icon)
            (self.hasNote, self.value) = (hasNote, value)
        }
    }
}
