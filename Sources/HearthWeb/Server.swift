// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthChat
public import HearthMemory
public import HearthModels
public import HearthWords
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore

/// The app in a browser: pages, and an interface for programs.
public struct WebServer: Sendable {
    /// The folder of templates, phrases and assets, beside the program.
    static let resources = Bundle.module.bundleURL
    /// One for all servers, of which tests have many: files do not change while the program runs.
    private static let templates = Result { try PageTemplates(folder: resources.appending(path: "Templates")) }
    private static let assets = Result {
        try Assets(folder: resources.appending(path: "Assets"), formulas: FormulaScripts.systemFolders)
    }

    /// Begins to read what the first page needs, and does not wait for it: a data folder can be opened meanwhile. What
    /// goes wrong is said when it is used.
    public static func readAhead() {
        Thread.detachNewThread {
            _ = try? templates.get().read(ChatPage.template)
            _ = assets
            TemporaryPlace.removeLeftovers()
        }
    }

    let site: Site
    private let connections: Connections
    private let logger: Logger

    /// - Parameters:
    ///   - backgroundJobs: the background work, which people see and can pause.
    ///   - embedder: what makes texts vectors for programs.
    ///   - library: where models are fetched from; without one, the app offers what is installed.
    ///   - remote: the models elsewhere; without them, all are here.
    ///   - backupService: what is kept, as a whole; without it, nobody goes back to a backup here.
    ///   - words: decks and cards; without them, the area of words says that it has none.
    ///   - journal: entries; without one, the area says that there is none.
    ///   - memory: what is remembered, and the modes; without it, pages show neither.
    ///   - curation: what is known about the user; without it, the area You says that nothing is.
    ///   - translations: translates many words; without it, nothing is translated.
    ///   - translators: who can translate.
    ///   - wordHelp: looks for definitions, examples and the like; without it, none are offered.
    ///   - chatImporter: brings conversations of other programs in; without it, none are.
    ///   - deletions: everything that was deleted and can still be restored.
    ///   - webState: what pages hold beside what is stored; whoever replaces all that has it step back, too.
    ///   - now: the date of what happens.
    ///   - zone: where the days begin that conversations are grouped by.
    /// - Throws: what reading its own templates, phrases and assets throws.
    public init(
        _ configuration: WebConfiguration, access: Access, conversations: Conversations, models: any ModelHost,
        settings: any SettingsStore, backgroundJobs: BackgroundJobs = BackgroundJobs(),
        embedder: (any Embedding)? = nil,
        library: (any ModelLibrary)? = nil,
        remote: (any RemoteModels)? = nil, backupService: (any BackupService)? = nil,
        words: (any WordStore)? = nil, journal: Journal? = nil, memory: MemoryAccess? = nil,
        curation: FactCuration? = nil, translations: Translations? = nil,
        translators: (any TranslationServices)? = nil, wordHelp: WordHelp? = nil,
        deletions: DeletionQueue = DeletionQueue(), chatImporter: ChatImporter? = nil,
        webState: WebState = WebState(),
        now: @escaping @Sendable () -> Date = { Date() }, zone: TimeZone = .current,
        logger: Logger = Logger(label: "hearth.web")
    ) async throws {
        let languages = Self.resources.appending(path: "Languages")
        let pages = Pages(
            configuration: configuration, access: access, conversations: conversations, models: models,
            settings: settings, clock: WallClock(now: now, zone: zone),
            assets: try Self.assets.get(), templates: try Self.templates.get(),
            phrases: try Dictionary(
                uniqueKeysWithValues: Language.allCases.map { ($0, try Phrases($0, folder: languages)) }))
        site = Site(
            pages: pages, conversations: conversations, chatImporter: chatImporter, models: models, settings: settings,
            backgroundJobs: backgroundJobs,
            embedder: embedder, places: AnswerPlaces(configuration.programLimit, backgroundJobs: backgroundJobs),
            library: library,
            remote: remote, backupService: backupService, words: words, journal: journal, memory: memory,
            curation: curation,
            translations: translations, translators: translators, wordHelp: wordHelp, deletions: deletions,
            webState: webState)
        connections = Connections(configuration.places)
        self.logger = logger
    }

    /// - Parameter onRunning: given the port, as soon as the server listens.
    public func application(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) -> some ApplicationProtocol {
        Self.application(
            site.router(logger).buildResponder(), connections, site.pages.configuration, logger, onRunning: onRunning)
    }

    /// Takes no more connections, and ends those that are there as soon as they have their answers, or soon after.
    public func end() { connections.end() }

    /// Returns the address to open in a browser. It holds a key: opening it signs the browser in.
    /// - Parameter host: the name or address by which the browser reaches this machine; `nil` for the one that it
    ///   listens on.
    public func startAddress(port: Int, host: String? = nil) -> String { site.startAddress(port: port, host: host) }

    /// A server that has these answer.
    static func application<Responder: HTTPResponder>(
        _ responder: Responder, _ connections: Connections, _ configuration: WebConfiguration, _ logger: Logger,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> Application<Responder> where Responder.Context == WebContext {
        Application(
            responder: responder,
            server: HTTPServerBuilder {
                CountedChannel(connections: connections, deadlines: configuration.deadlines, responder: $0)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                connections.listen(on: channel)
                await onRunning(channel.localAddress?.port ?? configuration.port)
            },
            logger: logger)
    }
}
