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
    /// Adds its addresses.
    let addRoutes: @Sendable (Router<WebContext>, Site) -> Void

    init(
        _ name: String, place: Place? = nil, features: [Feature] = [],
        addRoutes: @escaping @Sendable (_ router: Router<WebContext>, _ site: Site) -> Void
    ) {
        self.name = name
        self.place = place
        self.features = features
        self.addRoutes = addRoutes
    }

    /// Every area of the app. The navigation and the page Everything keep this order.
    static let all: [WebArea] = [
        .entry, .chat, .history, .models, .elsewhere, .everything, .settings, .data, .programs, .help, .news, .api,
        .files,
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
}
