// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthTesting
import Testing

@testable import EmberHub

/// Work on an installed model, such as checking it.
@Suite struct InstalledModelsTests {
    private let repository = TestRepository(size: 400_000)

    private func withModel(_ body: (InstalledModels, URL) async throws -> Void) async throws {
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            let place = try await hub.pull()
            try await body(InstalledModels(models: hub.models), place)
        }
    }

    @Test func `a model that was not touched is whole`() async throws {
        try await withModel { installedModels, _ in
            let damages = try await installedModels.verify(tinyModel) { #expect($0 <= $1 && $1 == 400_025) }
            #expect(damages.isEmpty)
            #expect(installedModels.canVerify(tinyModel))
            #expect(try #require(installedModels.bytes(of: tinyModel)) > 400_025)
        }
    }

    @Test func `every kind of damage is found, file by file`() async throws {
        try await withModel { installedModels, place in
            let weights = try FileHandle(forUpdating: place.appending(path: "model.safetensors"))
            try weights.seek(toOffset: 200_000)
            try weights.write(contentsOf: Data([0xFF, 0, 0xFF]))
            try weights.close()
            try Data("{} ".utf8).write(to: place.appending(path: "tokenizer.json"))
            let config = place.appending(path: "config.json")
            let elsewhere = installedModels.models.appending(path: "elsewhere")
            try FileManager.default.moveItem(at: config, to: elsewhere)
            // The right contents, but where somebody else can change them.
            try FileManager.default.createSymbolicLink(at: config, withDestinationURL: elsewhere)
            let damages = try await installedModels.verify(tinyModel) { _, _ in }
            let expected: [String: InstalledModels.Damage.Kind] = [
                "model.safetensors": .wrongChecksum, "tokenizer.json": .wrongSize, "config.json": .missing,
            ]
            #expect(Dictionary(damages.map { ($0.file, $0.kind) }) { $1 } == expected)
        }
    }

    @Test func `a pipe in the place of a file or of the manifest is damage, and waits for nobody`() async throws {
        try await withModel { installedModels, place in
            let config = place.appending(path: "config.json")
            try FileManager.default.removeItem(at: config)
            try await withUnwrittenPipe(at: config) {
                let damages = try await installedModels.verify(tinyModel) { _, _ in }
                #expect(damages.map(\.file) == ["config.json"])
            }
            let manifest = place.appending(path: Manifest.name)
            try FileManager.default.removeItem(at: manifest)
            try await withUnwrittenPipe(at: manifest) {
                #expect(!installedModels.canVerify(tinyModel))
                #expect(await hubError { try installedModels.requireOurs(tinyModel) }?.code == .notOurs)
            }
        }
    }

    @Test func `a manifest that leads elsewhere is refused`() async throws {
        try await withModel { installedModels, place in
            let manifest = place.appending(path: Manifest.name)
            let text = try String(contentsOf: manifest, encoding: .utf8)
            try Data(text.replacing("config.json", with: "../config.json").utf8).write(to: manifest)
            let error = await hubError { _ = try await installedModels.verify(tinyModel) { _, _ in } }
            #expect(error?.code == .unsafePath)
            try Data("{".utf8).write(to: manifest)
            #expect(await hubError { _ = try await installedModels.verify(tinyModel) { _, _ in } }?.code == .notOurs)
        }
    }

    @Test func `removed, it is gone, and its owner's folder with it`() async throws {
        try await withModel { installedModels, place in
            try installedModels.remove(tinyModel)
            #expect(!FileManager.default.fileExists(atPath: place.deletingLastPathComponent().path))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: installedModels.models.path + "/.partial").isEmpty)
            #expect(installedModels.bytes(of: tinyModel) == nil)
            #expect(await hubError { try installedModels.remove(tinyModel) }?.code == .notInstalled)
            #expect(
                await hubError { _ = try await installedModels.verify(tinyModel) { _, _ in } }?.code == .notInstalled)
        }
    }

    @Test func `links that were laid where files arrive are not followed`() async throws {
        var repository = repository
        repository.files.append(.init(path: "1_Pooling/config.json", bytes: Array("{}".utf8)))
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            let outside = hub.models.deletingLastPathComponent().appending(path: "outside")
            let files = hub.models.appending(path: ".partial/someone--tiny/files")
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: outside.appending(path: "config.json"))
            // A folder on the way: removed, as everything that does not belong there.
            try FileManager.default.createSymbolicLink(
                at: files.appending(path: "1_Pooling"), withDestinationURL: outside)
            _ = try await hub.pull()
            #expect(hub.installed.contains("1_Pooling"))
            // The file itself: refused.
            try InstalledModels(models: hub.models).remove(tinyModel)
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: files.appending(path: "config.json"), withDestinationURL: outside.appending(path: "config.json"))
            #expect(await hubError { _ = try await hub.pull() }?.code == .unsafePath)
            #expect(try String(contentsOf: outside.appending(path: "config.json"), encoding: .utf8) == "mine")
        }
    }

    @Test func `a kill between the two steps of a replacement loses no model`() async throws {
        try await withHub { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            let place = try await hub.pull()
            let staging = hub.models.appending(path: ".partial/someone--tiny")
            try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: place, to: staging.appending(path: "replaced"))
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights && hub.leftovers.isEmpty)
        }
    }
}
