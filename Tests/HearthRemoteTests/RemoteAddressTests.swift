// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@testable import HearthRemote

@Suite struct RemoteAddressTests {
    @Test(arguments: [
        ("https://ai.example/v1", "https://ai.example/v1"), ("https://AI.Example/v1/", "https://ai.example/v1"),
        ("ai.example", "https://ai.example/v1"), (" ai.example:8443/api/ ", "https://ai.example:8443/api"),
        ("https://ai.example:443", "https://ai.example/v1"), ("http://localhost:80/v1", "http://localhost/v1"),
        ("localhost:11434", "http://localhost:11434/v1"), ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("192.168.1.7:8000", "http://192.168.1.7:8000/v1"), ("kitchen.local", "http://kitchen.local/v1"),
        ("[::1]:8000", "http://[::1]:8000/v1"), ("http://[fd00::7]/v1", "http://[fd00::7]/v1"),
        ("https://ai.example/v1/chat/completions", "https://ai.example/v1"),
        ("https://ai.example/openai/v1/models", "https://ai.example/openai/v1"),
    ])
    func `an address is written properly`(typed: String, text: String) throws {
        #expect(try RemoteAddress(typed).text == text)
    }

    @Test(arguments: [
        "", " ", "https://", "ftp://ai.example", "file:///etc/passwd", "https://user:pw@ai.example/v1",
        "https://user@ai.example", "https://ai.example/v1?key=1", "https://ai.example/v1#x", "https://ai.example:0/v1",
        "https://ai.example:70000/v1", "https://ai example/v1", "https://exämple.org", "javascript:alert(1)",
        "https:///v1",
        "https://ai.example/../v1", "https://[::1", "https://a_b.example", "https://ai.example/\r\nX: 1",
        "https://" + String(repeating: "a", count: 600), "https://[1.2.3]/v1",
    ])
    func `what is no address of an endpoint is refused`(typed: String) {
        let error = #expect(throws: ModelError.self) { try RemoteAddress(typed, unencrypted: true) }
        #expect(error?.code == .badAddress)
    }

    @Test(arguments: [
        "http://ai.example", "http://8.8.8.8/v1", "http://172.32.0.1", "http://172.15.0.1", "http://kitchen:8000",
        "http://[2001:db8::1]/v1", "http://100.63.0.1", "http://localhost.example", "http://127.0.0.1.example",
        "http://[::ffff:8.8.8.8]/v1", "http://local",
    ])
    func `without encryption nothing goes through networks of others, unless that is confirmed`(typed: String) throws {
        let error = #expect(throws: ModelError.self) { try RemoteAddress(typed) }
        #expect(error?.code == .unencrypted)
        #expect(try RemoteAddress(typed, unencrypted: true).isEncrypted == false)
    }

    @Test(arguments: [
        "localhost", "a.localhost", "kitchen.local", "127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.1",
        "192.168.0.1", "169.254.1.1", "100.64.0.1", "::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1",
    ])
    func `what is near may be reached without encryption`(host: String) throws {
        let name = host.contains(":") ? "[\(host)]" : host
        #expect(try RemoteAddress("http://\(name):8000/v1").text == "http://\(name):8000/v1")
    }
}
