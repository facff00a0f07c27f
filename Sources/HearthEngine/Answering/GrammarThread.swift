// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Ember
import EmberGrammar

/// Compiles grammars one after another on a thread of its own: it may take a second, which would hold a thread of the
/// shared pool, and with eight of them every page.
struct GrammarThread: Sendable {
    private let queue = DispatchQueue(label: "hearth.grammar")

    /// Compiles a grammar and joins it with a model's vocabulary, within one `CompilerBudget`.
    /// - Throws: what is wrong with the schema; `CancellationError`.
    func compile(
        for context: ModelContext, _ grammar: @escaping @Sendable () throws(GrammarError) -> Grammar
    ) async throws -> Grammar {
        let budget = CompilerBudget()
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    queue.async {
                        continuation.resume(
                            with: Result {
                                try CompilerBudget.run(within: budget) { () throws(any Error) in
                                    let grammar = try grammar()
                                    try context.prepare(grammar)
                                    return grammar
                                }
                            })
                    }
                }
            } onCancel: {
                budget.cancel()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}
