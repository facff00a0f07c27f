// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Synchronization

extension ModelSummary {
    /// The model that comes with Hearth.
    static var pocket: ModelSummary {
        var summary = ModelSummary(name: "hearth/pocket", bytes: 9_000_000, memory: 60_000_000)
        summary.isBuiltIn = true
        return summary
    }
}

/// A library whose downloads stand as a test says.
final class ScriptedLibrary: ModelLibrary {
    private struct State {
        var token: String?
        var downloads: [ModelDownload]
        var watchers: [AsyncStream<[ModelDownload]>.Continuation] = []
    }
    private let inside: Mutex<State>
    let all: [ModelOffer]

    init(_ downloads: [ModelDownload] = [], offers: [ModelOffer] = []) {
        inside = Mutex(State(downloads: downloads))
        all = offers
    }

    static var sample: ScriptedLibrary {
        var paused = ModelDownload(
            name: "mlx-community/gemma-3-1b-it-4bit", phase: .paused, received: 142_000_000, total: 790_000_000)
        paused.replaced = ["gemma-3-1b-it-Q8_0.gguf"]
        return ScriptedLibrary(
            [
                ModelDownload(
                    name: "mlx-community/Qwen3-4B-4bit", phase: .running, received: 1_000_000_000, total: 2_300_000_000,
                    bytesPerSecond: 5_800_000),
                paused,
                ModelDownload(
                    name: "mlx-community/SmolLM3-3B-4bit", phase: .failed(LibraryError(.connection, "huggingface.co")),
                    received: 431_000_000,
                    total: 1_000_000_000),
            ],
            offers: [
                ModelOffer(
                    name: "hearth/Pocket", purpose: .trying, bytes: 200_000_000, memory: 200_000_000,
                    tokensPerSecond: 80, isInstalled: true),
                ModelOffer(
                    name: "mlx-community/Llama-3.2-1B-Instruct-4bit", purpose: .everyday, bytes: 700_000_000,
                    memory: 1_100_000_000, tokensPerSecond: 28),
                ModelOffer(
                    name: "mlx-community/Qwen3-1.7B-4bit", purpose: .thinking, bytes: 1_000_000_000,
                    memory: 1_600_000_000, tokensPerSecond: 19, isSuggested: true),
                ModelOffer(
                    name: "mlx-community/Qwen3-8B-4bit", purpose: .careful, bytes: 4_600_000_000,
                    memory: 6_400_000_000),
            ])
    }

    func set(_ downloads: [ModelDownload]) {
        let watchers = inside.withLock { inside in
            inside.downloads = downloads
            return inside.watchers
        }
        for watcher in watchers { watcher.yield(downloads) }
    }

    private func change(_ name: String, _ phase: ModelDownload.Phase) {
        var list = downloads()
        if let index = list.firstIndex(where: { $0.name == name }) {
            list[index].phase = phase
        } else {
            list.append(ModelDownload(name: name, phase: phase, received: 0, total: 1_000_000_000))
        }
        set(list)
    }

    func offers() -> [ModelOffer] { all }
    func suggested() -> ModelOffer? { all.first(where: \.isSuggested) }
    func room() -> MachineRoom {
        MachineRoom(memory: 8_000_000_000, memoryInUse: 3_200_000_000, freeDisk: 41_000_000_000)
    }
    func downloads() -> [ModelDownload] { inside.withLock(\.downloads) }
    func downloadChanges() -> AsyncStream<[ModelDownload]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [ModelDownload].self)
        inside.withLock {
            $0.watchers.append(continuation)
            continuation.yield($0.downloads)
        }
        return stream
    }
    func fetch(_ name: String) throws {
        guard name.contains("/") else { throw LibraryError(.badName, name) }
        change(name, .running)
    }
    func pause(_ name: String) { change(name, .paused) }
    func cancel(_ name: String) { set(downloads().filter { $0.name != name }) }
    func embeddingModels() -> [ModelSummary] { [ModelSummary(name: "someone/vectors", bytes: 90_000_000, memory: 0)] }
    func remove(_ name: String) {}
    func link(_ path: String) throws { throw LibraryError(.noModel, path) }
    func access() -> HubAccess {
        HubAccess(host: "hub.example", token: inside.withLock { $0.token == nil ? .none : .kept })
    }
    func keep(token: String?) { inside.withLock { $0.token = token } }
    var token: String? { inside.withLock(\.token) }
}
