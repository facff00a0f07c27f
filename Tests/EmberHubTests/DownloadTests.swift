// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import Synchronization
import Testing

@testable import EmberHub

private let all: Set<String> = ["config.json", "tokenizer.json", "model.safetensors", ".hearth-manifest.json"]

/// Downloads from a hub that behaves.
@Suite struct DownloadTests {
    private let repository = TestRepository(size: 1_000_003)

    @Test func `brings what Ember needs, whole, and nothing else`() async throws {
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, server in
            let place = try await hub.pull()
            #expect(place.path == hub.models.appending(path: "someone/tiny").path)
            #expect(hub.installed == all)
            #expect(hub.installedWeights == repository.weights)
            #expect(hub.leftovers.isEmpty)
            #expect(server.sent(of: TestRepository.weightsPath) == repository.weights.count)
            #expect(server.requests.allSatisfy { !$0.path.hasSuffix("README.md") && !$0.path.hasSuffix(".bin") })
        }
    }

    @Test(arguments: [nil, "m-00001-of-00002.gguf", "m-00002-of-00002.gguf"])
    func `brings all pieces of a split model, whichever is asked for`(file: String?) async throws {
        var split = TestRepository(size: 10)
        let names = ["m-00001-of-00002.gguf", "m-00002-of-00002.gguf"]
        split.files = names.map { .init(path: $0, bytes: Array("GGUF \($0)".utf8), isLarge: true) }
        try await withHub { [split] in
            split.answer($0)
        } run: { hub, _ in
            _ = try await hub.download(tinyModel, file: file).finish()
            #expect(hub.installed == Set(names + [".hearth-manifest.json"]))
        }
    }

    @Test func `fetches a large file in parts over several connections at once`() async throws {
        let open = Mutex((now: 0, most: 0))
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if answer.status == 206 {
                answer.bytesPerSecond = 2_000_000
                open.withLock { open in
                    open.now += 1
                    open.most = max(open.most, open.now)
                }
            }
            return answer
        } run: { hub, server in
            _ = try await hub.pull()
            let parts = server.requests(of: TestRepository.weightsPath)
            #expect(parts.count == 8)
            // Each but the first names the contents that its part has to be of.
            #expect(parts.dropFirst().allSatisfy { $0.header("If-Range") == "\"one\"" })
            #expect(hub.installedWeights == repository.weights)
        }
    }

    @Test func `tells how far it is, and never less than before`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            answer.bytesPerSecond = 1_500_000
            return answer
        } run: { hub, _ in
            let download = hub.download(tinyModel)
            var seen: [DownloadProgress] = []
            for await progress in download.updates() { seen.append(progress) }
            _ = try await download.finish()
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
            #expect(seen.contains { $0.phase == .downloading && $0.file == "model.safetensors" })
            #expect(seen.contains { ($0.bytesPerSecond ?? 0) > 0 && ($0.secondsLeft ?? 0) > 0 })
            let last = try #require(seen.last)
            #expect(last.phase == .finished && last.bytes == last.total && last.fraction == 1)
            #expect(last.total == repository.weights.count + 25)
            #expect(seen.count < 60, "no more than ten a second, and one for each step")
        }
    }

    @Test func `a second download of the same finds everything there`() async throws {
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, server in
            _ = try await hub.pull()
            server.forget()
            _ = try await hub.pull()
            #expect(server.requests.map(\.path) == [TestRepository.listPath])
            #expect(hub.installed == all && hub.leftovers.isEmpty)
        }
    }

    @Test func `brings a model up to date, and only then replaces it`() async throws {
        let current = Mutex(repository)
        try await withHub { request in
            current.withLock { $0 }.answer(request)
        } run: { hub, _ in
            _ = try await hub.pull()
            current.withLock { repository in
                repository.files[4].bytes = TestRepository.noise(700_001).reversed()
                repository.files.append(.init(path: "generation_config.json", bytes: Array("{}".utf8)))
            }
            _ = try await hub.pull()
            #expect(hub.installed == all.union(["generation_config.json"]))
            #expect(hub.installedWeights == current.withLock { $0.weights })
            #expect(hub.leftovers.isEmpty)
        }
    }

    @Test func `stays away from a folder that it did not make`() async throws {
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, server in
            let folder = hub.models.appending(path: "someone/tiny")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: folder.appending(path: "config.json"))
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .notOurs)
            #expect(try String(contentsOf: folder.appending(path: "config.json"), encoding: .utf8) == "mine")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `pauses, and goes on where it was`() async throws {
        let isSlow = Mutex(true)
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if isSlow.withLock({ $0 }) { answer.bytesPerSecond = 300_000 }
            return answer
        } run: { hub, server in
            let download = hub.download(tinyModel)
            for await progress in download.updates() where progress.bytes > 300_000 { download.pause() }
            #expect(await hubError { _ = try await download.finish() }?.code == .paused)
            let unfinished = try #require(hub.unfinished().first)
            #expect(unfinished.model == tinyModel && unfinished.total == repository.weights.count + 25)
            #expect(unfinished.bytes > 300_000 && unfinished.bytes < repository.weights.count)
            #expect(hub.installed.isEmpty)
            isSlow.withLock { $0 = false }
            server.forget()
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            // Exactly what was missing came, and the small files not a second time.
            #expect(server.sent(of: TestRepository.weightsPath) == repository.weights.count + 25 - unfinished.bytes)
            #expect(hub.unfinished().isEmpty)
        }
    }

    @Test(arguments: [("v2", nil), ("main", "b.gguf"), ("v2", "b.gguf")])
    func `resumes the file and the revision that were asked for`(revision: String, file: String?) async throws {
        var main = TestRepository(packed: ["a.gguf", "b.gguf"], size: 500_000)
        var other = main
        other.revision = "v2"
        for index in other.files.indices { other.files[index].bytes.reverse() }
        if file == nil { (main.files, other.files) = ([main.files[0]], [other.files[0]]) }
        let isSlow = Mutex(true)
        try await withHub { [main, other] request in
            var answer = (request.path.contains("/v2") ? other : main).answer(request)
            if isSlow.withLock({ $0 }) { answer.bytesPerSecond = 200_000 }
            return answer
        } run: { hub, server in
            let name = file ?? "a.gguf"
            let download = hub.download(tinyModel, revision: revision, file: file)
            for await progress in download.updates() where progress.bytes > 100_000 { download.pause() }
            #expect(await hubError { _ = try await download.finish() }?.code == .paused)
            let unfinished = try #require(hub.unfinished().first)
            #expect(unfinished.revision == revision && unfinished.file == file && unfinished.bytes > 100_000)
            isSlow.withLock { $0 = false }
            server.forget()
            let place = try await hub.pull()
            let wanted = (revision == "v2" ? other : main).files.first { $0.path == name }?.bytes
            #expect(Array(try Data(contentsOf: place.appending(path: name))) == wanted)
            let path = "/someone/tiny/resolve/\(revision)/\(name)"
            #expect(server.sent(of: path) == (wanted?.count ?? 0) - unfinished.bytes)
        }
    }

    @Test func `another revision or file than the unfinished one is fetched from its beginning`() async throws {
        let main = TestRepository(packed: ["a.gguf", "b.gguf"], size: 300_000)
        try await withHub { request in
            var answer = main.answer(request)
            if request.path.hasSuffix("a.gguf") { answer.bytesPerSecond = 200_000 }
            return answer
        } run: { hub, _ in
            let download = hub.download(tinyModel, file: "a.gguf")
            for await progress in download.updates() where progress.bytes > 50_000 { download.pause() }
            _ = await hubError { _ = try await download.finish() }
            let other = hub.download(tinyModel, file: "b.gguf")
            #expect(other.file == "b.gguf" && other.revision == "main")
            _ = try await other.finish()
            #expect(hub.installed == ["b.gguf", ".hearth-manifest.json"])
            #expect(other.progress.replaced.isEmpty)
            let again = hub.download(tinyModel, revision: "v3")
            #expect(again.revision == "v3" && again.file == nil)
            _ = await hubError { _ = try await again.finish() }
        }
    }

    @Test func `tells which weights another file of the repository takes the place of`() async throws {
        var repository = TestRepository(packed: ["a.gguf", "b.gguf"], size: 1_000)
        repository.files.append(.init(path: "LICENSE", bytes: Array("Free".utf8)))
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            _ = try await hub.download(tinyModel, file: "a.gguf").finish()
            let second = hub.download(tinyModel, file: "b.gguf")
            _ = try await second.finish()
            #expect(second.progress.replaced == ["a.gguf"])
            #expect(hub.installed == ["b.gguf", "LICENSE", ".hearth-manifest.json"])
            let third = hub.download(tinyModel, file: "b.gguf")
            _ = try await third.finish()
            #expect(third.progress.replaced.isEmpty)
        }
    }

    @Test func `cancelled, it leaves nothing`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            answer.bytesPerSecond = 200_000
            return answer
        } run: { hub, _ in
            let download = hub.download(tinyModel)
            for await progress in download.updates() where progress.bytes > 50_000 { await download.cancel() }
            #expect(await hubError { _ = try await download.finish() }?.code == .cancelled)
            #expect(download.progress.phase == .cancelled)
            #expect(hub.leftovers.isEmpty && hub.installed.isEmpty && hub.unfinished().isEmpty)
        }
    }

    @Test func `one model is downloaded once at a time`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            answer.bytesPerSecond = 400_000
            return answer
        } run: { hub, _ in
            let first = hub.download(tinyModel)
            for await progress in first.updates() where progress.bytes > 0 { break }
            #expect(await hubError { _ = try await hub.pull() }?.code == .busy)
            #expect(await hubError { try hub.discard(tinyModel) }?.code == .busy)
            first.pause()
            _ = await hubError { _ = try await first.finish() }
            try hub.discard(tinyModel)
            #expect(hub.leftovers.isEmpty)
            #expect(await hubError { try hub.discard(tinyModel) }?.code == .notInstalled)
        }
    }

    @Test func `an empty file is a file`() async throws {
        var repository = repository
        repository.files.append(.init(path: "merges.txt", bytes: []))
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            _ = try await hub.pull()
            #expect(hub.installed.contains("merges.txt"))
        }
    }
}
