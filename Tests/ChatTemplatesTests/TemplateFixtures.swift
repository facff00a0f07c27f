// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import Foundation
import Testing

/// One rendering whose outcome the reference implementation has written down.
struct TemplateCase: Sendable {
    var name: String
    var template: String
    var variables: JSONObject
    var now: TemplateClock
    /// `nil` where an error is expected.
    var text: String?
    /// Python's name of the error, or `raise_exception`.
    var errorKind = ""
    var errorMessage = ""

    /// Says how our rendering differs; `nil` when it agrees.
    /// - Parameter parsed: the template, where it has been read before.
    func disagreement(_ parsed: ChatTemplate? = nil) -> String? {
        do throws(TemplateError) {
            let template = if let parsed { parsed } else { try ChatTemplate(template) }
            let prompt = try template.render(variables, now: now)
            guard let text else {
                return "\(name): wrote \(prompt.text.debugDescription), expected \(errorKind) \(errorMessage)"
            }
            if prompt.text.utf8.elementsEqual(text.utf8) { return nil }
            return "\(name): wrote \(prompt.text.debugDescription), expected \(text.debugDescription)"
        } catch {
            if let text { return "\(name): \(error), expected \(text.debugDescription)" }
            if errorKind == "raise_exception" {
                return error.detail == errorMessage ? nil : "\(name): raised \(error.detail), expected \(errorMessage)"
            }
            let isLimit = errorKind == "RecursionError" || errorKind == "OverflowError"
            return error.code == .limit && !isLimit ? "\(name): \(error), expected \(errorKind)" : nil
        }
    }
}

enum TemplateFixtures {
    /// The reference data that lies beside the repository, where there is any.
    static let reference: URL? = {
        let environment = ProcessInfo.processInfo.environment["HEARTH_FIXTURES"]
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = environment.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared/fixtures")
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("chat_templates").path)
            ? folder : nil
    }()

    /// Fixtures that come with the repository.
    static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    static func json(_ url: URL) throws -> JSON { try JSON(parsing: Array(try Data(contentsOf: url))) }

    static func templateFiles(in folder: URL?) -> [URL] {
        guard let folder = folder?.appendingPathComponent("chat_templates") else { return [] }
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        // A folder that cannot be read has no files; the suites check that there are some.
        return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    /// The cases of one model's template.
    static func templates(_ url: URL) throws -> [TemplateCase] {
        let json = try json(url)
        return try cases(json, template: json["template"]?.string) { test in
            var variables = json["special_tokens"]?.object ?? JSONObject()
            for (key, value) in test["inputs"]?.object ?? JSONObject() { variables[key] = value }
            return variables
        }
    }

    /// Small templates that share one context.
    static func units(_ url: URL) throws -> [TemplateCase] {
        let json = try json(url)
        return try cases(json, template: nil) { test in
            var variables = json["context"]?.object ?? JSONObject()
            for (key, value) in test["context"]?.object ?? JSONObject() { variables[key] = value }
            return variables
        }
    }

    private static func cases(
        _ json: JSON, template: String?, variables: (JSON) -> JSONObject
    ) throws -> [TemplateCase] {
        let now = json["now"]?.string.flatMap(TemplateClock.init(iso:))
        return try (json["cases"]?.array ?? []).map { test in
            TemplateCase(
                name: test["name"]?.string ?? "?",
                template: try #require(template ?? test["template"]?.string), variables: variables(test),
                now: try #require(now), text: test["expected"]?.string,
                errorKind: test["expected_error"]?["kind"]?.string ?? "",
                errorMessage: test["expected_error"]?["message"]?.string ?? "")
        }
    }
}
