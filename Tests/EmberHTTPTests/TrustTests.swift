// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import HearthTesting
import Synchronization
import Testing

/// Whom the client connects to, and whom it believes.
@Suite struct TrustTests {
    @Test func `nobody there`() async throws {
        let failure = try await HTTPClient().failure(request("http://127.0.0.1:1/")).failure
        #expect(failure.code == .unreachable && failure.systemError == ECONNREFUSED, "\(failure)")
        #expect(try await HTTPClient().failure(request("http://nowhere.invalid/")).failure.code == .unknownHost)
    }

    /// The addresses are those that are connected to, however they are spelt.
    @Test(arguments: ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "localhost"])
    func `each address is asked about before a connection is made to it`(host: String) async throws {
        let server = try LoopbackServer(.whole("x"), .again)
        let asked = Mutex<[[UInt8]]>([])
        let client = HTTPClient()
        let refusing = request("http://\(host):\(server.port)/") { wanted in
            wanted.mayConnect = { address in
                asked.withLock { $0.append(address) }
                return false
            }
        }
        #expect(try await client.failure(refusing).failure.code == .refusedAddress)
        #expect(server.seen.connections == 0)
        #expect(asked.withLock { $0.contains([127, 0, 0, 1]) })
        let allowing = request("http://\(host):\(server.port)/") { $0.mayConnect = { $0 == [127, 0, 0, 1] } }
        #expect(try await client.fetch(allowing).body.count == 1)
    }

    @Test func `addresses of version 6 are asked about with all their bytes`() async throws {
        let asked = Mutex<[[UInt8]]>([])
        let wanted = request("http://[2001:db8::5]:1/") { wanted in
            wanted.mayConnect = { address in
                asked.withLock { $0.append(address) }
                return false
            }
        }
        let code = try await HTTPClient().failure(wanted).failure.code
        // Where a system has no version 6 at all, there is nothing to ask about.
        if code != .unreachable { #expect(code == .refusedAddress) }
        let bytes: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]
        #expect(asked.withLock { $0.allSatisfy { $0 == bytes } })
    }

    /// In a process of its own: nobody else may read the environment while it changes.
    @Test func `a proxy of the environment is not used`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(.whole("proxy"))
            let server = try LoopbackServer(.whole("server"))
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, proxy.address, 1) }
            #expect(try await HTTPClient().fetch(request(server.address)).body == Array("server".utf8))
            #expect(proxy.seen.connections == 0)
        }
    }

    // MARK: Encryption

    @Test func `a server without encryption is not taken for one with`() async throws {
        let server = try LoopbackServer(.whole("x"))
        let wanted = request("https://127.0.0.1:\(server.port)/") { $0.limits.connecting = .seconds(3) }
        // It waits for the end of a request that it cannot read.
        #expect(try await HTTPClient().failure(wanted).failure.code == .handshakeTimeout)
        let refusing = try LoopbackServer(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n") { _ in [] }
        let refused = try await HTTPClient().failure(request("https://127.0.0.1:\(refusing.port)/")).failure
        #expect(refused.code == .untrusted, "\(refused)")
        #expect(server.seen.requests.isEmpty)
    }

    @Test func `a server that does not answer the greeting is not waited for`() async throws {
        let listener = try LoopbackServer { _ in [] }
        let wanted = request("https://127.0.0.1:\(listener.port)/") { $0.limits.connecting = .milliseconds(500) }
        #expect(try await HTTPClient().failure(wanted).failure.code == .handshakeTimeout)
    }

    @Test(.enabled(if: EncryptedServer.isPossible, "openssl is not here"))
    func `a certificate counts for its host, and only when an authority vouches for it`() async throws {
        let server = try await EncryptedServer()
        let local = "https://localhost:\(server.port)/"
        let trusting = HTTPClient(certificates: server.certificate)
        let (response, _) = try await trusting.fetch(request(local))
        #expect(response.status == 200)
        // HTTP/2 is offered, and this server does not know it.
        #expect(try await trusting.fetch(request(local) { $0.allowsHTTP2 = true }).response.status == 200)
        let stranger = try await HTTPClient().failure(request(local)).failure
        #expect(stranger.code == .untrusted, "\(stranger)")
        let otherName = try await trusting.failure(request("https://127.0.0.1:\(server.port)/")).failure
        #expect(otherName.code == .untrusted, "\(otherName)")
    }
}

/// openssl's own server, with a certificate for `localhost` that it has made for itself.
private final class EncryptedServer {
    static let openssl = "/usr/bin/openssl"
    static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

    let port: Int
    let certificate: String
    private let folder: URL
    private let process = Process()

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appending(path: "key.pem").path
        certificate = folder.appending(path: "certificate.pem").path
        let making = Process()
        making.executableURL = URL(filePath: Self.openssl)
        making.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key,
            "-out", certificate,
        ]
        making.standardError = FileHandle.nullDevice
        let _: Void = try await withCheckedThrowingContinuation { continuation in
            making.terminationHandler = { _ in continuation.resume() }
            do { try making.run() } catch { continuation.resume(throwing: error) }
        }
        process.executableURL = URL(filePath: Self.openssl)
        // The system chooses the port, since one chosen here might be taken by the time that openssl asks for it.
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = Pipe()
        try process.run()
        var said = ""
        // A server that ends closes its output, which ends the wait.
        while !said.contains(/ACCEPT .*:[0-9]+\n/) {
            let part = output.fileHandleForReading.availableData
            try #require(!part.isEmpty, "openssl listens; it said: \(said)")
            said += String(decoding: part, as: UTF8.self)
        }
        let match = try #require(said.firstMatch(of: /ACCEPT .*:([0-9]+)\n/))
        port = try #require(Int(match.1))
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)  // what is left of it is the system's to clean
    }
}
