// SPDX-License-Identifier: Apache-2.0

import Crypto
import EmberJSON
import Foundation
import HearthTesting

@testable import EmberHub

/// A repository on a hub that behaves: a list, files, ranges, names for contents.
struct TestRepository: Sendable {
    struct File: Sendable {
        let path: String
        var bytes: [UInt8]
        var isLarge = false
    }

    var model = "someone/tiny"
    var revision = "main"
    var files: [File]

    static let weights = "model.safetensors"
    static let weightsPath = "/someone/tiny/resolve/main/model.safetensors"
    static let listPath = "/api/models/someone/tiny/tree/main"

    /// - Parameter size: bytes of the weights.
    init(size: Int) {
        files = [
            File(path: "config.json", bytes: Array(#"{"model_type": "llama"}"#.utf8)),
            File(path: "tokenizer.json", bytes: Array("{}".utf8)),
            File(path: "README.md", bytes: Array("# Not needed".utf8)),
            File(path: "pytorch_model.bin", bytes: [1, 2, 3], isLarge: true),
            File(path: Self.weights, bytes: Self.noise(size), isLarge: true),
        ]
    }

    /// Several models in one repository.
    init(packed names: [String], size: Int) {
        files = names.map { File(path: $0, bytes: Array($0.utf8) + Self.noise(size), isLarge: true) }
    }

    /// Bytes without a pattern, the same in every run.
    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let words = (0..<(count + 7) / 8).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    var weights: [UInt8] { files.first { $0.path == Self.weights }?.bytes ?? [] }

    /// Lists a file as the hub does, with its checksums.
    static func entry(_ file: File) -> JSON {
        let blob = Insecure.SHA1.hash(data: Data("blob \(file.bytes.count)\0".utf8) + Data(file.bytes))
        var entry: JSONObject = [
            "type": "file", "path": .string(file.path), "size": .integer(file.bytes.count), "oid": .string(hex(blob)),
        ]
        if file.isLarge {
            let sha = SHA256.hash(data: Data(file.bytes))
            entry["lfs"] = ["oid": .string(hex(sha)), "size": .integer(file.bytes.count), "pointerSize": 134]
        }
        return .object(entry)
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    var list: [UInt8] {
        Array(
            JSON.array([["type": "directory", "path": "extra", "oid": "", "size": 0]] + files.map(Self.entry)).text.utf8
        )
    }

    /// - Parameters:
    ///   - etag: what the contents of files are called.
    ///   - knowsRanges: whether parts can be asked for.
    func answer(_ request: LoopbackServer.Request, etag: String = "\"one\"", knowsRanges: Bool = true)
        -> LoopbackServer.Answer
    {
        if request.path == "/api/models/\(model)/tree/\(revision)" { return LoopbackServer.Answer(body: list) }
        let prefix = "/\(model)/resolve/\(revision)/"
        guard let file = files.first(where: { prefix + $0.path == request.path }) else {
            return LoopbackServer.Answer(status: 404)
        }
        var answer = LoopbackServer.Answer(headers: [("ETag", etag)], body: file.bytes)
        guard knowsRanges, let range = request.header("Range"), request.header("If-Range").map({ $0 == etag }) != false
        else { return answer }
        let ends = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        guard ends.count == 2, ends[0] <= ends[1], ends[1] < file.bytes.count else {
            return LoopbackServer.Answer(status: 416)
        }
        answer.status = 206
        answer.body = Array(file.bytes[ends[0]...ends[1]])
        answer.headers.append(("Content-Range", "bytes \(ends[0])-\(ends[1])/\(file.bytes.count)"))
        return answer
    }
}

extension DownloadLimits {
    /// For files of a megabyte and tests of a second.
    static var forTests: DownloadLimits {
        var limits = DownloadLimits()
        limits.connections = 3
        limits.pieceBytes = (128 << 10)...(256 << 10)
        limits.saveBytes = 64 << 10
        limits.saveTime = .milliseconds(20)
        limits.stallTime = .seconds(20)
        limits.retries.first = .milliseconds(5)
        limits.retries.most = 5
        // As long as the last of them is. Whoever tries more often is soon seen to.
        limits.retries.longest = .milliseconds(40)
        limits.diskReserve = 0
        return limits
    }
}

/// Runs `body` with a new empty folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
        path: "hub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Runs `body` with a hub whose server answers as `answer` says.
func withHub<R>(
    limits: DownloadLimits = .forTests, token: String? = nil,
    answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer,
    run body: (Hub, LoopbackServer) async throws -> R
) async throws -> R {
    try await withTemporaryFolder { folder in
        let server = try LoopbackServer(answer: answer)
        var environment = ["HF_ENDPOINT": server.address]
        environment["HF_TOKEN"] = token
        let hub = try Hub(models: folder.appending(path: "models"), environment: environment, limits: limits)
        return try await body(hub, server)
    }
}

let tinyModel: ModelID = {
    guard let model = try? ModelID("someone/tiny") else { preconditionFailure("a good name") }
    return model
}()

extension Hub {
    /// Downloads the test's model to its end.
    func pull() async throws -> URL { try await download(tinyModel).finish() }

    /// The names in the folder of the test's model; empty where there is none.
    var installed: Set<String> {
        let folder = models.appending(path: "someone/tiny").path
        return Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }

    var installedWeights: [UInt8]? {
        (try? Data(contentsOf: models.appending(path: "someone/tiny/model.safetensors"))).map(Array.init)
    }

    /// The contents of the folder for unfinished downloads.
    var leftovers: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: models.appending(path: ".partial").path)) ?? []
    }
}

/// The error that `body` ends with.
func hubError(_ body: () async throws -> Void) async -> HubError? {
    do { try await body() } catch { return error as? HubError }
    return nil
}
