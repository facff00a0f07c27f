// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import Mustache
import Testing

@testable import HearthWeb

/// Templates and what they are filled with.
@Suite struct TemplateTests {
    private let app: TestApp
    private let folder: URL

    init() async throws {
        app = try await TestApp(library: ScriptedLibrary.sample)
        folder = WebServer.resources.appending(path: "Templates")
    }

    private func template(_ name: String) throws -> String {
        let path = try #require(try paths().first { $0.hasSuffix("/\(name).mustache") })
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// All templates, each in its area's folder.
    private func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mustache") }.sorted()
    }

    @Test func `every template lies in the folder of an area`() throws {
        let folders = Set(try paths().map { String($0.prefix { $0 != "/" }) })
        #expect(folders.subtracting(WebArea.all.map(\.name)) == ["Recovery", "Shared"])
    }

    @Test func `a template's name that two areas have, and one that cannot be read, are refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ area: String, _ text: String) throws {
            let place = folder.appending(path: area)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place.appending(path: "page.mustache"))
        }
        try write("Chat", "{{title}}")
        #expect(try PageTemplates(folder: folder).render(["title": "One"], withTemplate: "page") == "One")
        try write("Help", "{{title}}")
        let twice = #expect(throws: PageTemplateError.self) { try PageTemplates(folder: folder) }
        #expect(twice?.description == "Help/page.mustache has the name of another area's template")
        try FileManager.default.removeItem(at: folder.appending(path: "Help"))
        try write("Chat", "{{#title}}")
        let broken = #expect(throws: PageTemplateError.self) {
            try PageTemplates(folder: folder).render(["title": "One"], withTemplate: "page")
        }
        #expect(broken?.description.hasPrefix("Chat/page.mustache, line 1") == true)
    }

    @Test func `a template is read with those that it names, and one that is missing is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = [
            "page": "{{<frame}}{{$body}}{{> row }}{{/body}}{{/frame}}", "frame": "<{{$body}}{{/body}}>",
            "row": "{{title}}", "lost": "{{>nowhere}}",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: "\(name).mustache")) }
        let templates = try PageTemplates(folder: folder)
        #expect(try templates.render(["title": "One"], withTemplate: "page") == "<One>")
        for _ in 1...2 {
            let missing = #expect(throws: PageTemplateError.self) { try templates.render([:], withTemplate: "lost") }
            #expect(missing?.description == "there is no template nowhere")
        }
    }

    /// A row without a title is not called by the page's.
    @Test func `an optional without a value hides one of that name around it`() throws {
        struct Row: Sendable {
            let title: String?
            let words: String
        }
        struct Rows: Page {
            static let template = "rows"
            let title = "The page"
            let rows = [Row(title: nil, words: "one"), Row(title: "Two", words: "two")]
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let row = "{{#title}}<b>{{title}}</b>{{/title}}{{^title}}-{{/title}}{{title}} {{words}}"
        let text = "{{title}}:{{#rows}} \(row){{/rows}}"
        try Data(text.utf8).write(to: folder.appending(path: "rows.mustache"))
        let frame = app.server.site.pages.bareFrame(
            RequestLocale(settings: AppSettings(), text: app.server.site.pages.phrases(.english)))
        let values = FramedPage(page: Rows(), frame: frame)
        let page = try PageTemplates(folder: folder).render(values, withTemplate: "rows")
        #expect(page == "The page: - one <b>Two</b>Two two")
    }

    @Test func `every tag is a property of the page that it stands in`() async throws {
        var settings = AppSettings()
        var look = AppearanceSettings()
        (look.theme, look.textSize, look.reducesMotion, look.reducesTransparency) = (
            .dark, .large, true, true
        )
        settings.appearance = look
        let site = app.server.site.pages
        let say = site.phrases(.english)
        var loading = ModelState(name: "x/y", phase: .loading(0.5))
        loading.remoteHost = "ai.example"
        let base = site.bareFrame(RequestLocale(settings: settings, text: say), model: loading)
        let frame = PageFrame(
            say: say, lang: "en", theme: "dark", textSize: "large", motion: "reduce", glass: "solid", vibrates: true,
            assets: base.assets, formulas: "katex/katex.js", icons: base.icons, formToken: "t", machine: "kitchen",
            version: "1", model: base.model,
            places: base.places,
            recent: [
                PageFrame.RecentDay(day: "Today", sessions: [.init(address: "/chat/s", title: "A bed", isOpen: true)])
            ]
        )
        var resolved: Set<String> = []
        var seen: Set<String> = []
        for page in PageSamples(app.server.site.pages).all {
            var walk = TagWalk(templates: { try? template($0) })
            walk.enter(type(of: page).template, [FramedPage(page: page, frame: frame)])
            resolved.formUnion(walk.resolved)
            seen.formUnion(walk.seen)
        }
        #expect(seen.subtracting(resolved).sorted() == [])
        #expect(resolved.count > 300)
    }

    /// A tag is sought in the page first, so a page with a property of this name would hide the frame's.
    @Test func `no page has a property that its frame has, too`() {
        let site = app.server.site.pages
        let frame = site.bareFrame(RequestLocale(settings: AppSettings(), text: site.phrases(.english)))
        // A page may have the phrases of the frame, which are the same.
        let names = Set(Mirror(reflecting: frame).children.compactMap(\.label)).subtracting(["say"])
        #expect(names.count == 15)
        for page in PageSamples(site).all {
            let own = Mirror(reflecting: page).children.compactMap(\.label)
            #expect(names.isDisjoint(with: own), "\(type(of: page)): \(names.intersection(own))")
        }
    }

    @Test func `nothing but Markdown stands in a page unescaped`() throws {
        var found: Set<Substring> = []
        for file in try paths() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /\{\{\{\s*([A-Za-z.]+)\s*\}\}\}/) {
                #expect(["html", "answer", "excerpt", "marked", "quote"].contains(match.1), "\(file)")
                found.insert(match.1)
            }
            #expect(!text.contains("{{&"), "\(file)")
        }
        #expect(found.count == 5)
    }

    @Test func `no page has a script, a style or a handler in it`() throws {
        for file in try paths() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(
                text.firstMatch(of: /<style|<script(?![^>]*src=)|\sstyle=|\son[a-z]+=|javascript:/) == nil, "\(file)")
        }
    }

    @Test func `every form that writes carries the token`() throws {
        var count = 0
        for file in try paths() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let forms = text.components(separatedBy: "<form").dropFirst().filter {
                $0.prefix { $0 != ">" }.contains("method=\"post\"")
            }
            for form in forms {
                let body = form.components(separatedBy: "</form>")[0]
                #expect(body.contains("name=\"token\" value=\"{{formToken}}\""), "\(file)")
                count += 1
            }
        }
        #expect(count > 30)
    }

    @Test(arguments: Language.allCases)
    func `every page can be shown`(language: Language) async throws {
        let site = app.server.site.pages
        let frame = site.bareFrame(RequestLocale(settings: AppSettings(), text: site.phrases(language)))
        for page in PageSamples(app.server.site.pages).all {
            let html = try site.templates.render(
                FramedPage(page: page, frame: frame), withTemplate: type(of: page).template)
            #expect(html.hasPrefix("<!doctype html>"), "\(type(of: page))")
            #expect(html.components(separatedBy: "<h1").count == 2, "\(type(of: page)) has one title")
            #expect(html.contains("</html>"))
            // Gaps of a text are written so, too.
            #expect(html.firstMatch(of: /{{(?!c[0-9]+::)/) == nil)
        }
    }
}

/// Walks a template as it would be rendered and notes which tags have a value.
private struct TagWalk {
    let templates: (String) -> String?
    var seen: Set<String> = []
    var resolved: Set<String> = []

    init(templates: @escaping (String) -> String?) { self.templates = templates }

    mutating func enter(_ template: String, _ stack: [Any]) {
        guard let text = templates(template) else {
            seen.insert("\(template): no such template")
            return
        }
        walk(text, stack, template)
    }

    private mutating func walk(_ text: String, _ stack: [Any], _ name: String) {
        var rest = text[...]
        while let match = rest.firstMatch(of: /\{\{\{?\s*([#^\/><$!&]?)\s*([A-Za-z0-9._-]+)\s*\}?\}\}/) {
            rest = rest[match.range.upperBound...]
            let (sign, tag) = (match.1, String(match.2))
            switch sign {
            case "#", "^":
                let end = close(tag, rest)
                let body = String(rest[..<end.lowerBound])
                let value = note(tag, stack, name)
                rest = rest[end.upperBound...]
                // A section that is not entered here is entered in another sample.
                if sign == "^" {
                    if isEmpty(value) { walk(body, stack, name) }
                } else if !isEmpty(value) {
                    for element in (value as? [Any]) ?? [value!] {
                        walk(body, element is Bool ? stack : stack + [element], name)
                    }
                }
            case ">", "<": enter(tag, stack)
            case "/", "$", "!": break
            default: _ = note(tag, stack, name)
            }
        }
    }

    private func close(_ tag: String, _ rest: Substring) -> Range<Substring.Index> {
        var depth = 1
        var position = rest.startIndex
        let pattern = try! Regex(
            "\\{\\{\\s*([#^/])\\s*\(NSRegularExpression.escapedPattern(for: tag))\\s*\\}\\}",
            as: (Substring, Substring).self)
        while let match = rest[position...].firstMatch(of: pattern) {
            depth += match.1 == "/" ? -1 : 1
            if depth == 0 { return match.range }
            position = match.range.upperBound
        }
        return rest.endIndex..<rest.endIndex
    }

    private func isEmpty(_ value: Any?) -> Bool {
        guard let value else { return true }
        if let list = value as? [Any] { return list.isEmpty }
        return (value as? Bool) == false
    }

    private mutating func note(_ tag: String, _ stack: [Any], _ name: String) -> Any? {
        seen.insert("\(name): \(tag)")
        let value = find(tag, stack)
        if value != nil { resolved.insert("\(name): \(tag)") }
        return value
    }

    private func find(_ tag: String, _ stack: [Any]) -> Any? {
        if tag == "." { return stack.last }
        let parts = tag.split(separator: ".").map(String.init)
        for object in stack.reversed() {
            guard var value = child(parts[0], object) else { continue }
            // An optional without a value ends the search, and is nothing.
            if (value as? any MustacheCustomRenderable)?.isNull == true { return nil }
            for part in parts.dropFirst() {
                guard let next = child(part, value) else { return nil }
                value = next
            }
            return value
        }
        return nil
    }

    private func child(_ name: String, _ object: Any) -> Any? {
        if let parent = object as? any MustacheParent { return parent.child(named: name) }
        guard let value = Mirror(reflecting: object).children.first(where: { $0.label == name })?.value else {
            return nil
        }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}
