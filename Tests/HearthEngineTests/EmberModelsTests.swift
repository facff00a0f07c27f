// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine
import HearthModels
import HearthTesting
import Testing

/// The models of this machine: what there is, what is in memory, and for how long.
@Suite struct EmberModelsTests {
    @Test func `lists what is installed, with what it takes`() async throws {
        try await TestModels.with(["someone/small", "someone/other"]) { test in
            try FileManager.default.createDirectory(
                at: test.home.appending(path: "models/someone/broken"), withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: test.home.appending(path: "models/someone/broken/config.json"))
            let list = await test.models.models()
            #expect(list.map(\.name) == ["someone/other", "someone/small", "hearth/pocket"])
            #expect(list.map(\.isBuiltIn) == [false, false, true])
            // All but what is compared with.
            let names = try FileManager.default.contentsOfDirectory(atPath: smallModel.path)
            let size = try Self.size(of: smallModel, names.filter { $0 != "reference.json" })
            #expect(list.prefix(2).map(\.bytes) == [size, size])
            #expect(list[0].memory > 100_000)
        }
    }

    private static func size(of folder: URL, _ names: [String]) throws -> Int {
        try names.reduce(0) {
            try $0 + (folder.appending(path: $1).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
    }

    @Test func `a model's size is that of its own files, and not of all that lies beside them`() async throws {
        try await TestModels.with { test in
            let before = try #require(await test.models.models().first).bytes
            let folder = test.home.appending(path: "models/someone/full")
            try FileManager.default.copyItem(at: smallModel.resolvingSymlinksInPath(), to: folder)
            try FileManager.default.createDirectory(
                at: folder.appending(path: "onnx"), withIntermediateDirectories: true)
            for name in ["other.bin", "onnx/model.onnx", "README.md"] {
                try Data(count: 100_000).write(to: folder.appending(path: name))
            }
            let full = try #require(await test.models.models().first { $0.name == "someone/full" })
            #expect(full.bytes == before)
        }
    }

    @Test func `models whose template has a place for thoughts are known`() async throws {
        try await TestModels.with { test in
            try test.link(toolModel, as: "someone/thinker")
            let thinking = await test.models.models().filter { $0.thinks == true }.map(\.name)
            #expect(thinking == ["someone/thinker"])
            #expect(await test.models.models().allSatisfy { $0.thinks != nil })
        }
    }

    @Test func `a linked GGUF file is listed with its size`() async throws {
        try await TestModels.with([]) { test in
            try test.link(modelFile, as: "me/file/\(modelFile.lastPathComponent)")
            let model = try #require(await test.models.models().first { $0.name == "me/file" })
            #expect(model.bytes == (try modelFile.resourceValues(forKeys: [.fileSizeKey]).fileSize))
            #expect(model.isLinked)
        }
    }

    @Test func `the models that are tiny are known`() async throws {
        try await TestModels.with { test in
            #expect(await test.models.models().filter(\.isTiny).map(\.name) == ["someone/small", "hearth/pocket"])
        }
    }

    @Test func `a model that the machine has no room for is not loaded`() async throws {
        try await TestModels.with { test in
            try test.setMemory(available: 10)
            let error = await #expect(throws: ModelError.self) {
                _ = try await test.models.complete(request(["Hello?"]))
            }
            #expect(error?.code == .memory)
            try test.setMemory(available: 4_000_000)
            #expect(try await test.answer(request(["Hello?"])).summary != nil)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a model that loads for ever keeps nobody from another one`() async throws {
        let (endless, end) = AsyncStream.makeStream(of: Void.self)
        defer { end.finish() }
        let reader: EmberModels.Reader = { folder, progress in
            // Does not heed that it was cancelled.
            if folder.lastPathComponent == "endless" { await Task { for await _ in endless {} }.value }
            return try await loadModelContainer(directory: folder, progress: progress)
        }
        let names = ["someone/endless", "someone/small"]
        try await TestModels.with(names, reader: reader) { (test: TestModels) async throws in
            let asking = Task {
                var endless = request(["Hello?"])
                endless.model = "someone/endless"
                return try await test.answer(endless).text
            }
            for await memory in test.models.memoryChanges {
                if case .loading = memory.phase, memory.name == "someone/endless" { break }
            }
            var other = request(["Hello?"])
            other.model = "someone/small"
            let waiting = Task { [other] in try await test.answer(other).text }
            while !test.models.memory.awaited.contains("someone/small") { await Task.yield() }
            asking.cancel()
            await #expect(throws: (any Error).self) { try await asking.value }
            #expect(try await !waiting.value.isEmpty)
            #expect(test.models.memory.name == "someone/small" && test.models.memory.phase == .loaded)
            end.finish()
            #expect(try await !test.answer(other).text.isEmpty)
        }
    }

    @Test func `a model that was made for vectors is not one to talk with`() async throws {
        try await TestModels.with { test in
            try test.link(embeddingDecoder, as: "local/decoder")
            try test.link(embeddingModel, as: "local/encoder")
            #expect(await test.models.models().map(\.name) == ["someone/small", "hearth/pocket"])
            let environment = ["HEARTH_HOME": test.home.path]
            let library = try TestLibrary(ModelsFolder(environment: environment), environment).library
            let listed = await library.embeddingModels()
            #expect(listed.map(\.name) == ["local/decoder", "local/encoder"])
            #expect(listed.allSatisfy { $0.bytes > 10_000 && $0.isLinked })
        }
    }

    @Test func `an idle model is let go, and comes back with the next question`() async throws {
        try await TestModels.with { test in
            let before = try await test.answer(request(["Hello?"])).text
            // Ten minutes are 120 looks; each waits for the clock.
            for look in 1...120 {
                while test.clock.sleepers == 0 { await Task.yield() }
                #expect(test.models.memory.phase == .loaded, "after \(look - 1) looks")
                test.clock.advance(by: .seconds(5))
            }
            await test.wait(for: .idle)
            #expect(test.models.memory.weightBytes == 0)
            #expect(try await test.answer(request(["Hello?"])).text == before)
            #expect(test.models.memory.phase == .loaded)
        }
    }

    @Test func `a model is let go when memory is short`() async throws {
        try await TestModels.with { test in
            _ = try await test.answer(request(["Hello?"]))
            try test.setMemory(available: 300_000)
            while test.clock.sleepers == 0 { await Task.yield() }
            test.clock.advance(by: .seconds(5))
            await test.wait(for: .idle)
        }
    }

    @Test func `a model that may stay stays`() async throws {
        var settings = EngineSettings.standard
        settings.idleMinutes = 0
        try await TestModels.with(settings: settings) { test in
            _ = try await test.answer(request(["Hello?"]))
            for _ in 0..<200 {
                while test.clock.sleepers == 0 { await Task.yield() }
                test.clock.advance(by: .seconds(5))
            }
            while test.clock.sleepers == 0 { await Task.yield() }
            #expect(test.models.memory.phase == .loaded)
        }
    }
}
