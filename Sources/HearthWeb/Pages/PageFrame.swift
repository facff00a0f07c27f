// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Mustache

/// What every page shows around its own content. Every tag of a template is a property of a page or of its frame.
struct PageFrame: Sendable {
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

/// Something that has a template of its own: `<template>.mustache` in a folder of `Templates/`.
protocol Page: Sendable {
    static var template: String { get }
    /// What stands in the browser's title.
    var title: String { get }
}

/// A page inside its frame. A tag is first sought in the page.
struct FramedPage: MustacheParent {
    private let page: [String: Any]
    private let frame: [String: Any]

    init(page: any Page, frame: PageFrame) {
        self.page = Self.properties(of: Mirror(reflecting: page))
        self.frame = Self.properties(of: Mirror(reflecting: frame))
    }

    func child(named name: String) -> Any? { page[name] ?? frame[name] }

    // MARK: Values

    /// All properties at once. A template would look each up by name in every object around it, and finding one
    /// property by its name costs as much as listing them all.
    private static func properties(of object: Mirror) -> [String: Any] {
        var values: [String: Any] = [:]
        for case (let name?, let property) in object.children { values[name] = value(property) }
        return values
    }

    /// - Returns: `nil` for an optional without a value.
    private static func value(_ property: Any) -> Any? {
        // Most properties are one of these, and to see it is quicker than a mirror.
        if let text = property as? String { return text }
        if let flag = property as? Bool { return flag }
        if property is any MustacheParent { return property }
        let mirror = Mirror(reflecting: property)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { value($0.value) }
        case .collection: mirror.children.compactMap { value($0.value) }
        case .struct where !mirror.children.isEmpty: properties(of: mirror)
        default: property
        }
    }
}
