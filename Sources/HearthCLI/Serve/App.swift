// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthStore
import HearthWeb
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Everything put together, and served: the app, or what can be done when its data cannot be opened.
final class App: Sendable {
    private let lock: DataFolderLock
    private let folder: URL
    private let environment: [String: String]
    private let listening: Listening
    private let access: HearthWeb.Access
    /// What is there once the store is open.
    private let household = Mutex<Household?>(nil)
    private let upkeep = Mutex<Task<Void, Never>?>(nil)

    /// How long the end may take. What has to be kept has been kept by then.
    private static let patience = Duration.seconds(4)

    /// - Throws: `ChatError` when Hearth runs already, or may not use its folder.
    init(listening: Listening, environment: [String: String]) throws {
        folder = DataFolder(environment: environment).url
        lock = try DataFolderLock(folder)
        self.listening = listening
        self.environment = environment
        let folder = folder
        let programs = ProgramKey(try AccessKey.programs.load(in: folder)) { key in
            try AccessKey.programs.replace(with: key, in: folder)
        }
        access = HearthWeb.Access(key: try AccessKey.browsers.load(in: folder), programs: programs)
    }

    /// Serves until a signal says to end.
    func run() async throws {
        switch Store.open(in: folder) {
        case .ready(let store):
            let server = try await moveIn(store)
            try await serve(server.application { port in self.announce(port, server.startAddress) })
        case .unusable(let recovery):
            Self.log("\(recovery.problem.detail); the app’s page says what can be done")
            let desk = RecoveryDesk(recovery)
            let server = try await RecoveryServer(configuration, access: access, desk: desk, logger: Self.logger) {
                try await self.moveIn(desk.open())
            }
            try await serve(server.application { port in self.announce(port, server.startAddress) })
        }
        try household.withLock { $0 }?.store.close()
    }

    /// Makes what needs the open store.
    private func moveIn(_ store: Store) async throws -> WebServer {
        do {
            let new = try await Household(
                store, configuration: configuration, access: access, environment: environment, logger: Self.logger,
                log: { Self.log($0) })
            household.withLock { $0 = new }
            upkeep.withLock { $0 = Task { await new.backUp(Self.log) } }
            return new.server
        } catch {
            try? store.close()  // The error that led here is the one to report.
            throw error
        }
    }

    private var configuration: WebConfiguration {
        var configuration = WebConfiguration()
        (configuration.host, configuration.port) = (listening.host, listening.port)
        configuration.names = listening.names + (listening.isOpen ? Network.names : [])
        configuration.machine = ProcessInfo.processInfo.hostName
        return configuration
    }

    private func serve(_ application: some ApplicationProtocol) async throws {
        let serving = Task { try await application.runService(gracefulShutdownSignals: []) }
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { _ in
            // Who says it twice does not want to wait.
            guard !Self.isEnding.exchange(true, ordering: .relaxed) else { _exit(1) }
            Task {
                try? await Task.sleep(for: Self.patience)
                _exit(0)
            }
            Task {
                // First what people have is made safe, then the pages go.
                await self.household.withLock { $0 }?.end()
                serving.cancel()
            }
        }
        defer { withExtendedLifetime((watch, lock)) {} }
        defer { upkeep.withLock { $0?.cancel() } }
        do {
            try await serving.value
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ChatError(
                "port \(listening.port) is in use by another program; choose another: hearth serve --port \(listening.port + 1)"
            )
        } catch  where Self.isEnding.load(ordering: .relaxed) {
            // It was told to end, and did.
        }
    }

    private func announce(_ port: Int, _ startAddress: (_ port: Int, _ host: String?) -> String) {
        let hosts = Network.isEverywhere(listening.host) ? ["localhost"] + Network.addresses : [listening.host]
        let addresses = hosts.map { startAddress(port, $0) }
        lock.note(address: "http://\(hosts[0]):\(port)")
        StandardStream.output.write("Hearth is ready. Open in a browser:\n" + addresses.map { "  \($0)\n" }.joined())
        if StandardStream.error.isTerminal { StandardStream.error.write("Ctrl-C ends it.\n") }
    }

    // MARK: Logging

    /// Whether the program was told to end.
    private static let isEnding = Atomic(false)

    private static let logger: Logger = {
        var logger = Logger(label: "hearth") { label in
            // Connections that are cut at the end are no news.
            QuietHandler(StreamLogHandler.standardError(label: label)) { isEnding.load(ordering: .relaxed) }
        }
        logger.logLevel = .warning
        return logger
    }()

    private static func log(_ line: String) { StandardStream.error.write("hearth: \(Sanitizer.line(line))\n") }
}
