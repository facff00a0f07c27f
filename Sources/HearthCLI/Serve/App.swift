// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthStore
import HearthWeb
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Everything put together: the store, the conversations, the models and the pages.
struct App: Sendable {
    private let lock: DataFolderLock
    private let store: Store
    private let conversations: Conversations
    private let server: WebServer
    private let listening: Listening

    /// How long the end may take. What has to be kept has been kept by then.
    private static let patience = Duration.seconds(4)

    /// - Throws: `ChatError` when Hearth runs already, or its data cannot be used.
    init(listening: Listening, environment: [String: String]) async throws {
        let folder = DataFolder(environment: environment).url
        lock = try DataFolderLock(folder)
        self.listening = listening
        store = try Self.open(folder)
        let locator = ModelLocator(environment: environment)
        let models = EmberModels(locator: locator, settings: store, log: Self.log)
        await models.begin()
        let library = try HubLibrary(locator, environment: environment) { await models.begin() }
        conversations = Conversations(store: store, models: models, settings: store)
        try await conversations.begin()

        var configuration = WebConfiguration()
        (configuration.host, configuration.port) = (listening.host, listening.port)
        configuration.names = listening.names + (listening.isOpen ? Network.names : [])
        configuration.machine = ProcessInfo.processInfo.hostName
        let programs = ProgramKey(try AccessKey.programs.load(in: folder)) { key in
            try AccessKey.programs.replace(with: key, in: folder)
        }
        server = try await WebServer(
            configuration, access: HearthWeb.Access(key: try AccessKey.browsers.load(in: folder), programs: programs),
            conversations: conversations, models: models, settings: store,
            embedder: EmberEmbedders(locator: locator, log: Self.log), library: library, logger: Self.logger)
    }

    /// Serves until a signal says to end.
    func run() async throws {
        let application = server.application { port in self.announce(port) }
        let serving = Task { try await application.runService(gracefulShutdownSignals: []) }
        let isEnding = Atomic(false)
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { [conversations] _ in
            // Who says it twice does not want to wait.
            guard !isEnding.exchange(true, ordering: .relaxed) else { _exit(1) }
            Task {
                try? await Task.sleep(for: Self.patience)
                _exit(0)
            }
            Task {
                // First what people have is made safe, then the pages go.
                await conversations.end()
                serving.cancel()
            }
        }
        defer { withExtendedLifetime((watch, lock)) {} }
        let upkeep = Task { await backUp() }
        defer { upkeep.cancel() }
        do {
            try await serving.value
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ChatError(
                "port \(listening.port) is in use by another program; choose another: hearth serve --port \(listening.port + 1)"
            )
        } catch  where isEnding.load(ordering: .relaxed) {
            // It was told to end, and did.
        }
        try store.close()
    }

    private func announce(_ port: Int) {
        let hosts = Network.isEverywhere(listening.host) ? ["localhost"] + Network.addresses : [listening.host]
        let addresses = hosts.map { server.startAddress(port: port, host: $0) }
        lock.note(address: "http://\(hosts[0]):\(port)")
        StandardStream.output.write("Hearth is ready. Open in a browser:\n" + addresses.map { "  \($0)\n" }.joined())
        if StandardStream.error.isTerminal { StandardStream.error.write("Ctrl-C ends it.\n") }
    }

    // MARK: Keeping

    private static func open(_ folder: URL) throws -> Store {
        switch Store.open(in: folder) {
        case .ready(let store): return store
        case .unusable(let recovery):
            let advice = recovery.newestBackup.map {
                "\nThe newest backup can take its place: hearth restore '\($0.file.path)'"
            }
            throw ChatError(recovery.problem.detail + (advice ?? ""))
        }
    }

    /// Makes a backup every day that Hearth runs, soon after the start or after midnight.
    private func backUp() async {
        repeat {
            do { try await store.backUpDaily(at: Date()) } catch { Self.log("the daily backup failed: \(error)") }
        } while (try? await Task.sleep(for: .seconds(1800))) != nil
    }

    // MARK: Logging

    private static let logger: Logger = {
        var logger = Logger(label: "hearth") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        return logger
    }()

    private static func log(_ line: String) { StandardStream.error.write("hearth: \(Sanitizer.line(line))\n") }
}
