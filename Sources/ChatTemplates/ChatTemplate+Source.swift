// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation

extension ChatTemplate {
    /// The templates that come with a model.
    public struct Sources: Sendable, Equatable {
        /// For conversations, and for everything when there is no other.
        public var standard: String
        /// For conversations with tools, where the model has a template of its own for them.
        public var toolUse: String?

        public init(standard: String, toolUse: String? = nil) {
            self.standard = standard
            self.toolUse = toolUse
        }
    }

    /// The template for a conversation; `nil` when the model has none.
    public static func source(in directory: URL, withTools: Bool = false) throws -> String? {
        let sources = try sources(in: directory)
        return withTools ? sources?.toolUse ?? sources?.standard : sources?.standard
    }

    /// Looks where transformers looks: `chat_template.jinja`, then `tokenizer_config.json`, then `chat_template.json`.
    ///
    /// - Throws: `TemplateError` with `.unsupported` for a `chat_template` of another shape than a text or a list of
    ///   named texts and for what is not a regular file, `JSONError` for a file that is not JSON, and what reading
    ///   files throws.
    public static func sources(in directory: URL) throws -> Sources? {
        if let data = try contents(of: "chat_template.jinja", in: directory) {
            let folder = directory.appendingPathComponent("additional_chat_templates")
            let toolUse = try contents(of: "tool_use.jinja", in: folder).map { String(decoding: $0, as: UTF8.self) }
            return Sources(standard: String(decoding: data, as: UTF8.self), toolUse: toolUse)
        }
        for file in ["tokenizer_config.json", "chat_template.json"] {
            guard let data = try contents(of: file, in: directory) else { continue }
            let json = try JSON(parsing: Array(data))
            if let template = json["chat_template"], !template.isNull { return try sources(template, file) }
        }
        return nil
    }

    private static func contents(of file: String, in directory: URL) throws -> Data? {
        let url = directory.appendingPathComponent(file)
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        // Reading a pipe or a device may never end.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TemplateError(code: .unsupported, detail: "\(file) is not a regular file")
        }
        return try Data(contentsOf: url)
    }

    private static func sources(_ json: JSON, _ file: String) throws(TemplateError) -> Sources? {
        if let template = json.string { return Sources(standard: template) }
        guard let list = json.array else {
            throw TemplateError(
                code: .unsupported, detail: "chat_template in \(file) is \(json.kind), not a string or a list")
        }
        var named: [String: String] = [:]
        for entry in list {
            guard let name = entry["name"]?.string, let template = entry["template"]?.string else {
                throw TemplateError(
                    code: .unsupported, detail: "chat_template in \(file) has an entry without name or template")
            }
            named[name] = template
        }
        guard let standard = named["default"] ?? (list.count == 1 ? list[0]["template"]?.string : named["tool_use"])
        else { return nil }
        return Sources(standard: standard, toolUse: named["tool_use"])
    }
}
