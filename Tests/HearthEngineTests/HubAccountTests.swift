// SPDX-License-Identifier: Apache-2.0

import EmberHub
import Foundation
import HearthEngine
import HearthModels
import Synchronization
import Testing

@Suite struct HubAccountTests {
    private final class Tokens: HubTokens {
        private let state = Mutex<[String: String]>([:])
        var kept: [String: String] { state.withLock { $0 } }
        let isBroken: Bool

        init(isBroken: Bool = false) { self.isBroken = isBroken }

        private func check() throws {
            if isBroken { throw ModelError(.secrets, "The keys cannot be read.") }
        }
        func token(for host: String) throws -> String? {
            try check()
            return kept[host]
        }
        func keep(_ token: String?, for host: String) throws {
            try check()
            state.withLock { $0[host] = token }
        }
    }

    private func account(_ tokens: Tokens, _ environment: [String: String] = [:]) -> HubAccount {
        HubAccount(models: URL(filePath: "/nowhere"), environment: environment, tokens: tokens)
    }

    private func hasToken(_ account: HubAccount) throws -> Bool {
        try account.hub { Issue.record("\($0)") }.hasToken
    }

    @Test func `a token is kept for one hub, and for no other`() throws {
        let tokens = Tokens()
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
        let tokens = Tokens()
        #expect(throws: HubError.self) { try account(tokens).keep("a\nb") }
        #expect(tokens.kept.isEmpty)
    }

    @Test func `where tokens cannot be read, that is said and the hub is asked without one`() throws {
        let broken = account(Tokens(isBroken: true))
        var said: [String] = []
        let hub = try broken.hub { said.append($0) }
        #expect(!hub.hasToken)
        #expect(said == ["The keys cannot be read.; going on without a token"])
        #expect(throws: ModelError.self) { try broken.isKeepingToken() }
        // One that the program was started with is needed from nowhere.
        let given = account(Tokens(isBroken: true), ["HF_TOKEN": "hf_secret"])
        #expect(try given.isGivenToken && hasToken(given))
    }
}
