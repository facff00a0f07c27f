// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Mustache

/// Everything that a page shows around its own content. Every tag of a template is a property of a page or of its
/// frame.
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
    /// The scripts that draw formulas; `nil` where there are none.
    let formulas: String?
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
    /// The title that browsers show.
    var title: String { get }
}

/// A page inside its frame. A tag is first sought in the page.
struct FramedPage: MustacheParent {
    private let page: Properties
    private let frame: Properties

    init(page: any Page, frame: PageFrame) {
        (self.page, self.frame) = (Properties(of: Mirror(reflecting: page)), Properties(of: Mirror(reflecting: frame)))
    }

    func child(named name: String) -> Any? { page.child(named: name) ?? frame.child(named: name) }
}

/// An optional property without a value. A template that asks for it is told so: it would look for one of that name in
/// what stands around the object otherwise, and a nameless entry would be shown by the page's title.
private struct Absent: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
}

/// The properties of a value by their names, listed once: a template would look each up in every object around it, and
/// finding one property by its name costs as much as listing them all. A type of its own, since the library asks each
/// object what it is, and a dictionary takes long to say.
private struct Properties: MustacheParent {
    private var values: [String: Any] = [:]

    init(of object: Mirror) {
        values.reserveCapacity(object.children.count)
        for case (let name?, let property) in object.children { values[name] = Self.value(property) ?? Absent() }
    }

    func child(named name: String) -> Any? { values[name] }

    /// - Returns: `nil` for an optional without a value.
    private static func value(_ property: Any) -> Any? {
        // Most properties are of one of these types, and to compare types is quicker than to ask for one, or a mirror.
        switch type(of: property) {
        case is String.Type, is Bool.Type: return property
        case is String?.Type: return property as? String
        default: break
        }
        if property is any MustacheParent { return property }
        let mirror = Mirror(reflecting: property)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { value($0.value) }
        case .collection: mirror.children.compactMap { value($0.value) }
        case .struct where !mirror.children.isEmpty: Properties(of: mirror)
        default: property
        }
    }
}
