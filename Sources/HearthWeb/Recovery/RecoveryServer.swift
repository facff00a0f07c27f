// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthChat
import HearthModels
public import Hummingbird
public import Logging
import Synchronization

/// The page that is shown while what is kept cannot be opened. When it can again, the app answers at the same address.
public struct RecoveryServer: Sendable {
    let site: Site
    let door: Door
    private let connections: Connections
    private let logger: Logger

    /// - Parameter open: opens what is kept and makes the app of it; throws while that cannot be done.
    /// - Throws: what reading its own templates, phrases and assets throws.
    public init(
        _ configuration: WebConfiguration, access: Access, desk: any Recovering,
        now: @escaping @Sendable () -> Date = { Date() }, zone: TimeZone = .current,
        logger: Logger = Logger(label: "hearth.web"), open: @escaping @Sendable () async throws -> WebServer
    ) async throws {
        // The pages need a house around them; this one is empty.
        let settings = DefaultSettings()
        let empty = Conversations(store: MemoryStore(), models: NoModels(), settings: settings)
        site = try await WebServer(
            configuration, access: access, conversations: empty, models: NoModels(), settings: settings, now: now,
            zone: zone, logger: logger
        ).site
        door = Door(open: open, logger: logger)
        connections = Connections(configuration.places)
        door.recovery.withLock { [site, door] in
            $0 = site.recoveryRouter(RecoveryRoutes(pages: site.pages, sent: site.sent, desk: desk, door: door), logger)
                .buildResponder()
        }
        self.logger = logger
    }

    /// - Parameter onRunning: given the port, as soon as the server listens.
    public func application(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) -> some ApplicationProtocol {
        WebServer.application(door, connections, site.pages.configuration, logger, onRunning: onRunning)
    }

    /// As the app’s.
    public func end() { connections.end() }

    /// The address to open in a browser. It holds a key: opening it signs the browser in.
    public func startAddress(port: Int, host: String? = nil) -> String { site.startAddress(port: port, host: host) }
}

/// Leads to the recovery page, and from the moment that what is kept is open, to the app.
final class Door: HTTPResponder {
    typealias Context = WebContext

    fileprivate let recovery = Mutex<RouterResponder<WebContext>?>(nil)
    private let app = Mutex<RouterResponder<WebContext>?>(nil)
    private let makeApp: @Sendable () async throws -> WebServer
    private let logger: Logger

    init(open: @escaping @Sendable () async throws -> WebServer, logger: Logger) {
        makeApp = open
        self.logger = logger
    }

    /// Opens what is kept, if it can be opened.
    func open() async throws {
        let server = try await makeApp()
        app.withLock { $0 = server.site.router(logger).buildResponder() }
    }

    var isOpen: Bool { app.withLock { $0 != nil } }

    @Sendable func respond(to request: Request, context: WebContext) async throws -> Response {
        // A form of the recovery page that was sent twice leads to the app as well.
        let isForm = request.method == .post && request.uri.path.hasPrefix("/recovery/")
        guard let inside = app.withLock({ isForm ? nil : $0 }) ?? recovery.withLock({ $0 }) else {
            return Response(status: .serviceUnavailable)
        }
        return try await inside.respond(to: request, context: context)
    }
}

/// Settings that nobody has made.
private struct DefaultSettings: SettingsStore {
    func load() -> AppSettings { AppSettings() }
    func change<Value: Sendable>(_ edit: (inout AppSettings) -> Value) throws -> Value {
        throw ConversationError(.notSaved, "Nothing can be kept before what was kept can be opened.")
    }
}

private struct NoModels: ModelHost {
    var state: ModelState { ModelState(name: nil, phase: .none) }
    func models() -> [ModelSummary] { [] }
    func states() -> AsyncStream<ModelState> { AsyncStream { $0.finish() } }
    func choose(_ name: String) throws { throw ModelError(.noModel, "There is no model here.") }
    func chooseOnceHere(_ name: String) throws { try choose(name) }
    func wake() {}
    func unload() {}
    func complete(_ request: CompletionRequest) throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        throw ModelError(.noModel, "There is no model here.")
    }
}
