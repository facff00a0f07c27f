// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation

/// A conversation with calls, and how transformers lays it out for a model; see `Fixtures/chat_templates`.
struct DialogueCase: CustomStringConvertible {
    let model: String
    let template: String
    let specialTokens: JSONObject
    let name: String
    let inputs: JSONObject
    let text: String
    /// The notation that the template uses.
    let format: ToolCallFormat

    var description: String { "\(model), \(name)" }
    var messages: [JSON] { inputs["messages"]?.array ?? [] }

    /// Those of the repository and, where it is there, of the large set, for templates whose notation is known.
    static func all() throws -> [DialogueCase] { try shipped() + (Fixtures.large.map { try cases(in: $0) } ?? []) }

    /// Those of the repository.
    static func shipped() throws -> [DialogueCase] { try cases(in: Fixtures.shipped) }

    private static func cases(in folder: URL) throws -> [DialogueCase] {
        let templates = folder.appending(path: "chat_templates")
        let files = try FileManager.default.contentsOfDirectory(at: templates, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.flatMap { try cases(of: Fixtures.json($0)) }
    }

    private static func cases(of file: JSON) -> [DialogueCase] {
        guard let template = file["template"]?.string, let format = ToolCallFormat(in: template, addedTokens: []) else {
            return []
        }
        return (file["cases"]?.array ?? []).compactMap { json in
            guard let text = json["expected"]?.string, let inputs = json["inputs"]?.object,
                inputs["messages"]?.array?.contains(where: { $0["tool_calls"] != nil }) == true
            else { return nil }
            return DialogueCase(
                model: file["template_name"]?.string ?? "", template: template,
                specialTokens: file["special_tokens"]?.object ?? JSONObject(), name: json["name"]?.string ?? "",
                inputs: inputs, text: text, format: format)
        }
    }

    /// The messages that the model itself wrote, as they stand in the text.
    ///
    /// They are found by the text that these templates write before and after them; the templates differ in nothing
    /// else.
    var answers: [String] {
        let begins = [
            "<|im_start|>assistant\n", "assistant<|end_header_id|>\n\n", "assistant<|end_of_role|>", "[/INST]",
            "<｜Assistant｜>",
        ]
        let ends = ["<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "</s>", "<｜end▁of▁sentence｜>"]
        var answers: [String] = []
        var rest = text[...]
        while let begin = begins.compactMap({ rest.range(of: $0, options: .literal) }).min(by: {
            $0.lowerBound < $1.lowerBound
        }) {
            rest = rest[begin.upperBound...]
            guard
                let end = ends.compactMap({ rest.range(of: $0, options: .literal) }).min(by: {
                    $0.lowerBound < $1.lowerBound
                })
            else { break }
            answers.append(String(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return answers
    }

    /// The calls of all messages, in order.
    var calls: [ToolCall] {
        get throws {
            try messages.flatMap { $0["tool_calls"]?.array ?? [] }.map { json in
                let function = json["function"]
                let arguments = function?["arguments"]
                return ToolCall(
                    id: json["id"]?.string, name: function?["name"]?.string ?? "",
                    arguments: try arguments?.object ?? JSON(parsing: arguments?.string ?? "").object ?? JSONObject())
            }
        }
    }
}
