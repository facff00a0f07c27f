// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache
import Synchronization

/// The templates of all areas. They name each other without the folder that they lie in.
///
/// Each is read when a page first needs it: all of them at once were most of the time that a start took.
final class PageTemplates: Sendable {
    private let folder: URL
    /// Paths of the templates in the folder, by name.
    private let paths: [String: String]
    private let library = Mutex(MustacheLibrary())

    /// - Parameter folder: has a folder for each area.
    /// - Throws: `PageTemplateError` where two templates have the same name.
    init(folder: URL) throws {
        self.folder = folder
        var paths: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".mustache") {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            guard paths.updateValue(path, forKey: name) == nil else {
                throw PageTemplateError(description: "\(path) has the name of another area's template")
            }
        }
        self.paths = paths
    }

    /// - Parameters:
    ///   - values: what the template's tags are filled with.
    ///   - name: the template's name, without folder and extension.
    /// - Throws: `PageTemplateError` where it, or one that it names, is missing or is not Mustache.
    func render(_ values: Any, withTemplate name: String) throws -> String {
        let library = try read(name)
        guard let text = library.render(values, withTemplate: name) else { throw missing(name) }
        return text
    }

    /// Reads a template, and all that it names, unless they have been read.
    /// - Returns: these and all others that have been read.
    /// - Throws: what `render` throws.
    @discardableResult func read(_ name: String) throws -> MustacheLibrary {
        try library.withLock { library in
            try add(name, to: &library)
            return library
        }
    }

    private func add(_ name: String, to library: inout MustacheLibrary) throws {
        var (whole, open) = (library, [name])
        while let name = open.popLast() {
            guard whole.getTemplate(named: name) == nil else { continue }
            let (template, others) = try template(name)
            whole.register(template, named: name)
            open += others
        }
        // Only now, so that a template is never there without those that it names.
        library = whole
    }

    private func template(_ name: String) throws -> (MustacheTemplate, others: [String]) {
        guard let path = paths[name] else { throw missing(name) }
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        do {
            return (try MustacheTemplate(string: EscapedValues.line + text), named(in: text))
        } catch let error as MustacheTemplate.ParserError {
            throw PageTemplateError(description: "\(path), line \(error.context.lineNumber - 1): \(error.error)")
        }
    }

    /// The templates that a template names: `{{>name}}` puts one in, `{{<name}}` fills the gaps of one.
    private func named(in text: String) -> [String] {
        text.components(separatedBy: "{{").dropFirst().compactMap { tag in
            guard tag.hasPrefix(">") || tag.hasPrefix("<") else { return nil }
            return tag.dropFirst().prefix { $0 != "}" }.trimmingCharacters(in: .whitespaces)
        }
    }

    private func missing(_ name: String) -> PageTemplateError {
        PageTemplateError(description: "there is no template \(name)")
    }
}

/// Templates that cannot be read.
struct PageTemplateError: Error, CustomStringConvertible {
    let description: String
}

/// How a value is written into a page. It takes the place of the library's own way, which goes by Swift's characters: a
/// quotation mark with an accent behind it is not one that it knows, and would end an attribute.
private struct EscapedValues: MustacheContentType {
    /// Stands above each template, since the library goes back to its own way in each that another one names.
    static let line: String = {
        MustacheContentTypes.register(EscapedValues(), named: "PAGE")
        return "{{% CONTENT_TYPE: PAGE}}\n"
    }()

    func escapeText(_ text: String) -> String { text.escapedForHTML }
}
