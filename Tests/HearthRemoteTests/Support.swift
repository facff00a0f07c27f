// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthRemote
import HearthTesting
import Testing

/// Limits that a test can reach. Those of time are long: a busy machine is silent for seconds without being at its end.
let narrow: RemoteLimits = {
    var limits = RemoteLimits()
    (limits.connecting, limits.silence, limits.listSilence) = (.seconds(60), .seconds(60), .seconds(60))
    (limits.line, limits.answer, limits.list) = (10_000, 100_000, 20_000)
    limits.firstWait = .milliseconds(1)
    return limits
}()

/// The same, for tests in which nothing comes.
let impatient: RemoteLimits = {
    var limits = narrow
    (limits.silence, limits.listSilence) = (.milliseconds(1500), .milliseconds(1500))
    return limits
}()

struct Heard: Equatable {
    var text = ""
    var thoughts = ""
    var calls: [FunctionCall] = []
    var tokens: [TokenLikelihood] = []
    var summary: CompletionSummary?
}

let hello = CompletionRequest(
    instructions: "Be kind.", turns: [.init(role: .user, content: "Hello?")])

extension RemoteClient {
    func hear(
        _ request: CompletionRequest = hello, from endpoint: LoopbackServer, key: String? = nil
    ) async throws -> Heard {
        var heard = Heard()
        let address = try RemoteAddress(endpoint.interface)
        for try await event in try complete(request, model: "m", at: address, key: key) {
            switch event {
            case .piece(.text(let text)): heard.text += text
            case .piece(.thought(let text)): heard.thoughts += text
            case .finished(let summary): heard.summary = summary
            case .call(let call): heard.calls.append(call)
            case .token(let token): heard.tokens.append(token)
            case .piece(.textWasThought), .context, .reading: Issue.record("\(event) was not expected")
            }
        }
        return heard
    }

    /// Returns the error of an answer that has to fail: its code and its sentence for people.
    func fault(from endpoint: LoopbackServer, key: String? = nil) async throws -> ModelError {
        do {
            let heard = try await hear(from: endpoint, key: key)
            Issue.record("there was no fault: \(heard)")
            return ModelError(.modelFailed, "")
        } catch {
            return try #require(error as? ModelError, "\(error)")
        }
    }
}
