// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Reads a conversation of Claude's export: messages in a row, of which newer exports say which one each answers.
///
/// Source: `conversations.json` of exports from 2024 to 2026; Anthropic publishes no description.
struct ClaudeFormat {
    /// Bytes of an attached text that is kept.
    private static let longestFile = 400_000

    private var result: ForeignConversation

    /// - Returns: `nil` for what is no conversation of Claude's.
    static func read(_ object: JSONObject) -> ForeignConversation? {
        guard let messages = object["chat_messages"]?.array, let id = object["uuid"]?.string, !id.isEmpty else {
            return nil
        }
        var result = ForeignConversation(id: id)
        result.title = object["name"]?.string ?? ""
        result.createdAt = ImportedText.date(iso: object["created_at"])
        result.changedAt = ImportedText.date(iso: object["updated_at"])
        result.current = object["current_leaf_message_uuid"]?.string
        var format = Self(result: result)
        for (place, message) in messages.enumerated() { format.add(message, place, object["model"]?.string) }
        if !messages.contains(where: { $0["parent_message_uuid"]?.string != nil }) { format.result.line() }
        return format.result
    }

    private mutating func add(_ message: JSON, _ place: Int, _ model: String?) {
        let id = message["uuid"]?.string ?? "\(place)"
        var node = ForeignConversation.Node(id, parent: message["parent_message_uuid"]?.string)
        switch message["sender"]?.string {
        case "human": node.role = .user
        case "assistant": (node.role, node.model) = (.assistant, model)
        default: result.note(.others)
        }
        node.date = ImportedText.date(iso: message["created_at"])
        var (texts, thoughts): ([String], [String]) = ([], [])
        for block in message["content"]?.array ?? [] { add(block, &texts, &thoughts) }
        if texts.isEmpty, let text = message["text"]?.string { texts = [text] }
        node.text = ImportedText.joined(files(message) + texts)
        node.thoughts = ImportedText.joined(thoughts)
        result.nodes.append(node)
    }

    private mutating func add(_ block: JSON, _ texts: inout [String], _ thoughts: inout [String]) {
        switch block["type"]?.string {
        case "text": texts.append(block["text"]?.string ?? "")
        case "thinking": thoughts.append(block["thinking"]?.string ?? "")
        case "voice_note":
            result.note(.recordings)
            texts.append(block["text"]?.string ?? "")
        case "tool_use":
            // What was written for the user stands in the answer.
            let input = block["input"]
            if let written = input?["content"]?.string ?? input?["file_text"]?.string ?? input?["new_str"]?.string,
                block["name"]?.string == "artifacts" || input?["file_text"] != nil
            {
                texts.append(artifact(written, input))
            } else {
                result.note(.tools)
            }
        case "tool_result", "token_budget", "flag": if block["type"]?.string == "tool_result" { result.note(.tools) }
        case "image":
            result.note(.images)
            texts.append(ImportedText.gap("Image", block["file_name"]?.string))
        default:
            result.note(.others)
            texts.append(block["text"]?.string ?? "")
        }
    }

    private func artifact(_ text: String, _ input: JSON?) -> String {
        input?["type"]?.string == "text/markdown"
            ? text : ImportedText.fenced(text, input?["language"]?.string ?? "")
    }

    /// The names of attached files, and the text of those whose text is there.
    private mutating func files(_ message: JSON) -> [String] {
        var parts: [String] = []
        var named: Set<String> = []
        for file in message["attachments"]?.array ?? [] {
            let name = file["file_name"]?.string ?? ""
            named.insert(name)
            parts.append(gap(name, type: nil))
            if let text = file["extracted_content"]?.string, !Titles.isBlank(text),
                text.utf8.count <= Self.longestFile
            {
                parts.append(ImportedText.fenced(text))
            }
        }
        for file in (message["files"]?.array ?? []) + (message["files_v2"]?.array ?? []) {
            let name = file["file_name"]?.string ?? ""
            guard named.insert(name).inserted || name.isEmpty else { continue }
            parts.append(gap(name, type: file["file_kind"]?.string))
        }
        return parts
    }

    private mutating func gap(_ name: String, type: String?) -> String {
        let isImage = ImportedText.isImage(name) || type == "image"
        result.note(isImage ? .images : .files)
        return ImportedText.gap(isImage ? "Image" : "File", name)
    }
}
