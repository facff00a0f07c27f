// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthTesting
import Testing

@testable import EmberHub

/// Addresses to which a public hub may not send us.
@Suite struct PrivateNetworkTests {
    @Test(arguments: [
        "localhost", "127.0.0.1", "127.9.9.9", "127.1", "0x7f.0.0.1", "2130706433", "0.0.0.0", "0", "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8", "198.18.0.1",
        "224.0.0.1", "255.255.255.255", "::1", "[::1]", "::", "fe80::1", "fd12:3456::1", "fc00::1", "ff02::1",
        "::ffff:127.0.0.1", "[::ffff:10.0.0.1]", "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::",
    ])
    func `addresses of this machine and of private networks are told, however they are spelt`(host: String) async {
        #expect(await PrivateNetwork.contains(host))
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.63.0.1", "100.128.0.1", "169.253.1.1",
        "11.0.0.1",
        "126.255.255.255", "128.0.0.1", "192.0.1.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
        "[2a00:1450::8a]",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::", "nowhere.invalid",
    ])
    func `what everybody reaches is not among them`(host: String) async {
        #expect(await !PrivateNetwork.contains(host))
    }

    // MARK: Redirects

    /// Asks a hub that sends on to another server of this machine.
    /// - Parameter isPrivate: which of the two names of this machine is to count as private.
    private func ask(_ location: (Int) -> String, isPrivate: @escaping @Sendable (String) -> Bool) async throws -> (
        error: HubError?, reached: Int
    ) {
        let other = try LoopbackServer { _ in LoopbackServer.Answer(body: Array("secret".utf8)) }
        let target = location(other.port)
        let server = try LoopbackServer { request in
            request.path == "/start"
                ? LoopbackServer.Answer(status: 302, headers: [("Location", target)]) : LoopbackServer.Answer(body: [1])
        }
        let client = HubClient(
            try Endpoint(environment: ["HF_ENDPOINT": server.address]), limits: .forTests, isPrivate: { isPrivate($0) })
        let url = try #require(URL(string: server.address + "/start"))
        let error = await hubError { _ = try await client.get(url) }
        return (error, other.requests.count)
    }

    @Test func `a public hub is not followed into a private network`() async throws {
        let result = try await ask({ "http://localhost:\($0)/x" }, isPrivate: { $0 == "localhost" })
        #expect(result.error?.code == .brokenAnswer)
        #expect(result.error?.detail.contains("private network") == true)
        #expect(result.reached == 0)
    }

    /// The name was public when it was looked up, and is not when it is connected to.
    @Test func `nor by a name that leads elsewhere a moment later`() async throws {
        let result = try await ask({ "http://localhost:\($0)/x" }, isPrivate: { _ in false })
        #expect(result.error?.code == .brokenAnswer)
        #expect(result.error?.detail.contains("private network") == true)
        #expect(result.reached == 0)
    }

    @Test func `nor by a second server that it sends on to`() async throws {
        let other = try LoopbackServer { _ in LoopbackServer.Answer() }
        let between = try LoopbackServer { _ in
            LoopbackServer.Answer(status: 302, headers: [("Location", "http://localhost:\(other.port)/x")])
        }
        let target = between.address
        let server = try LoopbackServer { _ in LoopbackServer.Answer(status: 302, headers: [("Location", target)]) }
        let client = HubClient(
            try Endpoint(environment: ["HF_ENDPOINT": server.address]), limits: .forTests,
            isPrivate: { $0 == "localhost" })
        let url = try #require(URL(string: server.address + "/start"))
        #expect(await hubError { _ = try await client.get(url) }?.code == .brokenAnswer)
        #expect(between.requests.count == 1 && other.requests.isEmpty)
    }

    @Test func `a hub that is in a private network itself may send on within it`() async throws {
        let result = try await ask({ "http://localhost:\($0)/x" }, isPrivate: { _ in true })
        #expect(result.error == nil && result.reached == 1)
    }

    @Test func `the next page of a list is no way in either`() async throws {
        let other = try LoopbackServer { _ in LoopbackServer.Answer(body: Array("[]".utf8)) }
        let next = "http://localhost:\(other.port)/x"
        let server = try LoopbackServer { _ in
            LoopbackServer.Answer(headers: [("Link", "<\(next)>; rel=\"next\"")], body: Array("[]".utf8))
        }
        let client = HubClient(
            try Endpoint(environment: ["HF_ENDPOINT": server.address]), limits: .forTests,
            isPrivate: { $0 == "localhost" })
        let error = await hubError {
            _ = try await FileList(client: client, limits: .forTests).files(of: tinyModel, revision: "main") { _ in }
        }
        #expect(error?.code == .brokenAnswer && other.requests.isEmpty)
    }
}
