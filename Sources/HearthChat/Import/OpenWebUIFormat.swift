// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Reads a conversation of Open WebUI's export: `chat.history` has messages by their identifiers, with the one that was
/// shown last.
///
/// Source: docs.openwebui.com and exports of versions 0.3 to 0.6.
struct OpenWebUIFormat {
    private var result: ForeignConversation

    /// - Returns: `nil` for what is no conversation of Open WebUI's.
    static func read(_ object: JSONObject) -> ForeignConversation? {
        guard let chat = object["chat"]?.object, let id = object["id"]?.string ?? chat["id"]?.string, !id.isEmpty
        else { return nil }
        let history = chat["history"]?["messages"]?.object
        guard history != nil || chat["messages"]?.array != nil else { return nil }
        var result = ForeignConversation(id: id)
        result.title = object["title"]?.string ?? chat["title"]?.string ?? ""
        result.createdAt = ImportedText.date(seconds: object["created_at"] ?? chat["timestamp"])
        result.changedAt = ImportedText.date(seconds: object["updated_at"])
        result.isArchived = object["archived"]?.bool ?? false
        result.current = chat["history"]?["currentId"]?.string
        var format = Self(result: result)
        let models = (chat["models"]?.array ?? []).compactMap(\.string)
        let model = models.count == 1 ? models[0] : nil
        if let history, !history.isEmpty {
            for (key, message) in history { format.add(key, message, model) }
        } else {
            for (place, message) in (chat["messages"]?.array ?? []).enumerated() {
                format.add(message["id"]?.string ?? "\(place)", message, model)
            }
            if !format.result.nodes.contains(where: { $0.parent != nil }) { format.result.line() }
        }
        return format.result
    }

    private mutating func add(_ key: String, _ message: JSON, _ model: String?) {
        var node = ForeignConversation.Node(key, parent: message["parentId"]?.string)
        node.date = ImportedText.date(seconds: message["timestamp"])
        let role = message["role"]?.string
        switch role {
        case "user": node.role = .user
        case "assistant":
            node.role = .assistant
            node.model = message["model"]?.string ?? message["modelName"]?.string ?? model
        case "system": break
        case "tool": result.note(.tools)
        default: result.note(.others)
        }
        let content = text(message["content"])
        let parts = role == "assistant" ? Self.split(content) : (text: content, thoughts: "", tools: 0)
        node.thoughts = parts.thoughts
        node.text = ImportedText.joined(files(message) + [parts.text])
        if node.role != nil { result.note(.tools, parts.tools) }
        result.nodes.append(node)
    }

    /// A text, or a list of parts as OpenAI's interface has them.
    private mutating func text(_ content: JSON?) -> String {
        if let text = content?.string { return text }
        let parts = (content?.array ?? []).map { part -> String in
            switch part["type"]?.string {
            case "text": return part["text"]?.string ?? ""
            case "image_url":
                result.note(.images)
                return ImportedText.gap("Image", nil)
            default:
                result.note(.others)
                return ""
            }
        }
        return ImportedText.joined(parts)
    }

    private mutating func files(_ message: JSON) -> [String] {
        (message["files"]?.array ?? []).map { file in
            let name = file["name"]?.string ?? file["file"]?["filename"]?.string ?? ""
            let isImage = file["type"]?.string == "image" || ImportedText.isImage(name)
            result.note(isImage ? .images : .files)
            return ImportedText.gap(isImage ? "Image" : "File", name)
        }
    }

    /// Takes out of an answer what the model thought and what tools did, which stand in it between
    /// `<details type="…">` and `</details>`.
    static func split(_ content: String) -> (text: String, thoughts: String, tools: Int) {
        guard content.contains("<details type=\"") else { return (content, "", 0) }
        var (text, thoughts, tools) = ("", [String](), 0)
        var rest = content[...]
        while let open = rest.range(of: "<details type=\""),
            let close = rest[open.upperBound...].range(of: "</details>")
        {
            text += rest[..<open.lowerBound]
            let inside = rest[open.upperBound..<close.lowerBound]
            if inside.hasPrefix("reasoning\"") {
                thoughts.append(thought(inside))
            } else {
                tools += 1
            }
            rest = rest[close.upperBound...]
        }
        return ((text + rest).trimmingCharacters(in: .whitespacesAndNewlines), ImportedText.joined(thoughts), tools)
    }

    /// Without the line that says how long it took, and without the marks of a quotation.
    private static func thought(_ inside: Substring) -> String {
        let body = inside.range(of: "</summary>").map { inside[$0.upperBound...] } ?? inside
        return body.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                for (mark, entity) in [("> ", ""), (">", ""), ("&gt; ", ""), ("&gt;", "")] where line.hasPrefix(mark) {
                    return entity + line.dropFirst(mark.count)
                }
                return String(line)
            }
            .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
