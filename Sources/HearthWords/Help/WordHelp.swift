// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

/// Something that was asked for a word, while it is looked for and until others have taken its place.
public struct HelpState: Sendable, Hashable {
    public var kind: HelpKind
    public var phase: Phase

    public init(kind: HelpKind, phase: Phase) { (self.kind, self.phase) = (kind, phase) }

    public enum Phase: Sendable, Hashable {
        case running
        case done([Suggestion])
        case failed(HelpFailure)
        case cancelled
    }
}

/// Requests for help with words, and their results. They are in memory only; the oldest make room.
public actor WordHelp {
    private let models: any Completing
    private let services: any TranslationServices
    private let store: any WordStore
    private let backgroundJobs: BackgroundJobs
    private let dictionaries: Dictionaries
    private var jobs: [(id: String, state: Watched<HelpState>, task: Task<Void, Never>)] = []
    private static let most = 20

    public init(
        _ models: any Completing, services: any TranslationServices, store: any WordStore,
        backgroundJobs: BackgroundJobs,
        dictionaries: Dictionaries = Dictionaries()
    ) {
        (self.models, self.services, self.store, self.backgroundJobs) = (models, services, store, backgroundJobs)
        self.dictionaries = dictionaries
    }

    /// Help to look for.
    public enum Request: Sendable, Hashable {
        case word(HelpKind, FlashcardContent)
        case story([String])

        var kind: HelpKind {
            switch self {
            case .word(let kind, _): kind
            case .story: .story
            }
        }
    }

    /// Begins to look; returns at once.
    /// - Parameters:
    ///   - pair: the deck's languages; `nil` where they are not set.
    ///   - translator: who translates where no dictionary does: the one that the user has chosen.
    /// - Returns: by what it can be asked after.
    public func start(_ request: Request, _ pair: LanguagePair?, by translator: Translator = .machine) -> String {
        let (id, state) = (UUID().uuidString, Watched(HelpState(kind: request.kind, phase: .running)))
        let task = Task {
            let phase = await self.phase(of: request, pair, translator)
            state.change { if $0.phase == .running { $0.phase = phase } }
        }
        jobs.append((id, state, task))
        if jobs.count > Self.most { jobs.removeFirst().task.cancel() }
        return id
    }

    /// The translation of a word that a dictionary of this machine has; nobody else is asked.
    public func lookUp(_ content: FlashcardContent, _ pair: LanguagePair) async -> String? {
        let helper = WordHelper(models, model: nil, dictionaries: dictionaries)
        return try? await helper.translations(of: content, pair).first?.text
    }

    /// The host that words are sent to when the model helps; `nil` where they stay on this machine.
    public func host() async -> String? { await services.helpingModel().flatMap(RemoteModel.host(awayOf:)) }

    public func state(of id: String) -> HelpState? { jobs.first { $0.id == id }?.state.value }

    /// The state now, and whenever it changes; `nil` where nothing of this name is known.
    public func states(of id: String) -> AsyncStream<HelpState>? { jobs.first { $0.id == id }?.state.changes }

    public func cancel(_ id: String) {
        guard let job = jobs.first(where: { $0.id == id }) else { return }
        job.state.change { if $0.phase == .running { $0.phase = .cancelled } }
        job.task.cancel()
    }

    private func phase(
        of request: Request, _ pair: LanguagePair?, _ translator: Translator
    ) async -> HelpState.Phase {
        guard let pair else { return .failed(.noLanguage) }
        // Somebody waits, so what nobody waits for gives way.
        let foregroundWork = backgroundJobs.beginForegroundWork()
        defer { withExtendedLifetime(foregroundWork) {} }
        let helper = WordHelper(models, model: await services.helpingModel(), dictionaries: dictionaries)
        do { return .done(try await suggestions(request, pair, helper, translator)) } catch is CancellationError {
            return .cancelled
        } catch let failure as HelpFailure { return .failed(failure) } catch { return .failed(.failed) }
    }

    private func suggestions(
        _ request: Request, _ pair: LanguagePair, _ helper: WordHelper, _ translator: Translator = .machine
    ) async throws -> [Suggestion] {
        switch request {
        case .word(.definition, let content): return try await helper.definitions(of: content, pair)
        case .word(.translation, let content):
            guard translator != .machine else { return try await helper.translations(of: content, pair) }
            do {
                let service = (translator, try await services.translator(translator))
                return try await helper.translations(of: content, pair, by: service)
            } catch let error as TranslationError { throw HelpFailure.translator(error) }
        case .word(.example, let content):
            return [try await helper.example(of: content, store.knownWords(in: pair.source), pair)]
        case .word(.mnemonic, let content): return [try await helper.mnemonic(of: content, pair)]
        case .word(.story, let content): return try await suggestions(.story([content.word]), pair, helper)
        case .story(let words): return [try await helper.story(of: words, store.knownWords(in: pair.source), pair)]
        }
    }
}

extension WordHelp: DataReplacementParticipant {
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        for job in jobs { cancel(job.id) }
        jobs = []
        try await work()
    }
}

extension DeckSettings {
    /// Its languages, where both are set.
    public var languages: LanguagePair? {
        wordLanguage.flatMap { source in translationLanguage.map { LanguagePair(from: source, to: $0) } }
    }
}
