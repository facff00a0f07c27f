// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A conversation as a program sends it, put together turn by turn. Each call has to be answered before the
/// conversation goes on, as all vendors want it.
struct ConversationDraft {
    /// How the dialect answers a call, as the end of a sentence.
    let answering: String
    private var instructions: [String] = []
    private var turns: [CompletionRequest.Turn] = []
    /// Calls that have no result yet, no two with one identifier.
    private(set) var open: [FunctionCall] = []

    /// The most calls before their results.
    private static let mostCalls = 128

    /// - Parameter answering: as the end of a sentence; empty where there are no calls.
    init(answering: String = "") { self.answering = answering }

    /// Adds a call to those of a turn.
    /// - Parameter place: of its identifier.
    static func add(_ call: FunctionCall, to calls: inout [FunctionCall], at place: String) throws(APIError) {
        guard calls.count < mostCalls else {
            throw .invalid(place, "\(mostCalls) calls can be made before their results at most")
        }
        guard !calls.contains(where: { $0.id == call.id }) else {
            throw .invalid(place, "there is another call '\(call.id.prefix(100))' before it")
        }
        calls.append(call)
    }

    mutating func instruct(_ text: String) {
        if !text.isEmpty { instructions.append(text) }
    }

    /// - Parameter place: stands in the error where a call has not been answered.
    func requireAnswers(at place: String) throws(APIError) {
        guard let first = open.first else { return }
        throw .invalid(place, "the call '\(first.id.prefix(100))' has to be answered first, by \(answering)")
    }

    mutating func append(user text: String) { turns.append(.init(role: .user, content: text)) }

    /// - Parameter calls: none before has to be open.
    mutating func append(assistant text: String, calls: [FunctionCall]) {
        turns.append(.init(role: .assistant, content: text, calls: calls))
        open = calls
    }

    /// Adds a text to the assistant's turn whose calls are open, or as a turn of its own.
    mutating func append(assistant text: String) {
        guard !open.isEmpty, let index = turns.lastIndex(where: { $0.role == .assistant }) else {
            return append(assistant: text, calls: [])
        }
        let isApart = !turns[index].content.isEmpty && !text.isEmpty
        turns[index].content += isApart ? "\n\n" + text : text
    }

    /// Adds a call to the assistant's turn that has just been added, or to one without a text.
    /// - Parameters:
    ///   - place: stands in the error where a call before results has not been answered.
    ///   - id: the place of the call's identifier.
    mutating func append(_ call: FunctionCall, at place: String, id: String) throws(APIError) {
        if turns.last?.role != .assistant {
            try requireAnswers(at: place)
            turns.append(.init(role: .assistant, content: ""))
        }
        try Self.add(call, to: &open, at: id)
        turns[turns.count - 1].calls.append(call)
    }

    /// - Parameter place: of the identifier.
    mutating func append(result text: String, of id: String, at place: String) throws(APIError) {
        guard let index = open.firstIndex(where: { $0.id == id }) else {
            throw .invalid(place, "'\(id.prefix(100))' is no call of the message before it")
        }
        open.remove(at: index)
        turns.append(.init(role: .tool, content: text, callID: id))
    }

    /// - Parameters:
    ///   - place: of the list of messages; `last` of the last of them.
    ///   - mayContinue: whether an assistant's message at the end is one that the model goes on with.
    func request(at place: String, last: String, mayContinue: Bool = false) throws(APIError) -> CompletionRequest {
        try requireAnswers(at: last)
        var (turns, system) = (turns, instructions.joined(separator: "\n\n"))
        var beginning: String?
        if mayContinue, turns.count > 1, let last = turns.last, last.role == .assistant {
            beginning = last.content
            turns.removeLast()
        }
        // Templates want somebody to answer: instructions alone are what is asked.
        if turns.isEmpty, !system.isEmpty {
            turns = [.init(role: .user, content: system)]
            system = ""
        }
        guard let newest = turns.last, newest.role != .assistant else {
            throw .invalid(place, "the last message must be the user's, or the result of a call")
        }
        var request = CompletionRequest(instructions: system.isEmpty ? nil : system, turns: turns)
        // An empty beginning is none.
        request.beginning = beginning.flatMap { $0.isEmpty ? nil : $0 }
        // What was said is answered whole or not at all.
        request.mayOmit = false
        return request
    }
}

extension RequestFields {
    /// The arguments of a call that was made, which are JSON in a string.
    func arguments(_ key: String) throws(APIError) -> String {
        let arguments = try string(key) ?? "{}"
        guard let parsed = try? JSON(parsing: arguments), parsed.object != nil else {
            throw .invalid(name(key), "must be a JSON object, written as a string")
        }
        return arguments
    }
}
