// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthRemote
import HearthTesting
import HearthWords
import Synchronization
import Testing

/// Many words, translated over a socket by servers that behave, and misbehave, as the services do.
@Suite struct TranslationRunTests {
    private let words = MemoryWords()
    private let clock = StepClock()
    private let backgroundJobs = BackgroundJobs()
    private let now = Date(timeIntervalSince1970: 1_795_282_920)

    /// A translator that a test gives.
    private struct Given: TranslationServices {
        let translator: any Translating
        var model: (any Translating)?

        func connect(
            _ translator: Translator, address: String, key: String?, unencrypted: Bool, at now: Date
        ) async throws -> ConnectedService { throw TranslationError(.refused) }
        func disconnect(_ translator: Translator) async throws {}
        func agree(to translator: Translator, at now: Date) async throws {}
        func translator(_ translator: Translator) async throws -> any Translating {
            translator == .machine ? model ?? self.translator : self.translator
        }
        func helpingModel() async -> String? { nil }
    }

    private func deck(_ count: Int) async throws -> Int64 {
        let deck = try await words.makeDeck("French", at: now)
        let contents = (1...count).map { FlashcardContent(word: "mot \($0)") }
        _ = try await words.add(contents, to: deck.id, at: now)
        return deck.id
    }

    private func translations(_ translator: any Translating, model: (any Translating)? = nil) -> Translations {
        let now = now
        return Translations(
            store: words, services: Given(translator: translator, model: model), backgroundJobs: backgroundJobs,
            clock: clock,
            now: { now }, random: { 1 })
    }

    private func deepL(_ server: DeepLServer) throws -> DeepL {
        var limits = ServiceLimits()
        (limits.connecting, limits.silence) = (.seconds(60), .seconds(60))
        return try DeepL(key: DeepLServer.key, base: server.server.address, limits: limits)
    }

    private func job(_ deck: Int64, _ scope: TranslationJob.Scope = .untranslated, by translator: Translator = .deepL)
        -> TranslationJob
    {
        TranslationJob(deck: deck, pair: LanguagePair(from: "fr", to: "en"), translator: translator, scope: scope)
    }

    /// Waits for the end, and lets time pass where somebody waits for it.
    @discardableResult
    private func end(_ translations: Translations, _ deck: Int64) async throws -> TranslationProgress {
        let run = try #require(await translations.run(of: deck))
        try await eventually("it ends: \(run.progress.phase), \(run.progress.done)") {
            if clock.sleepers > 0 { clock.advance(by: .seconds(1)) }
            return !run.progress.isActive
        }
        return run.progress
    }

    private func translated(_ deck: Int64) async -> [String: String] {
        var query = FlashcardQuery(deck: deck)
        query.limit = 1_000
        let found = await words.flashcards(query).flashcards
        return Dictionary(uniqueKeysWithValues: found.map { ($0.content.word, $0.content.translation) })
    }

    @Test func `every word of a deck is translated, in requests of fifty`() async throws {
        let service = try DeepLServer()
        let (deck, translations) = (try await deck(120), translations(try deepL(service)))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .finished && progress.translated == 120 && progress.failed.isEmpty)
        #expect(service.asked.map(\.count).sorted() == [20, 50, 50])
        #expect(await translated(deck).allSatisfy { $1 == "translation of \($0)" })
        #expect(progress.recent.count == 5)
    }

    @Test func `what the user wrote is never written over unless they ask for it`() async throws {
        let service = try DeepLServer()
        let (deck, translations) = (try await deck(3), translations(try deepL(service)))
        let first = try #require(await words.flashcards(FlashcardQuery(deck: deck)).flashcards.first)
        _ = try await words.change(first.id, at: now) {
            $0.translation = "mine"
            return true
        }
        try await translations.start(job(deck))
        #expect(try await end(translations, deck).translated == 2)
        #expect(await translated(deck)["mot 1"] == "mine")
        try await translations.start(job(deck, .all))
        #expect(try await end(translations, deck).translated == 3)
        #expect(await translated(deck)["mot 1"] == "translation of mot 1")
    }

    @Test func `what the user writes, or deletes, while it runs stays as they left it`() async throws {
        let (gate, words) = (Gate(), words)
        let (deck, translations) = (try await deck(3), translations(gate))
        try await translations.start(job(deck))
        try await eventually("it asks") { gate.isWaiting }
        let all = await words.flashcards(FlashcardQuery(deck: deck)).flashcards
        _ = try await words.change(all[0].id, at: now) {
            $0.translation = "mine"
            return true
        }
        await words.eraseFlashcards([all[1].id])
        gate.open()
        let progress = try await end(translations, deck)
        #expect(progress.untouched == 2 && progress.translated == 1)
        #expect(await translated(deck) == ["mot 1": "mine", "mot 3": "MOT 3"])
    }

    @Test func `what another translator is to do goes to it alone, whatever the former one still owes`() async throws {
        let (service, gate) = (try DeepLServer(), Gate())
        let (deck, translations) = (try await deck(120), translations(try deepL(service), model: gate))
        try await translations.start(job(deck, by: .machine))
        try await eventually("it asks") { gate.isWaiting }
        await translations.pause(deck)
        try await translations.resume(deck, with: .deepL)
        // From then on it is the one.
        await translations.pause(deck)
        try await translations.resume(deck)
        gate.open()
        #expect(try await end(translations, deck).translated == 120)
        #expect(await translated(deck).allSatisfy { $1 == "translation of \($0)" })
        #expect(gate.asked == 1 && service.asked.joined().count == 120)
    }

    @Test func `a text that fails leaves the others alone, and can be tried again`() async throws {
        var state = DeepLServer.State()
        state.answers = ["mot 2": "\u{1F913}", "mot 5": ""]
        let service = try DeepLServer(state)
        let (deck, translations) = (try await deck(6), translations(try deepL(service)))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .finished && progress.translated == 4)
        #expect(
            progress.failed.map(\.word) == ["mot 2", "mot 5"]
                && progress.failed.allSatisfy { $0.error.code == .nonsense })
        #expect(await translated(deck)["mot 2"] == "")
        try await translations.resume(deck, retrying: nil)
        try await end(translations, deck)
        #expect(service.asked.last == ["mot 2", "mot 5"])
    }

    @Test func `a crowd is met with fewer requests at a time, and nothing is lost`() async throws {
        var state = DeepLServer.State()
        (state.atOnce, state.pause) = (2, .milliseconds(30))
        let service = try DeepLServer(state)
        let client = Narrow(inside: try deepL(service), limits: TranslationLimits(texts: 1, bytes: 1_000, atOnce: 8))
        let (deck, translations) = (try await deck(60), translations(client))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .finished && progress.translated == 60 && progress.failed.isEmpty)
        #expect(service.mostRunning >= 3, "it tried more than the service takes")
        #expect(service.asked.count > 60, "some were refused and asked again")
        // 60 texts in windows that are halved whenever a third request runs: far from a refusal for each.
        #expect(service.asked.count < 120)
    }

    @Test func `Retry-After is waited for to the second, by all requests`() async throws {
        var state = DeepLServer.State()
        state.first = [.whole(429, "", "Retry-After: 30\r\n")]
        let service = try DeepLServer(state)
        let (deck, translations) = (try await deck(2), translations(try deepL(service)))
        try await translations.start(job(deck))
        let run = try #require(await translations.run(of: deck))
        try await eventually("it waits") { run.progress.phase == .slowed }
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(29))
        try await Task.sleep(for: .milliseconds(50))
        #expect(service.asked.count == 1)
        clock.advance(by: .seconds(1))
        #expect(try await end(translations, deck).translated == 2)
    }

    @Test func `a service that asks for an hour is not waited for`() async throws {
        var state = DeepLServer.State()
        state.first = [.whole(503, "", "Retry-After: 3600\r\n")]
        let service = try DeepLServer(state)
        let (deck, translations) = (try await deck(2), translations(try deepL(service)))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .stopped(TranslationError(.failedThere, retryAfter: .seconds(3600))))
        #expect(progress.left == 2 && progress.failed.isEmpty)
        try await translations.resume(deck)
        #expect(try await end(translations, deck).translated == 2)
    }

    @Test(arguments: [456, 403]) func `what concerns all words stops at once`(status: Int) async throws {
        var state = DeepLServer.State()
        state.first = [.whole(status, "")]
        let service = try DeepLServer(state)
        let (deck, translations) = (try await deck(200), translations(try deepL(service)))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .stopped(TranslationError(status == 456 ? .quota : .keyRefused)))
        #expect(service.asked.count == 1 && progress.left == 200)
    }

    @Test func `a request that is too large is sent in halves`() async throws {
        var state = DeepLServer.State()
        state.first = [.whole(413, ""), .whole(413, "")]
        let service = try DeepLServer(state)
        let (deck, translations) = (try await deck(8), translations(try deepL(service)))
        try await translations.start(job(deck))
        #expect(try await end(translations, deck).translated == 8)
        #expect(service.asked.map(\.count).sorted() == [2, 2, 4, 4, 8].sorted())
    }

    @Test func `errors of the service are tried again five times, then the run stops`() async throws {
        let server = try LoopbackServer(.whole(500, ""))
        let client = try DeepL(key: DeepLServer.key, base: server.address)
        let narrow = Narrow(inside: client, limits: TranslationLimits(texts: 1, bytes: 1_000, atOnce: 1))
        let (deck, translations) = (try await deck(20), translations(narrow))
        try await translations.start(job(deck))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .stopped(TranslationError(.failedThere)))
        #expect(progress.failed.count == 3 && progress.left == 17)
        #expect(server.requests.count == 18, "three words, each asked six times")
    }

    @Test func `a LibreTranslate server that shuts us out is asked no more`() async throws {
        var state = LibreServer.State()
        (state.slowDowns, state.refusalLimit) = (100, 3)
        let service = try LibreServer(state)
        let (deck, translations) = (try await deck(40), translations(try LibreTranslate(at: service.server.address)))
        try await translations.start(job(deck, by: .libreTranslate))
        let progress = try await end(translations, deck)
        #expect(progress.phase == .stopped(TranslationError(.banned)) && progress.left == 40)
        #expect(service.server.requests.filter { $0.line.hasPrefix("POST") }.count == 4)
    }

    @Test func `cancelling closes the connection and leaves the rest as it was`() async throws {
        let server = try LoopbackServer(.wait(.seconds(60)))
        let (deck, translations) = (try await deck(3), translations(try DeepL(key: "k", base: server.address)))
        try await translations.start(job(deck))
        try await eventually("it asks") { server.seen.open == 1 }
        await translations.cancel(deck)
        let run = try #require(await translations.run(of: deck))
        #expect(run.progress.phase == .cancelled && run.progress.left == 3)
        try await eventually("the connection is closed") { server.seen.open == 0 }
        #expect(await translated(deck).values.allSatisfy(\.isEmpty))
    }

    @Test func `a pause keeps what was asked for and asks for no more`() async throws {
        let gate = Gate()
        let (deck, translations) = (try await deck(3), translations(Narrow(inside: gate, limits: gate.limits)))
        try await translations.start(job(deck))
        try await eventually("it asks") { gate.isWaiting }
        await translations.pause(deck)
        gate.open()
        let run = try #require(await translations.run(of: deck))
        try await eventually("what was asked for is kept") { run.progress.translated == 3 }
        #expect(run.progress.phase == .paused || run.progress.phase == .finished)
    }

    @Test func `the local model gives way to people and goes on afterwards`() async throws {
        let (gate, deck) = (Gate(), try await deck(3))
        let narrow = Narrow(inside: gate, limits: TranslationLimits(texts: 1, bytes: 100, atOnce: 1))
        let translations = translations(narrow, model: narrow)
        try await translations.start(job(deck, by: .machine))
        try await eventually("it asks") { gate.isWaiting }
        let run = try #require(await translations.run(of: deck))
        let foregroundWork = backgroundJobs.beginForegroundWork()
        try await eventually("it waits") { run.progress.phase == .waiting }
        gate.open()
        #expect(run.progress.translated == 0)
        withExtendedLifetime(foregroundWork) {}
        _ = consume foregroundWork
        try await eventually("it goes on") { !run.progress.isActive }
        #expect(run.progress.translated == 3)
    }
}

/// A translator with other limits.
private struct Narrow: Translating {
    let inside: any Translating
    let limits: TranslationLimits

    func translate(_ texts: [TranslationText], _ pair: LanguagePair) async throws -> [Result<String, TranslationError>]
    {
        try await inside.translate(texts, pair)
    }
}

/// A translator that waits until it is let go on, and then answers in capitals.
private final class Gate: Translating {
    private let state = Mutex((isOpen: false, waiting: 0))

    var limits: TranslationLimits { TranslationLimits(texts: 50, bytes: 10_000, atOnce: 1) }
    var asked: Int { state.withLock(\.waiting) }
    var isWaiting: Bool { asked > 0 }
    func open() { state.withLock { $0.isOpen = true } }

    func translate(_ texts: [TranslationText], _ pair: LanguagePair) async throws -> [Result<String, TranslationError>]
    {
        state.withLock { $0.waiting += 1 }
        while state.withLock({ !$0.isOpen }) { try await Task.sleep(for: .milliseconds(2)) }
        return texts.map { .success($0.text.uppercased()) }
    }
}
