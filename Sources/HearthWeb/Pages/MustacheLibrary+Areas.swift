// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache

extension MustacheLibrary {
    /// The templates of all areas. They name each other without the folder that they lie in.
    /// - Throws: `PageTemplateError` where two have the same name, or one is not Mustache.
    init(areas folder: URL) throws {
        var templates: [String: MustacheTemplate] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".mustache") {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            guard templates[name] == nil else {
                throw PageTemplateError(description: "\(path) has the name of another area's template")
            }
            do {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                templates[name] = try MustacheTemplate(string: text)
            } catch let error as MustacheTemplate.ParserError {
                throw PageTemplateError(description: "\(path), line \(error.context.lineNumber): \(error.error)")
            }
        }
        self.init(templates: templates)
    }
}

/// Templates that cannot be read.
struct PageTemplateError: Error, CustomStringConvertible {
    let description: String
}
