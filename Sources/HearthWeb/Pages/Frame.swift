// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Mustache

/// What every page shows around its own content. Every tag of a template is a property of a page or of its frame.
struct Frame: Sendable {
    let say: Phrases
    let lang: String
    /// Attributes of the page's root that override what the system asks for; `nil` follows it.
    let theme: String?
    let textSize: String?
    let motion: String?
    let glass: String?
    let vibrates: Bool
    let assets: String
    let icons: String
    let formToken: String
    let machine: String
    let version: String
    let model: ModelView
    let places: [PlaceView]
    let recent: [RecentDay]

    /// A place of the app, as tab and in the sidebar.
    struct PlaceView: Sendable {
        let name: String
        let address: String
        let icon: String
        let isCurrent: Bool
    }

    struct RecentDay: Sendable {
        let day: String
        let sessions: [RecentSession]
    }

    struct RecentSession: Sendable {
        let address: String
        let title: String
        let isOpen: Bool
    }
}

/// The places of the app: the one list for tabs and sidebar, and for Alt 1–4.
enum Place: String, CaseIterable, Sendable {
    case chat, history, everything, settings

    var address: String { "/\(rawValue)" }
    var icon: String {
        switch self {
        case .chat: "chat"
        case .history: "clock"
        case .everything: "grid"
        case .settings: "gear"
        }
    }
}

/// Something that has a template of its own: `Templates/<template>.mustache`.
protocol Page: Sendable {
    static var template: String { get }
    /// What stands in the browser's title.
    var title: String { get }
}

/// A page inside its frame. A tag is first sought in the page.
struct FramedPage: MustacheParent {
    let page: any Page
    let frame: Frame

    func child(named name: String) -> Any? {
        value(name, of: page) ?? value(name, of: frame)
    }

    private func value(_ name: String, of object: Any) -> Any? {
        guard let value = Mirror(reflecting: object).children.first(where: { $0.label == name })?.value else {
            return nil
        }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}
