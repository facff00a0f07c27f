// SPDX-License-Identifier: Apache-2.0

import EmberHub
import Foundation
import HearthEngine
import HearthModels
import Synchronization
import Testing

@Suite struct HubAccountTests {
    private func account(_ tokens: TestTokens, _ environment: [String: String] = [:]) -> HubAccount {
        HubAccount(models: URL(filePath: "/nowhere"), environment: environment, tokens: tokens)
    }

    private func hasToken(_ account: HubAccount) throws -> Bool {
        try account.hub { Issue.record("\($0)") }.hasToken
    }

    @Test func `a token is kept for one hub, and for no other`() throws {
        let tokens = TestTokens()
        let (one, other) = (account(tokens), account(tokens, ["HF_ENDPOINT": "https://hub.example"]))
        #expect(try !hasToken(one))
        try other.keep(" hf_secret \n")
        #expect(tokens.kept == ["hub.example": "hf_secret"])
        #expect(try hasToken(other) && other.isKeepingToken())
        #expect(try !hasToken(one) && !one.isKeepingToken())
        try other.forget()
        #expect(try !hasToken(other) && !other.isKeepingToken())
    }

    @Test func `a token that no header can carry is not kept`() throws {
        let tokens = TestTokens()
        #expect(throws: HubError.self) { try account(tokens).keep("a\nb") }
        #expect(tokens.kept.isEmpty)
    }

    @Test func `where tokens cannot be read, that is said and the hub is asked without one`() throws {
        let broken = account(TestTokens(isBroken: true))
        var said: [String] = []
        let hub = try broken.hub { said.append($0) }
        #expect(!hub.hasToken)
        #expect(said == ["The keys cannot be read.; going on without a token"])
        #expect(throws: ModelError.self) { try broken.isKeepingToken() }
        // One that the program was started with is needed from nowhere.
        let given = account(TestTokens(isBroken: true), ["HF_TOKEN": "hf_secret"])
        #expect(try given.isGivenToken && hasToken(given))
    }
}
