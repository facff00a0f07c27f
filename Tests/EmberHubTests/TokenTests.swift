// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthTesting
import Synchronization
import Testing

@testable import EmberHub

/// The servers that get the token, and the redirects that are followed.
@Suite struct TokenTests {
    private let repository = TestRepository(size: 300_000)

    private func redirect(_ location: String, _ status: Int = 302) -> LoopbackServer.Answer {
        LoopbackServer.Answer(status: status, headers: [("Location", location)])
    }

    @Test func `a token of the environment goes before one that is kept`() throws {
        let folder = URL(filePath: "/nowhere")
        func token(_ environment: [String: String], _ kept: String?) throws -> String? {
            try Endpoint(environment: environment, token: kept).token
        }
        #expect(try token(["HF_TOKEN": "a"], "b") == "a")
        #expect(try token(["HF_TOKEN": " "], "b\n") == "b")
        #expect(try token([:], nil) == nil)
        #expect(throws: HubError.self) { try Hub(models: folder, environment: [:], token: "a b") }
        let hub = try Hub(models: folder, environment: ["HF_ENDPOINT": "http://localhost:8080/x"], token: "b")
        #expect(hub.host == "localhost:8080" && hub.hasToken)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `the token goes to the hub and nowhere else, whoever sends us there`(status: Int) async throws {
        let other = try LoopbackServer { [repository] in repository.answer($0) }
        let address = other.address
        try await withHub(token: "hf_secret") { [repository, self] request in
            request.path == TestRepository.weightsPath
                ? redirect(address + request.path, status) : repository.answer(request)
        } run: { hub, server in
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer hf_secret" })
            #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0.header("Authorization") == nil })
        }
    }

    @Test func `nor does it come back after it was left behind`() async throws {
        let hubAddress = Mutex("")
        let other = try LoopbackServer { [self] in redirect(hubAddress.withLock { $0 } + $0.path + "?back") }
        let address = other.address
        try await withHub(token: "hf_secret") { [repository, self] request in
            request.path == TestRepository.weightsPath && !request.uri.hasSuffix("?back")
                ? redirect(address + request.path) : repository.answer(request)
        } run: { hub, server in
            hubAddress.withLock { $0 = server.address }
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            let back = server.requests.filter { $0.uri.hasSuffix("?back") }
            #expect(!back.isEmpty && back.allSatisfy { $0.header("Authorization") == nil })
        }
    }

    @Test func `another name for the same machine is another host`() async throws {
        try await withHub(token: "hf_secret") { [repository, self] request in
            if request.path == TestRepository.weightsPath, request.header("Host")?.hasPrefix("127.") == true {
                let port = request.header("Host")?.split(separator: ":").last ?? ""
                return redirect("http://localhost:\(port)\(request.path)")
            }
            return repository.answer(request)
        } run: { hub, server in
            _ = try await hub.pull()
            let sent = server.requests.filter { $0.header("Host")?.hasPrefix("localhost") == true }
            #expect(!sent.isEmpty && sent.allSatisfy { $0.header("Authorization") == nil })
        }
    }

    @Test func `relative redirects are followed, with the token`() async throws {
        try await withHub(token: "hf_secret") { [repository, self] request in
            request.path == TestRepository.weightsPath && !request.uri.hasSuffix("?moved")
                ? redirect("\(request.path)?moved") : repository.answer(request)
        } run: { hub, server in
            _ = try await hub.pull()
            let moved = server.requests.filter { $0.uri.hasSuffix("?moved") }
            #expect(!moved.isEmpty && moved.allSatisfy { $0.header("Authorization") == "Bearer hf_secret" })
        }
    }

    @Test func `redirects without end are left after five`() async throws {
        try await withHub { [self] in
            redirect($0.uri)
        } run: { hub, server in
            #expect(await hubError { _ = try await hub.pull() }?.code == .brokenAnswer)
            #expect(server.requests.count == 6)
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://example.org/x", "javascript:1", "", "http://"])
    func `what is not the web is not followed`(location: String) async throws {
        try await withHub { [self] _ in
            redirect(location)
        } run: { hub, _ in
            let error = await hubError { _ = try await hub.pull() }
            #expect(error?.code == .brokenAnswer)
        }
    }

    @Test(arguments: [
        "huggingface.co", "ftp://x.org", "https://", "http://a:b@c.org", "https://x.org/?a=b", "not an address",
    ])
    func `an endpoint that is none is refused by name`(address: String) {
        #expect(throws: HubError.self) { try Endpoint(environment: ["HF_ENDPOINT": address]) }
    }

    @Test func `addresses are made of names, whatever is in them`() throws {
        let endpoint = try Endpoint(environment: ["HF_ENDPOINT": "https://Hub.example.org:8443/mirror//"])
        let path = try RepositoryPath("a b/ü?#%.json")
        #expect(
            endpoint.file(path, of: tinyModel, revision: "refs/pr/1")?.absoluteString
                == "https://Hub.example.org:8443/mirror/someone/tiny/resolve/refs%2Fpr%2F1/a%20b/%C3%BC%3F%23%25.json")
        #expect(try Endpoint(environment: [:]).origin.host == "huggingface.co")
        #expect(throws: HubError.self) { try Endpoint(environment: ["HF_TOKEN": "a\r\nb"]) }
    }

    @Test func `ports are told apart, but not the usual one from none`() throws {
        func origin(_ text: String) throws -> Origin? { Origin(try #require(URL(string: text))) }
        #expect(try origin("https://a.org") == origin("HTTPS://A.org:443/x"))
        #expect(try origin("https://a.org") != origin("https://a.org:444"))
        #expect(try origin("https://a.org") != origin("http://a.org"))
        #expect(try origin("https://a.org@b.org/")?.host == "b.org")
    }
}
