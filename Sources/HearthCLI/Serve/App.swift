// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HearthEngine
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
    private let keys: [AccessKey: SymmetricKey]
    /// The services, once the store is open.
    private let services = Mutex<AppServices?>(nil)
    private let upkeep = Mutex<Task<Void, Never>?>(nil)

    /// How long the end may take, in seconds. What has to be kept has been kept by then.
    private static let shutdownTimeout = 4.0

    /// - Throws: `ChatError` when Hearth runs already, or may not use its folder.
    init(listening: Listening, environment: [String: String]) throws {
        folder = DataFolder(environment: environment).url
        lock = try DataFolderLock(folder)
        self.listening = listening
        self.environment = environment
        let folder = folder
        let (browsers, programs) = (try AccessKey.browsers.load(in: folder), try AccessKey.programs.load(in: folder))
        keys = [.browsers: browsers, .programs: programs]
        let kept = ProgramKey(programs) { key in try AccessKey.programs.replace(with: key, in: folder) }
        access = HearthWeb.Access(key: browsers, programs: kept)
    }

    /// Keys that were made while the disk was full are kept now.
    private func keepKeys() {
        for (kind, key) in keys {
            do { try kind.keep(key, in: folder) } catch {
                Self.log("\(error); who was let in has to be let in again after the next start")
            }
        }
    }

    /// Serves until a signal says to end.
    func run() async throws {
        switch try await start() {
        case .app(let server):
            try await serve(server.application { port in self.announce(port, server.startAddress) }, end: server.end)
        case .recovery(let recovery):
            Self.log("\(recovery.problem.detail); the app’s page says what can be done")
            let desk = RecoveryDesk(recovery)
            let server = try await RecoveryServer(configuration, access: access, desk: desk, logger: Self.logger) {
                try await desk.open { try await self.startServices($0) }
            }
            try await serve(server.application { port in self.announce(port, server.startAddress) }, end: server.end)
        }
        try services.withLock { $0 }?.store.close()
    }

    private enum StartResult {
        case app(WebServer)
        case recovery(Recovery)
    }

    /// Opens the store and makes what needs it, as far as the store lets us.
    private func start() async throws -> StartResult {
        WebServer.readAhead()
        switch Store.open(in: folder, cleansLater: true) {
        case .unusable(let recovery): return .recovery(recovery)
        case .ready(let store):
            do { return .app(try await startServices(store)) } catch let problem as StoreError {
                return .recovery(Recovery(problem: problem, files: StoreFiles(folder: folder)))
            }
        }
    }

    /// Starts the services that need the open store.
    private func startServices(_ store: Store) async throws -> WebServer {
        do {
            try await store.checkWriting()
            keepKeys()
            let new = try await AppServices(
                store, configuration: configuration, access: access, environment: environment, logger: Self.logger,
                log: { Self.log($0) })
            services.withLock { $0 = new }
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
        configuration.version = HearthVersion.current
        configuration.launch = Launch(environment: environment)
        return configuration
    }

    /// - Parameter end: lets the application end by itself.
    private func serve(_ application: some ApplicationProtocol, end: @escaping @Sendable () -> Void) async throws {
        let serving = Task { try await application.runService(gracefulShutdownSignals: []) }
        let watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { _ in
            // Who says it twice does not want to wait.
            guard !Self.isEnding.exchange(true, ordering: .relaxed) else { _exit(1) }
            // On a thread of its own: whatever holds the others must not hold this.
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: Self.shutdownTimeout)
                _exit(0)
            }
            Task {
                // First what people have is made safe, then the pages go.
                let lost = await self.services.withLock { $0 }?.end() ?? 0
                if lost > 0 { Self.log("the ends of \(lost) answers could not be saved and are lost") }
                end()
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
        } catch let error as IOError where [EADDRNOTAVAIL, EACCES, EPERM].contains(error.errnoCode) {
            throw ChatError(
                error.errnoCode == EADDRNOTAVAIL
                    ? "\(listening.host) is no address of this machine; use 127.0.0.1, or 0.0.0.0 with --lan for the network"
                    : "the system does not let Hearth listen on port \(listening.port); choose one above 1023")
        } catch  where Self.isEnding.load(ordering: .relaxed) {
            // It was told to end, and did.
        }
    }

    private func announce(_ port: Int, _ startAddress: (_ port: Int, _ host: String?) -> String) {
        let hosts = Network.isEverywhere(listening.host) ? ["localhost"] + Network.addresses : [listening.host]
        let addresses = hosts.map { startAddress(port, $0) }
        lock.note(address: "http://\(hosts[0]):\(port)")
        let list = addresses.map { "  \(line: $0)\n" as ScreenText }.joined()
        StandardStream.output.write("Hearth is ready. Open in a browser:\n\(list)")
        if StandardStream.error.isTerminal { StandardStream.error.write("Ctrl-C ends it.\n") }
    }

    // MARK: Logging

    /// Whether the program was told to end.
    private static let isEnding = Atomic(false)

    private static let logger: Logger = {
        var logger = Logger(label: "hearth") { label in
            // Connections that are cut at the end are no news.
            QuietHandler(StreamHandler(label)) { isEnding.load(ordering: .relaxed) }
        }
        logger.logLevel = .warning
        return logger
    }()

    private static func log(_ line: String) { StandardStream.error.write("hearth: \(line: line)\n") }
}
