// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import Testing

@testable import EmberHub

/// Lists of files, and names in them, that mean harm.
@Suite struct ListTests {
    private let repository = TestRepository(size: 1000)

    /// - Returns: what a download ends with from a hub with this list.
    private func pull(list: [UInt8], _ headers: [(String, String)] = []) async throws -> HubError? {
        try await withHub { [repository] request in
            request.path == TestRepository.listPath
                ? LoopbackServer.Answer(headers: headers, body: list) : repository.answer(request)
        } run: { hub, _ in
            let error = await hubError { _ = try await hub.pull() }
            #expect(hub.installed.isEmpty)
            let outside = try FileManager.default.contentsOfDirectory(
                atPath: hub.models.deletingLastPathComponent().path)
            #expect(outside == ["models"])
            return error
        }
    }

    @Test(arguments: [
        "../evil.safetensors", "/etc/evil.safetensors", "a/../../evil.safetensors", "..", ".", "a//b.safetensors",
        "a/./b",
        "evil\u{0}.safetensors", "..\\evil.safetensors", "C:\\evil.safetensors", "evil\n.safetensors", "", "a/",
        "\u{85}", "../\u{301}evil.safetensors", "a/../\u{301}b/c", "/\u{301}evil", "..\\\u{301}evil", "a/\u{301}/..",
        String(repeating: "x", count: 256), String(repeating: "x/", count: 600) + "x",
    ])
    func `a path that leaves its folder, or may, is refused by name`(path: String) async throws {
        let file = TestRepository.File(path: path, bytes: [1], isLarge: true)
        let list = JSON.array((repository.files + [file]).map(TestRepository.entry)).text
        let error = try await pull(list: Array(list.utf8))
        #expect(error?.code == .unsafePath)
        #expect(error?.place == printable(path))
    }

    @Test(arguments: [
        ["model-a.safetensors", "model-A.safetensors"],
        ["model-\u{E9}.safetensors", "model-e\u{301}.safetensors"],
        ["config.json", "config.json"],
        ["additional_chat_templates/A.jinja", "additional_chat_templates/a.jinja"],
    ])
    func `two files that are one on some systems are refused by name`(paths: [String]) async throws {
        // The repository has one config.json already.
        let paths = paths[0] == "config.json" ? ["config.json"] : paths
        let files = repository.files + paths.map { .init(path: $0, bytes: [1], isLarge: $0.hasSuffix("s")) }
        let error = try await pull(list: Array(JSON.array(files.map(TestRepository.entry)).text.utf8))
        #expect(error?.code == .unsafePath)
    }

    @Test func `a name may not be a file and a folder`() throws {
        let paths = try ["1_Pooling/config.json", "1_pooling"].map { try RepositoryPath($0) }
        #expect(throws: HubError.self) { try RepositoryPath.requireDistinct(paths) }
    }

    @Test(arguments: [
        "", "nonsense", "{}", "null", "[{}]", "[1]", #"[{"type":"file","path":"config.json"}]"#,
        #"[{"type":"file","path":"config.json","size":-1,"oid":"0"}]"#,
        #"[{"type":"file","path":"config.json","size":9223372036854775807,"#
            + #""oid":"0000000000000000000000000000000000000000"}]"#,
        #"[{"type":"file","path":"config.json","size":1,"oid":"zz"}]"#,
        #"[{"type":"file","path":"config.json","size":1e300,"oid":"0"}]"#, #"[{"type":"file","path":["config.json"]}]"#,
        String(repeating: "[", count: 100_000), #"[{"type":"file","path":"\ud800"}]"#,
    ])
    func `what is not a list is told as that`(text: String) async throws {
        #expect(try await pull(list: Array(text.utf8))?.code == .brokenAnswer)
    }

    @Test func `a list larger than any repository's is not read to its end`() async throws {
        var limits = DownloadLimits.forTests
        limits.mostListBytes = 100_000
        let list = [UInt8](repeating: UInt8(ascii: " "), count: 50_000_000)
        try await withHub(limits: limits) { _ in
            LoopbackServer.Answer(body: list)
        } run: { hub, server in
            #expect(await hubError { _ = try await hub.pull() }?.code == .brokenAnswer)
            #expect(server.sent(of: TestRepository.listPath) < 20_000_000)
        }
    }

    @Test func `a list in pages is read to its end`() async throws {
        let entries = repository.files.map(TestRepository.entry)
        try await withHub { [repository] request in
            guard request.path == TestRepository.listPath else { return repository.answer(request) }
            let page = Int(request.uri.split(separator: "=").last ?? "") ?? 0
            var answer = LoopbackServer.Answer(body: Array(JSON.array([entries[page]]).text.utf8))
            if page + 1 < entries.count {
                answer.headers = [("Link", "<\(TestRepository.listPath)?cursor=\(page + 1)>; rel=\"next\"")]
            }
            return answer
        } run: { hub, server in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            #expect(server.requests(of: TestRepository.listPath).count == entries.count)
        }
    }

    @Test func `pages without end are left`() async throws {
        let header = ("Link", "<\(TestRepository.listPath)?again>; rel=\"next\"")
        #expect(try await pull(list: repository.list, [header])?.code == .brokenAnswer)
    }

    @Test(arguments: [
        "tiny", "a/b/c", "../x", "a/..", ".a/b", "a/b.", "a--b/c", "a/b\u{0}", "a/ b", "/a/b", "a/", "é/b", "-a/b",
    ])
    func `what is not a model's name is refused`(name: String) {
        #expect(throws: HubError.self) { try ModelID(name) }
    }
}
