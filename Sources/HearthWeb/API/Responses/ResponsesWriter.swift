// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// Writes a model's answer as OpenAI's responses have it. Source: OpenAI API reference, “The response object” and
/// “Streaming events”.
struct ResponsesWriter: AnswerWriter {
    let request: ResponsesRequest
    let model: String
    let created: Int
    private let id = Self.identifier("resp")
    private var blocks = AnswerBlocks()
    /// The identifiers of the items, by their index.
    private var identifiers: [String] = []
    private var pending = PendingTokens()
    /// The tokens of the blocks that are text, by their index.
    private var tokens: [Int: [JSON]] = [:]
    private var isShort = false
    private var number = 0

    init(request: ResponsesRequest, model: String, created: Int) {
        (self.request, self.model, self.created) = (request, model, created)
    }

    private static func identifier(_ kind: String) -> String {
        "\(kind)_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
    }

    func whole(_ answer: WholeAnswer) -> JSON {
        let (blocks, tokens) = (answer.blocks, answer.textTokens.map(\.json))
        let items = blocks.map { block in
            let isCut = answer.summary.isShort && block.index == blocks.count - 1
            return item(block, Self.identifier(block.kind.prefix), tokens: tokens, isCut: isCut)
        }
        return response(answer.summary, items)
    }

    // MARK: As it comes

    mutating func beginning(promptTokens: Int) -> [JSON] {
        [
            event("response.created", ["response": response(nil, [])]),
            event("response.in_progress", ["response": response(nil, [])]),
        ]
    }

    mutating func values(of part: AnswerPart) -> [JSON] {
        if case .token(let token) = part { pending.append(token) }
        if case .finished(let summary) = part { isShort = summary.isShort }
        let changes = blocks.take(part).flatMap { values(of: $0) }
        guard case .finished(let summary) = part else { return changes }
        let items = blocks.all.map { item($0) }
        let name = isShort ? "response.incomplete" : "response.completed"
        return changes + [event(name, ["response": response(summary, items)])]
    }

    private mutating func values(of change: AnswerBlocks.Change) -> [JSON] {
        switch change {
        case .opened(let block):
            identifiers.append(Self.identifier(block.kind.prefix))
            let item = event(
                "response.output_item.added",
                ["output_index": .integer(block.index), "item": unfinished(block, identifiers[block.index])])
            guard let part = shape(of: block) else { return [item] }
            return [item, event(part.added, place(block, ["part": part.json("", [])]))]
        case .grew(let block, let text):
            let new = pending.take(for: text).map(\.json)
            var delta: JSONObject = ["delta": .string(text)]
            if block.kind == .text {
                delta["logprobs"] = .array(new)
                tokens[block.index, default: []] += new
            }
            return [event("\(stem(block)).delta", place(block, delta))]
        case .closed(let block):
            let (content, tokens) = (JSON.string(block.content), tokens[block.index] ?? [])
            let done: JSONObject =
                switch block.kind {
                case .text: ["text": content, "logprobs": .array(tokens)]
                case .thought: ["text": content]
                case .call(let call): ["name": .string(call.name), "arguments": content]
                }
            var values = [event("\(stem(block)).done", place(block, done))]
            if let part = shape(of: block) {
                values.append(event(part.done, place(block, ["part": part.json(block.content, tokens)])))
            }
            values.append(
                event("response.output_item.done", ["output_index": .integer(block.index), "item": item(block)]))
            return values
        }
    }

    private mutating func event(_ type: String, _ members: JSONObject) -> JSON {
        var event: JSONObject = ["type": .string(type), "sequence_number": .integer(number)]
        for (key, value) in members { event[key] = value }
        number += 1
        return .object(event)
    }

    /// Adds to the members of an event the place that it is about.
    private func place(_ block: AnswerBlocks.Block, _ members: JSONObject) -> JSONObject {
        var place: JSONObject = [
            "item_id": .string(identifiers[block.index]), "output_index": .integer(block.index),
        ]
        if let index = shape(of: block)?.index { place[index] = 0 }
        for (key, value) in members { place[key] = value }
        return place
    }

    // MARK: Parts of items

    /// The member that has an item's text; calls have none.
    private struct PartShape {
        let type: String
        /// How events call the index of a part.
        let index: String
        let added: String
        let done: String

        func json(_ text: String, _ tokens: [JSON]) -> JSON {
            type == "output_text"
                ? ["type": "output_text", "text": .string(text), "annotations": [], "logprobs": .array(tokens)]
                : ["type": .string(type), "text": .string(text)]
        }

        static let text = PartShape(of: "output_text")
        static let thought = PartShape(of: "reasoning_text")
        static let summary = PartShape(
            type: "summary_text", index: "summary_index", added: "response.reasoning_summary_part.added",
            done: "response.reasoning_summary_part.done")

        private init(of type: String) {
            self.init(
                type: type, index: "content_index", added: "response.content_part.added",
                done: "response.content_part.done")
        }

        private init(type: String, index: String, added: String, done: String) {
            (self.type, self.index, self.added, self.done) = (type, index, added, done)
        }
    }

    private func shape(of block: AnswerBlocks.Block) -> PartShape? {
        switch block.kind {
        case .text: .text
        case .thought: request.summarisesThoughts ? .summary : .thought
        case .call: nil
        }
    }

    /// The beginning of the names of the events in which a block grows.
    private func stem(_ block: AnswerBlocks.Block) -> String {
        switch block.kind {
        case .text: "response.output_text"
        case .thought: request.summarisesThoughts ? "response.reasoning_summary_text" : "response.reasoning_text"
        case .call: "response.function_call_arguments"
        }
    }

    // MARK: Items

    private func unfinished(_ block: AnswerBlocks.Block, _ id: String) -> JSON {
        switch block.kind {
        case .text: item("message", id, ["role": "assistant", "content": []], "in_progress")
        case .thought: item("reasoning", id, ["summary": []], "in_progress")
        case .call(let call):
            item(
                "function_call", id, ["call_id": .string(call.id), "name": .string(call.name), "arguments": ""],
                "in_progress")
        }
    }

    /// An item of a stream, which has ended.
    private func item(_ block: AnswerBlocks.Block) -> JSON {
        item(
            block, identifiers[block.index], tokens: tokens[block.index] ?? [],
            isCut: isShort && block.index == blocks.all.count - 1)
    }

    /// - Parameter isCut: whether the answer was cut off in this block. Calls come whole or not at all.
    private func item(_ block: AnswerBlocks.Block, _ id: String, tokens: [JSON], isCut: Bool) -> JSON {
        let status = isCut ? "incomplete" : "completed"
        return switch block.kind {
        case .text:
            item("message", id, ["role": "assistant", "content": [PartShape.text.json(block.content, tokens)]], status)
        case .thought where request.summarisesThoughts:
            item("reasoning", id, ["summary": [PartShape.summary.json(block.content, [])]], status)
        case .thought:
            item("reasoning", id, ["summary": [], "content": [PartShape.thought.json(block.content, [])]], status)
        case .call(let call):
            item(
                "function_call", id,
                ["call_id": .string(call.id), "name": .string(call.name), "arguments": .string(block.content)])
        }
    }

    private func item(_ type: String, _ id: String, _ members: JSONObject, _ status: String = "completed") -> JSON {
        var item: JSONObject = ["type": .string(type), "id": .string(id), "status": .string(status)]
        for (key, value) in members { item[key] = value }
        return .object(item)
    }

    // MARK: The response

    /// - Parameter summary: `nil` while the answer is being written.
    private func response(_ summary: CompletionSummary?, _ items: [JSON]) -> JSON {
        let isShort = summary?.isShort ?? false
        var response: JSONObject = [
            "id": .string(id), "object": "response", "created_at": .integer(created), "model": .string(model),
            "status": summary == nil ? "in_progress" : isShort ? "incomplete" : "completed", "error": .null,
            "incomplete_details": isShort ? ["reason": "max_output_tokens"] : .null, "output": .array(items),
            "usage": summary.map(usage) ?? .null, "previous_response_id": .null, "store": false, "background": false,
        ]
        for (key, value) in request.settings { response[key] = value }
        return .object(response)
    }

    private func usage(_ summary: CompletionSummary) -> JSON {
        [
            "input_tokens": .integer(summary.promptTokens),
            "input_tokens_details": [
                "cached_tokens": .integer(summary.cachedPromptTokens), "cache_write_tokens": 0,
            ],
            "output_tokens": .integer(summary.tokens),
            "output_tokens_details": ["reasoning_tokens": .integer(summary.thoughtTokens ?? 0)],
            "total_tokens": .integer(summary.promptTokens + summary.tokens),
        ]
    }
}

extension CompletionSummary {
    fileprivate var isShort: Bool { reason != .stop }
}

extension AnswerBlocks.Block.Kind {
    /// The beginning of the identifier of an item.
    fileprivate var prefix: String {
        switch self {
        case .text: "msg"
        case .thought: "rs"
        case .call: "fc"
        }
    }
}
