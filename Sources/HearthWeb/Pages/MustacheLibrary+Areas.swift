// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Mustache
import Synchronization

extension MustacheLibrary {
    /// The templates of all areas. They name each other without the folder that they lie in.
    ///
    /// They are read on all cores: on one, that was most of the time until the first page.
    /// - Throws: `PageTemplateError` where two have the same name, or one is not Mustache.
    init(areas folder: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".mustache") }
        let read = Mutex<[String: Result<MustacheTemplate, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let template = Result { try Self.template(paths[index], in: folder) }
            read.withLock { $0[paths[index]] = template }
        }
        let results = read.withLock { $0 }
        var templates: [String: MustacheTemplate] = [:]
        for path in paths {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            guard templates[name] == nil else {
                throw PageTemplateError(description: "\(path) has the name of another area's template")
            }
            templates[name] = try results[path]?.get()
        }
        self.init(templates: templates)
    }

    private static func template(_ path: String, in folder: URL) throws -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: String(contentsOf: folder.appending(path: path), encoding: .utf8))
        } catch let error as MustacheTemplate.ParserError {
            throw PageTemplateError(description: "\(path), line \(error.context.lineNumber): \(error.error)")
        }
    }
}

/// Templates that cannot be read.
struct PageTemplateError: Error, CustomStringConvertible {
    let description: String
}
