// SPDX-License-Identifier: Apache-2.0

package import HearthModels

/// The models of this machine, of which one is in memory at a time. Each request names the one that it wants; none of
/// them is chosen here.
package protocol HomeModels: Completing {
    /// Installed models, the one that comes with Hearth among them.
    func models() async -> [ModelSummary]
    /// Whether a model of this name is installed now.
    func has(_ name: String) async -> Bool
    /// What `$HEARTH_MODEL` names, where it names a model.
    var preferred: String? { get async }
    /// The first model that can converse, else the one that comes with Hearth.
    var first: String { get async }
    /// What is in memory, now and whenever that changes.
    var memory: ModelMemory { get }
    var memoryChanges: AsyncStream<ModelMemory> { get }
    /// Begins to load a model when its turn comes, unless another one is to be loaded before that; returns at once.
    func load(_ name: String) async
    /// Gives the memory back.
    func unload() async
}

/// What the models of this machine take of its memory.
package struct ModelMemory: Sendable, Equatable {
    /// The model that is in memory, on its way there, or that could not be loaded.
    package var name: String?
    package var phase = ModelState.Phase.idle
    package var weightBytes = 0
    package var cacheBytes = 0
    /// What the program has taken at most.
    package var peakBytes = 0
    /// Models that somebody waits for.
    package var awaited: Set<String> = []

    package init() {}

    /// Where one of the models stands.
    package func phase(of model: String) -> ModelState.Phase {
        if name == model, phase != .idle { return phase }
        return awaited.contains(model) ? .loading(0) : .idle
    }
}
