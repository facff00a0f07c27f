// SPDX-License-Identifier: Apache-2.0

/// The models that can be fetched onto this machine, and those that are on their way.
public protocol ModelLibrary: Sendable {
    /// The catalogue, the suggested model among them.
    func offers() async -> [ModelOffer]
    /// The one of them that suits most, without how fast it would be.
    func suggested() async -> ModelOffer?
    func room() async -> MachineRoom
    /// Downloads that have not ended well: under way, paused or stopped by an error; the oldest first.
    func downloads() async -> [ModelDownload]
    /// The same, now and whenever it changes, a few times a second at most.
    func downloadChanges() async -> AsyncStream<[ModelDownload]>
    /// Begins a download or goes on with one; returns once its size is known and there is room for it.
    /// - Parameter name: `owner/name`, in the catalogue or not.
    func fetch(_ name: String) async throws
    /// Keeps what has arrived.
    func pause(_ name: String) async
    /// Removes what has arrived.
    func cancel(_ name: String) async throws
    /// Takes a model that lies elsewhere on this machine among the installed ones, by a link.
    /// - Parameter path: its folder or `.gguf` file, from the root or `~`.
    func link(_ path: String) async throws
    /// The installed models that turn texts into vectors; nobody can talk with them.
    func embeddingModels() async -> [ModelSummary]
    /// Removes an installed model, or the link to one.
    func remove(_ name: String) async throws
    /// How the place that models are fetched from knows who asks.
    func access() async -> HubAccess
    /// Keeps a token for it, sealed; `nil` forgets the one that is kept.
    func keep(token: String?) async throws
}

/// Host that models are fetched from, and the source of the token for those that are not public there.
public struct HubAccess: Sendable, Equatable {
    public enum Token: Sendable, Equatable {
        case none
        /// The program was started with one, which goes before any that is kept.
        case given
        case kept
        /// The store of keys cannot be read.
        case unreadable
    }

    public var host: String
    public var token: Token

    public init(host: String, token: Token) {
        self.host = host
        self.token = token
    }
}

/// Why a model cannot be fetched or removed: a code to say it by in any language, and what it is about.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        case badName, badSettings, notFound, notAllowed, unsafePath, unsupported, connection, brokenAnswer
        case wrongContents, busy, diskFull, notWritable, notInstalled, notOurs
        /// A folder or file of this machine is no model that can be run.
        case noModel
        /// Anything else; the log says what.
        case other
    }

    public var code: Code
    /// The model, file or host, or what was typed; no other path of this machine.
    public var place: String
    /// Exact fault of a model on this machine, for the log: in English, and without paths other than those that were
    /// typed.
    public var reason: String?

    public init(_ code: Code, _ place: String, reason: String? = nil) {
        self.code = code
        self.place = place
        self.reason = reason
    }

    public var description: String { "\(place): \(code.rawValue)" }
}

/// A model that can be fetched.
public struct ModelOffer: Sendable, Equatable {
    /// Use that a model is recommended for.
    public enum Purpose: String, Sendable, CaseIterable { case trying, everyday, thinking, careful, other }

    /// `owner/name`.
    public var name: String
    public var purpose: Purpose
    /// Bytes to fetch; bytes of memory that it needs with a conversation of usual length.
    public var bytes: Int
    public var memory: Int
    /// As expected of this machine; `nil` where there is nothing to go by.
    public var tokensPerSecond: Double?
    public var isInstalled: Bool
    public var isSuggested: Bool

    public init(
        name: String, purpose: Purpose, bytes: Int, memory: Int, tokensPerSecond: Double? = nil,
        isInstalled: Bool = false, isSuggested: Bool = false
    ) {
        self.name = name
        self.purpose = purpose
        self.bytes = bytes
        self.memory = memory
        self.tokensPerSecond = tokensPerSecond
        self.isInstalled = isInstalled
        self.isSuggested = isSuggested
    }
}

/// Memory and disk of the machine, in bytes.
public struct MachineRoom: Sendable, Equatable {
    public var memory: Int
    public var memoryInUse: Int
    public var freeDisk: Int

    public init(memory: Int, memoryInUse: Int, freeDisk: Int) {
        self.memory = memory
        self.memoryInUse = memoryInUse
        self.freeDisk = freeDisk
    }
}

/// A download, as it stands.
public struct ModelDownload: Sendable, Equatable, Identifiable {
    public enum Phase: Sendable, Equatable {
        case running
        /// All has arrived and is compared with its checksums.
        case checking
        case paused
        /// It stopped; what has arrived is kept.
        case failed(LibraryError)
        /// The model can be used.
        case done
    }

    /// `owner/name`.
    public var name: String
    public var phase: Phase
    public var received: Int
    /// Bytes in all.
    public var total: Int
    /// `nil` until there is enough to go by.
    public var bytesPerSecond: Double?
    /// Weights that are here and that it takes the place of, such as another quantisation of the model.
    public var replaced: [String] = []
    public var id: String { name }

    public init(name: String, phase: Phase, received: Int, total: Int, bytesPerSecond: Double? = nil) {
        self.name = name
        self.phase = phase
        self.received = received
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }
}
