// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import Synchronization
import Testing

@testable import EmberHub

/// Downloads from a hub that does everything that can be done wrong.
@Suite struct MisbehaviourTests {
    private let repository = TestRepository(size: 1_000_003)

    /// The address of the weights, and a request for them.
    private func isWeights(_ request: LoopbackServer.Request) -> Bool { request.path == TestRepository.weightsPath }

    @Test func `a connection that drops at 37 percent costs nothing that has arrived`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if isWeights(request), request.earlier == 0 { answer.cutAfter = answer.body.count * 37 / 100 }
            return answer
        } run: { hub, server in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            // What the client had not read when the connection broke may come again.
            #expect(server.sent(of: TestRepository.weightsPath) <= repository.weights.count + (128 << 10))
            #expect(hub.leftovers.isEmpty)
        }
    }

    @Test func `every connection drops, again and again`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if isWeights(request), request.earlier % 2 == 0 { answer.cutAfter = answer.body.count / 2 }
            return answer
        } run: { hub, _ in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
        }
    }

    @Test func `a server without ranges is read in one piece`() async throws {
        try await withHub { [repository] in
            repository.answer($0, knowsRanges: false)
        } run: { hub, server in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            #expect(server.requests(of: TestRepository.weightsPath).count == 1)
        }
    }

    @Test func `a server without ranges that drops is read from the start, but not for ever`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request, knowsRanges: false)
            if isWeights(request), request.earlier == 0 { answer.cutAfter = 400_000 }
            return answer
        } run: { hub, server in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            #expect(server.requests(of: TestRepository.weightsPath).count == 2)
        }
        try await withHub { [repository] request in
            var answer = repository.answer(request, knowsRanges: false)
            if isWeights(request) { answer.cutAfter = 400_000 }
            return answer
        } run: { hub, server in
            #expect(await hubError { _ = try await hub.pull() }?.code == .connection)
            // Five failures in a row end it; one that got further than all before begins the count anew, and how much
            // of the 400,000 bytes arrives before the end of a connection does is not the same each time.
            #expect((2...50).contains(server.requests(of: TestRepository.weightsPath).count))
            #expect(hub.installed.isEmpty)
        }
    }

    @Test func `contents that change half-way are fetched anew, and never mixed`() async throws {
        let hasChanged = Mutex(false)
        let old = TestRepository(size: 1_000_003)
        var new = old
        new.files[4].bytes.reverse()
        try await withHub { [new] request in
            guard isWeights(request) else { return new.answer(request) }
            // The list is new already, but some machine of the hub still has the old file.
            let isOld = !hasChanged.withLock { $0 }
            if isOld, request.earlier >= 3 { hasChanged.withLock { $0 = true } }
            var answer = isOld ? old.answer(request, etag: "\"old\"") : new.answer(request, etag: "\"new\"")
            answer.bytesPerSecond = 3_000_000
            return answer
        } run: { hub, _ in
            _ = try await hub.pull()
            #expect(hub.installedWeights == new.weights)
        }
    }

    @Test func `a file whose name changes with every answer is given up`() async throws {
        try await withHub { [repository] request in
            guard isWeights(request) else { return repository.answer(request) }
            // Whatever the client says it has, it gets a part of something else: this server has never heard of
            // If-Range.
            let etag = request.header("If-Range") ?? "\"one\""
            var answer = repository.answer(request, etag: etag)
            answer.headers = answer.headers.filter { $0.0 != "ETag" } + [("ETag", "\"\(UUID())\"")]
            return answer
        } run: { hub, server in
            #expect(await hubError { _ = try await hub.pull() }?.code == .wrongContents)
            #expect(hub.installed.isEmpty)
            #expect((2..<60).contains(server.requests(of: TestRepository.weightsPath).count))
        }
    }

    @Test(arguments: [true, false])
    func `what does not have the listed checksum is thrown away and told`(isLarge: Bool) async throws {
        let path = isLarge ? TestRepository.weights : "tokenizer.json"
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if request.path.hasSuffix(path), !answer.body.isEmpty { answer.body[answer.body.count / 2] ^= 1 }
            return answer
        } run: { hub, _ in
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .wrongContents && error?.place == path)
            #expect(hub.installed.isEmpty)
            #expect(hub.unfinished().first.map { $0.bytes < 30 } == true, "nothing of it is used again")
        }
    }

    @Test func `damage to what had arrived is found, and mended by fetching it once more`() async throws {
        let isSlow = Mutex(true)
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if isSlow.withLock({ $0 }) { answer.bytesPerSecond = 300_000 }
            return answer
        } run: { hub, _ in
            let download = hub.download(tinyModel)
            for await progress in download.updates() where progress.bytes > 200_000 { download.pause() }
            _ = await hubError { _ = try await download.finish() }
            isSlow.withLock { $0 = false }
            let partial = hub.models.appending(path: ".partial/someone--tiny/files/model.safetensors")
            let file = try FileHandle(forUpdating: partial)
            try file.write(contentsOf: Data(repeating: 7, count: 100))
            try file.close()
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
        }
    }

    @Test func `429 is waited out for as long as the server asks`() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        try await withHub { [repository] request in
            if isWeights(request), request.earlier == 0 {
                return LoopbackServer.Answer(status: 429, headers: [("Retry-After", "1")])
            }
            return repository.answer(request)
        } run: { hub, _ in
            let download = hub.download(tinyModel)
            var waits: [Duration] = []
            for await progress in download.updates() {
                if case .waiting(let pause) = progress.phase { waits.append(pause) }
            }
            _ = try await download.finish()
            #expect(clock.now - start >= .seconds(1))
            #expect(waits.contains { $0 >= .seconds(1) && $0 < .seconds(2) })
        }
    }

    @Test func `a server that wants an hour is not waited for`() async throws {
        try await withHub { [repository] request in
            isWeights(request)
                ? LoopbackServer.Answer(status: 503, headers: [("Retry-After", "3600")]) : repository.answer(request)
        } run: { hub, server in
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .connection && error?.detail.contains("503") == true)
            #expect(server.requests(of: TestRepository.weightsPath).count == 1)
        }
    }

    @Test(arguments: [500, 502, 503, 504], [TestRepository.listPath, TestRepository.weightsPath])
    func `errors of the server are tried again`(status: Int, path: String) async throws {
        try await withHub { [repository] request in
            request.path == path && request.earlier < 3
                ? LoopbackServer.Answer(status: status) : repository.answer(request)
        } run: { hub, _ in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
        }
    }

    @Test func `errors that do not end are given up after some tries`() async throws {
        try await withHub { _ in
            LoopbackServer.Answer(status: 500)
        } run: { hub, server in
            #expect(await hubError { _ = try await hub.pull() }?.code == .connection)
            #expect(server.requests.count == DownloadLimits.forTests.retries.most)
        }
    }

    @Test func `a file that ends too early, by its length or without one, is never taken for whole`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if isWeights(request) { (answer.hidesLength, answer.cutAfter) = (true, max(1, answer.body.count / 3)) }
            return answer
        } run: { hub, _ in
            // Each answer brings something, so that in the end all of it is here.
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
        }
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if request.path.hasSuffix("config.json") { answer.body.removeLast(5) }
            return answer
        } run: { hub, _ in
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .wrongContents && hub.installed.isEmpty)
        }
    }

    @Test func `more than was listed is refused`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if request.path.hasSuffix("/config.json") { (answer.hidesLength, answer.body) = (true, answer.body + [10]) }
            return answer
        } run: { hub, _ in
            #expect(await hubError { _ = try await hub.pull() }?.code == .wrongContents)
        }
    }

    @Test func `a server that goes silent is left after a while, and asked again`() async throws {
        var limits = DownloadLimits.forTests
        limits.stallTime = .seconds(1)
        try await withHub(limits: limits) { [repository] request in
            var answer = repository.answer(request)
            if isWeights(request), request.earlier == 0 { answer.stallAfter = 50_000 }
            return answer
        } run: { hub, _ in
            let clock = ContinuousClock()
            let start = clock.now
            _ = try await hub.pull()
            #expect(clock.now - start >= .seconds(1))
            #expect(hub.installedWeights == repository.weights)
        }
    }

    @Test func `another part than was asked for is refused`() async throws {
        try await withHub { [repository] request in
            var answer = repository.answer(request)
            if answer.status == 206 { answer.headers = [("Content-Range", "bytes 5-9/1000003")] }
            return answer
        } run: { hub, _ in
            #expect(await hubError { _ = try await hub.pull() }?.code == .brokenAnswer)
        }
    }

    @Test(arguments: [401, 403, 404, 418])
    func `what the hub refuses is told at once`(status: Int) async throws {
        try await withHub { _ in
            LoopbackServer.Answer(status: status)
        } run: { hub, server in
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == [401: .notAllowed, 403: .notAllowed, 404: .notFound][status] ?? .brokenAnswer)
            #expect(server.requests.count == 1)
            // A folder was made for the work; nothing is in it that counts.
            #expect(hub.installed.isEmpty)
        }
    }

    @Test func `nobody there`() async throws {
        try await withTemporaryFolder { folder in
            let hub = try Hub(
                models: folder, environment: ["HF_ENDPOINT": "http://127.0.0.1:1"], limits: .forTests)
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .connection && error?.detail == "the connection failed: Connection refused")
        }
    }
}
