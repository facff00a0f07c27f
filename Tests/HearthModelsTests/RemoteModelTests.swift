// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@Suite struct RemoteModelTests {
    @Test(arguments: ["localhost", "LOCALHOST:80", "a.localhost:1", "127.0.0.1", "127.9.9.9:1", "[::1]", "::1"])
    func `hosts of this machine`(host: String) { #expect(RemoteModel.isHere(host)) }

    @Test(arguments: [
        "ai.example", "localhost.example", "127.0.0.1.example", "xlocalhost", "192.168.1.7:80", "[::2]:1", "128.0.0.1",
        "",
        "kitchen.local", "127.0.0.1@evil", "localhost:80/x", "[::1].example",
    ])
    func `hosts of other machines`(host: String) { #expect(!RemoteModel.isHere(host)) }
}
