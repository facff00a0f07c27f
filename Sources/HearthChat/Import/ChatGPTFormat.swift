// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Reads a conversation of ChatGPT's export: a tree of messages by their identifiers (`mapping`), of which
/// `current_node` was shown last.
///
/// Source: `conversations.json` of exports from 2023 to 2026; OpenAI publishes no description.
struct ChatGPTFormat {
    private let object: JSONObject
    private var result: ForeignConversation

    /// - Returns: `nil` for what is no conversation of ChatGPT's.
    static func read(_ object: JSONObject) -> ForeignConversation? {
        guard let mapping = object["mapping"]?.object else { return nil }
        let id = object["conversation_id"]?.string ?? object["id"]?.string
        guard let id, !id.isEmpty else { return nil }
        var format = Self(object: object, result: ForeignConversation(id: id))
        return format.read(mapping)
    }

    private mutating func read(_ mapping: JSONObject) -> ForeignConversation {
        result.title = object["title"]?.string ?? ""
        result.createdAt = ImportedText.date(seconds: object["create_time"])
        result.changedAt = ImportedText.date(seconds: object["update_time"])
        result.isArchived = object["is_archived"]?.bool ?? false
        result.current = object["current_node"]?.string
        for (key, value) in mapping { add(key, value) }
        return result
    }

    private mutating func add(_ key: String, _ value: JSON) {
        var node = ForeignConversation.Node(key, parent: value["parent"]?.string)
        defer { result.nodes.append(node) }
        guard let message = value["message"]?.object else { return }
        node.date = ImportedText.date(seconds: message["create_time"])
        let metadata = message["metadata"]
        guard metadata?["is_visually_hidden_from_conversation"]?.bool != true else { return }
        node.model = metadata?["model_slug"]?.string
        switch message["author"]?["role"]?.string {
        case "user": node.role = .user
        case "assistant": node.role = .assistant
        case "tool":
            // What was computed or drawn belongs to the answer; what was searched does not.
            node.role = .assistant
            node.model = nil
            addTool(message, to: &node)
            return
        default: return
        }
        let recipient = message["recipient"]?.string ?? "all"
        guard recipient == "all" || node.role == .user else {
            addCall(message["content"], to: recipient, &node)
            return
        }
        addContent(message["content"], names: attachments(metadata), to: &node)
    }

    // MARK: Contents

    private mutating func addContent(_ content: JSON?, names: [Attachment], to node: inout ForeignConversation.Node) {
        var left = names
        switch content?["content_type"]?.string {
        case "text", "multimodal_text":
            let parts = (content?["parts"]?.array ?? []).map { part($0, &left) }
            node.text = ImportedText.joined(files(left) + parts)
        case "code":
            node.text = ImportedText.fenced(content?["text"]?.string ?? "", content?["language"]?.string ?? "")
        case "thoughts":
            let thoughts = (content?["thoughts"]?.array ?? []).map { thought in
                ImportedText.joined([thought["summary"]?.string ?? "", thought["content"]?.string ?? ""])
            }
            node.thoughts = ImportedText.joined(thoughts)
        case "reasoning_recap", "user_editable_context", "model_editable_context", "app_pairing_content":
            node.role = nil
        case "system_error", "execution_output", "computer_output":
            node.text = content?["text"]?.string.map { ImportedText.fenced($0) } ?? ""
        default:
            // Kinds of a later version may have a text all the same.
            let texts = (content?["parts"]?.array ?? []).compactMap(\.string)
            node.text = Self.plain(ImportedText.joined(texts + [content?["text"]?.string ?? ""]))
            result.note(.others)
        }
    }

    private mutating func part(_ part: JSON, _ left: inout [Attachment]) -> String {
        if let text = part.string { return Self.plain(text) }
        switch part["content_type"]?.string {
        case "image_asset_pointer":
            result.note(.images)
            let pointer = part["asset_pointer"]?.string ?? ""
            let place = left.firstIndex { !$0.id.isEmpty && pointer.hasSuffix($0.id) }
            let name = place.map { left.remove(at: $0).name }
            return ImportedText.gap(
                "Image", name ?? part["metadata"]?["dalle"]?["prompt"]?.string ?? Self.file(pointer))
        case "audio_transcription": return part["text"]?.string ?? ""
        case "audio_asset_pointer", "real_time_user_audio_video_asset_pointer", "video_container_asset_pointer":
            result.note(.recordings)
            return ""
        default:
            result.note(.others)
            return part["text"]?.string.map(Self.plain) ?? ""
        }
    }

    private struct Attachment {
        let id: String
        let name: String
        let isImage: Bool
    }

    private func attachments(_ metadata: JSON?) -> [Attachment] {
        (metadata?["attachments"]?.array ?? []).compactMap { file in
            guard let name = file["name"]?.string else { return nil }
            let type = file["mime_type"]?.string ?? file["mimeType"]?.string
            return Attachment(
                id: file["id"]?.string ?? "", name: name, isImage: ImportedText.isImage(name, type: type))
        }
    }

    private mutating func files(_ left: [Attachment]) -> [String] {
        left.map { file in
            result.note(file.isImage ? .images : .files)
            return ImportedText.gap(file.isImage ? "Image" : "File", file.name)
        }
    }

    // MARK: Tools

    /// Code that was run and texts that were written stand in the answer; other calls are counted.
    private mutating func addCall(_ content: JSON?, to recipient: String, _ node: inout ForeignConversation.Node) {
        let text =
            content?["text"]?.string ?? ImportedText.joined((content?["parts"]?.array ?? []).compactMap(\.string))
        if recipient == "python" {
            node.text = ImportedText.fenced(text, "python")
        } else if recipient.hasPrefix("canmore.create"), let document = try? JSON(parsing: text, depthLimit: 16),
            let written = document["content"]?.string
        {
            let isCode = document["type"]?.string?.hasPrefix("code") == true
            node.text = isCode ? ImportedText.fenced(written) : written
        } else {
            node.role = nil
            result.note(.tools)
        }
    }

    private mutating func addTool(_ message: JSONObject, to node: inout ForeignConversation.Node) {
        let content = message["content"]
        switch content?["content_type"]?.string {
        case "execution_output": addContent(content, names: [], to: &node)
        case "multimodal_text":
            var none: [Attachment] = []
            let images = (content?["parts"]?.array ?? []).filter { $0.object != nil }.map { part($0, &none) }
            node.text = ImportedText.joined(images)
        default:
            node.role = nil
            result.note(.tools)
        }
    }

    // MARK: Words

    /// Without marks of citations, which stand between U+E200 and U+E201 and lead nowhere here.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains("\u{E200}") else { return text }
        var (result, isInside) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if scalar == "\u{E200}" { isInside = true }
            if !isInside { result.append(scalar) }
            if scalar == "\u{E201}" { isInside = false }
        }
        return String(result)
    }

    private static func file(_ pointer: String) -> String {
        pointer.split(separator: "/").last.map(String.init) ?? ""
    }
}
