// SPDX-License-Identifier: Apache-2.0

package import HearthModels

/// The models of this machine, of which one is in memory at a time. Each request names the one that it wants; none of
/// them is chosen here.
package protocol HomeModels: Completing {
    /// Installed models, the one that comes with Hearth among them.
    func models() async -> [ModelSummary]
    /// Whether a model of this name is installed now.
    func has(_ name: String) async -> Bool
    /// Model that `$HEARTH_MODEL` names; `nil` when it names none.
    var preferred: String? { get async }
    /// The first model that can converse, else the one that comes with Hearth.
    var first: String { get async }
    /// State of the models in memory, now and at each change.
    var memory: ModelMemory { get }
    var memoryChanges: AsyncStream<ModelMemory> { get }
    /// Begins to load a model when its turn comes, unless another one is to be loaded before that; returns at once.
    func load(_ name: String) async
    /// Gives the memory back.
    func unload() async
    /// Tokens of the prompt that a request would be.
    func promptTokens(of request: CompletionRequest) async throws -> Int
}

/// Memory that the models of this machine use.
package struct ModelMemory: Sendable, Equatable {
    /// The model that is in memory, on its way there, or that could not be loaded.
    package var name: String?
    package var phase = ModelState.Phase.idle
    package var weightBytes = 0
    package var cacheBytes = 0
    /// Most bytes that the program has used.
    package var peakBytes = 0
    /// Models that somebody waits for.
    package var awaited: Set<String> = []

    package init() {}

    /// State of one of the models.
    package func phase(of model: String) -> ModelState.Phase {
        if name == model, phase != .idle { return phase }
        return awaited.contains(model) ? .loading(0) : .idle
    }
}
