// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ChatTemplates
import Ember
import EmberJSON
import Foundation

/// `hearth model template`: lay conversations out as a model wants them.
struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "JSON lines {\"messages\":[…],…} in, {\"text\":\"…\"} or {\"error\":\"…\"} out.",
        discussion: """
            Every key of a line is a variable of the template, but "template", which replaces it, and "now" \
            (2025-03-05T07:08:09), which sets its clock. A folder's special tokens are there unless the line gives others.
            """
    )

    @Argument(
        help: "A model's folder or .gguf file, or a file with a template; needless when each line brings its own.",
        completion: .file())
    var path: String?

    func run() async throws {
        let source = try path.map { try TemplateSource(URL(filePath: $0)) } ?? TemplateSource()
        try await JSONLines.answerEach(failuresAreAnswers: true) { line in try source.render(line) }
    }
}

/// A template and the special tokens that belong to it.
struct TemplateSource {
    private var template: ChatTemplate?
    private var tokens = JSONObject()

    init() {}

    init(_ url: URL) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw EmberError(.missingFile, url.path, "there is no such file or folder")
        }
        guard isFolder.boolValue || url.pathExtension == "gguf" else {
            template = try ChatTemplate(String(decoding: try Data(contentsOf: url), as: UTF8.self))
            return
        }
        let files = try ModelFiles(url)
        guard let source = try files.chatTemplate() else {
            throw EmberError(.missingFile, url.lastPathComponent, "has no chat template")
        }
        template = try ChatTemplate(source)
        tokens = try files.specialTokens()
    }

    func render(_ line: JSON) throws -> JSON {
        var variables = tokens
        for (name, value) in line.object ?? JSONObject() where name != "template" && name != "now" {
            variables[name] = value
        }
        let own = try line["template"].map { value in
            guard let text = value.string else {
                throw LineError(detail: "template must be a string, found \(value.kind)")
            }
            return try ChatTemplate(text)
        }
        guard let template = own ?? template else {
            throw LineError(detail: "there is no template: name a folder or a file")
        }
        var clock = TemplateClock(Date())
        if let now = line["now"] {
            guard let fixed = now.string.flatMap(TemplateClock.init(iso:)) else {
                throw LineError(detail: "now must be a time such as 2025-03-05T07:08:09")
            }
            clock = fixed
        }
        return ["text": .string(try template.render(variables, now: clock).text)]
    }
}
