// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import HearthModels

/// A model that may read the journal: one of this machine, or one elsewhere that the user lets read it.
public struct JournalModel: Sendable {
    private let completing: any Completing
    public let name: String
    /// Whether it is too small to be trusted with sentences of its own.
    public let isTiny: Bool

    /// The host that entries are sent to; `nil` where they stay on this machine.
    public var sentTo: String? { RemoteModel.host(awayOf: name) }

    /// - Returns: `nil` where no model is chosen, or the chosen one may not read the journal.
    public init?(_ host: any ModelHost) async {
        guard let name = await host.state.name, await host.mayAsk(name, for: .journal),
            let summary = await host.models().first(where: { $0.name == name })
        else { return nil }
        self.init(host, name: name, isTiny: summary.isTiny || summary.isBuiltIn)
    }

    public init(_ completing: any Completing, name: String, isTiny: Bool) {
        (self.completing, self.name, self.isTiny) = (completing, name, isTiny)
    }

    /// Has it write JSON of a form.
    func json(
        _ question: String, instructions: String, schema: JSON, maxTokens: Int,
        progress: @Sendable (_ characters: Int) async throws -> Void
    ) async throws -> JSON {
        var request = CompletionRequest(
            instructions: instructions, turns: [.init(role: .user, content: question)])
        (request.model, request.temperature, request.maxTokens) = (name, 0, maxTokens)
        (request.thinks, request.form) = (false, .schema(schema))
        let text = try await text(request, progress: progress)
        do { return try JSON(parsing: text) } catch {
            throw ModelError(.modelFailed, "The model did not finish its answer.")
        }
    }

    func text(
        _ request: CompletionRequest, progress: @Sendable (_ characters: Int) async throws -> Void = { _ in }
    ) async throws -> String {
        var answer = AnswerText()
        var request = request
        request.purpose = .journal
        request.makeRoomForThoughts()
        for try await event in try await completing.complete(request.withPlainSpaces) {
            guard case .piece(let piece) = event else { continue }
            answer.append(piece)
            try await progress(answer.text.count)
        }
        try Task.checkCancellation()
        return answer.text
    }
}
