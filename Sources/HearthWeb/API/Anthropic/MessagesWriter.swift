// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// Writes a model's answer as Anthropic's messages have it. Source: Anthropic API reference, “Create a Message” and
/// “Streaming Messages”.
struct MessagesWriter: AnswerWriter {
    let request: MessagesRequest
    let model: String
    private let id = "msg_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    private var blocks = AnswerBlocks()

    init(request: MessagesRequest, model: String) { (self.request, self.model) = (request, model) }

    /// Thoughts are signed so that their maker knows them again. Nobody here has to; it only must not be empty.
    private static let signature: JSON = "hearth"

    func whole(_ answer: WholeAnswer) -> JSON {
        let blocks = answer.blocks
        let (reason, stop) = end(answer.summary, hasCalls: !answer.calls.isEmpty)
        return message(
            blocks.map(content), reason: reason, stop: stop, usage: usage(answer.summary))
    }

    // MARK: As it comes

    mutating func beginning(promptTokens: Int) -> [JSON] {
        let usage: JSON = [
            "input_tokens": .integer(promptTokens), "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
            "output_tokens": 0,
        ]
        return [["type": "message_start", "message": message([], reason: .null, stop: .null, usage: usage)]]
    }

    mutating func values(of part: AnswerPart) -> [JSON] {
        let changes = blocks.take(part).flatMap { values(of: $0) }
        guard case .finished(let summary) = part else { return changes }
        let (reason, stop) = end(summary, hasCalls: blocks.hasCalls)
        return changes + [
            [
                "type": "message_delta", "delta": ["stop_reason": reason, "stop_sequence": stop],
                "usage": usage(summary),
            ], ["type": "message_stop"],
        ]
    }

    private func values(of change: AnswerBlocks.Change) -> [JSON] {
        switch change {
        case .opened(let block):
            let content: JSON =
                switch block.kind {
                case .text: ["type": "text", "text": ""]
                case .thought: ["type": "thinking", "thinking": "", "signature": ""]
                case .call(let call):
                    ["type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": [:]]
                }
            return [["type": "content_block_start", "index": .integer(block.index), "content_block": content]]
        case .grew(let block, let text):
            switch block.kind {
            case .text: return [delta(block, ["type": "text_delta", "text": .string(text)])]
            case .thought:
                return request.showsThoughts
                    ? [delta(block, ["type": "thinking_delta", "thinking": .string(text)])] : []
            case .call: return [delta(block, ["type": "input_json_delta", "partial_json": .string(text)])]
            }
        case .closed(let block):
            let stop: JSON = ["type": "content_block_stop", "index": .integer(block.index)]
            guard block.kind == .thought else { return [stop] }
            return [delta(block, ["type": "signature_delta", "signature": Self.signature]), stop]
        }
    }

    private func delta(_ block: AnswerBlocks.Block, _ delta: JSON) -> JSON {
        ["type": "content_block_delta", "index": .integer(block.index), "delta": delta]
    }

    // MARK: Both

    private func content(_ block: AnswerBlocks.Block) -> JSON {
        switch block.kind {
        case .text: ["type": "text", "text": .string(block.content)]
        case .thought:
            [
                "type": "thinking", "thinking": .string(request.showsThoughts ? block.content : ""),
                "signature": Self.signature,
            ]
        case .call(let call):
            [
                "type": "tool_use", "id": .string(call.id), "name": .string(call.name),
                // A model writes what it likes; clients want an object.
                "input": (try? JSON(parsing: call.arguments)).flatMap { $0.object == nil ? nil : $0 } ?? [:],
            ]
        }
    }

    private func message(_ content: [JSON], reason: JSON, stop: JSON, usage: JSON) -> JSON {
        [
            "id": .string(id), "type": "message", "role": "assistant", "model": .string(model),
            "content": .array(content), "stop_reason": reason, "stop_sequence": stop, "usage": usage,
        ]
    }

    private func end(_ summary: CompletionSummary, hasCalls: Bool) -> (reason: JSON, stop: JSON) {
        switch summary.reason {
        case .length: ("max_tokens", .null)
        case .context: ("model_context_window_exceeded", .null)
        case .stop:
            if hasCalls {
                ("tool_use", .null)
            } else if let stop = summary.stopText {
                ("stop_sequence", .string(stop))
            } else {
                ("end_turn", .null)
            }
        }
    }

    /// Tokens of the prompt that were in the cache are counted apart.
    private func usage(_ summary: CompletionSummary) -> JSON {
        var usage: JSONObject = [
            "input_tokens": .integer(max(0, summary.promptTokens - summary.cachedPromptTokens)),
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": .integer(summary.cachedPromptTokens),
            "output_tokens": .integer(summary.tokens),
        ]
        if let thoughts = summary.thoughtTokens {
            usage["output_tokens_details"] = ["thinking_tokens": .integer(thoughts)]
        }
        return .object(usage)
    }
}
