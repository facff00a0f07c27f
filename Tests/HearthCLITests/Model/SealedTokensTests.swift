// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthModels
import HearthSecrets
import Testing

@Suite struct SealedTokensTests {
    @Test func `tokens are kept beside other keys, and gone when they are forgotten`() async throws {
        try await withTemporaryFolder { folder in
            let secrets = SecretStore(
                folder: folder.appending(path: "secrets"), key: .file(folder.appending(path: "secrets.key")))
            let tokens = SealedTokens(secrets)
            #expect(try tokens.token(for: "hub.example") == nil)
            try tokens.keep("hf_secret", for: "hub.example")
            #expect(try tokens.token(for: "hub.example") == "hf_secret")
            #expect(try tokens.token(for: "other.example") == nil)
            #expect(try secrets.names() == ["hub hub.example"])
            try tokens.keep(nil, for: "hub.example")
            #expect(try secrets.names() == [])

            try tokens.keep("hf_secret", for: "hub.example")
            try Data("rubbish".utf8).write(to: secrets.file)
            let error = #expect(throws: ModelError.self) { try tokens.keep("another", for: "hub.example") }
            #expect(error?.code == .secrets && error?.detail.contains(folder.path) == false)
        }
    }
}
