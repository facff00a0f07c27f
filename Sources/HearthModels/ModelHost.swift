// SPDX-License-Identifier: Apache-2.0

/// The models that can answer, of which the user has chosen one. Of those on this machine one is in memory at a time.
public protocol ModelHost: Completing {
    /// Models that can be chosen, by name.
    func models() async -> [ModelSummary]
    /// State of the chosen model, now and at each change.
    func states() async -> AsyncStream<ModelState>
    var state: ModelState { get async }
    /// State of a model that may not be the chosen one; `nil` when there is none of this name.
    func state(of name: String) async -> ModelState?
    /// Whether a model may be asked something of this purpose: one on this machine always, one elsewhere where the user
    /// has agreed to it.
    func mayAsk(_ name: String, for purpose: RequestPurpose) async -> Bool
    /// Makes a model the chosen one and begins to load it; returns at once. Only for what the user has chosen: whoever
    /// wants an answer names the model in the request, which changes no choice.
    func choose(_ name: String) async throws
    /// The same for a model that may still be on its way: it is chosen when it is here, unless the user chooses another
    /// one before.
    func chooseOnceHere(_ name: String) async throws
    /// Begins to load the chosen model, if it is on this machine and asleep; returns at once.
    func wake() async
    /// Gives the memory back; the next question loads the model again.
    func unload() async
    /// Tokens of the prompt that a request would be.
    /// - Throws: `ModelError` as `complete` does, `.unsupported` for a model that does not tell.
    func promptTokens(of request: CompletionRequest) async throws -> Int
}

/// A model that is installed, or that can be reached.
public struct ModelSummary: Sendable, Equatable {
    /// `owner/name`.
    public var name: String
    /// Bytes on the disk.
    public var bytes: Int
    /// Bytes of memory that it needs, with a conversation of usual length.
    public var memory: Int
    /// The host that conversations are sent to, where the model is not on this machine.
    public var remoteHost: String?
    /// Whether it came with Hearth: very small, and not to be removed.
    public var isBuiltIn = false
    /// Whether it is so small that its answers are kept short and its titles are not trusted.
    public var isTiny = false
    /// Whether it is too small to be left alone with somebody who may be in danger.
    public var isSmall = false
    /// Whether it lies elsewhere on this machine, and is only taken off the list when it is removed.
    public var isLinked = false
    /// Whether it can think before it answers; `nil` where that is not known, as of models elsewhere.
    public var thinks: Bool?
    /// The model as its files describe it; `nil` for models elsewhere.
    public var build: Build?

    /// Size and kind of a model.
    public struct Build: Sendable, Equatable {
        /// Its architecture, as its configuration names it.
        public var family: String
        public var parameters: Int
        /// Bits of a weight.
        public var bits: Int
        /// Tokens that prompt and answer may have together.
        public var contextLength: Int
        public var isGGUF: Bool
        /// Whether it was taught to call functions.
        public var callsFunctions: Bool

        public init(
            family: String, parameters: Int, bits: Int, contextLength: Int, isGGUF: Bool, callsFunctions: Bool
        ) {
            (self.family, self.parameters, self.bits) = (family, parameters, bits)
            (self.contextLength, self.isGGUF, self.callsFunctions) = (contextLength, isGGUF, callsFunctions)
        }
    }

    public init(name: String, bytes: Int, memory: Int, remoteHost: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.memory = memory
        self.remoteHost = remoteHost
    }
}

/// State of a model, usually the chosen one.
public struct ModelState: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
        /// There is none to choose.
        case none
        case idle
        /// The fraction of the weights that has been read, 0…1.
        case loading(Double)
        case loaded
        /// Why it could not be loaded, in a sentence for people.
        case failed(String)
    }

    public var name: String?
    public var phase: Phase
    /// Bytes of memory that weights and conversations take now, and that the program has taken at most.
    public var weightBytes = 0
    public var cacheBytes = 0
    public var peakBytes = 0
    public var remoteHost: String?
    /// Whether it is the very small one that came with Hearth.
    public var isBuiltIn = false

    public init(name: String?, phase: Phase) {
        self.name = name
        self.phase = phase
    }
}

extension ModelHost {
    public func mayAsk(_ name: String, for purpose: RequestPurpose) async -> Bool {
        RemoteModel.host(awayOf: name) == nil
    }

    public func state(of name: String) async -> ModelState? {
        let chosen = await state
        if chosen.name == name { return chosen }
        guard let model = await models().first(where: { $0.name == name }) else { return nil }
        return ModelState(model, phase: model.remoteHost == nil ? .idle : .loaded)
    }
}

extension ModelHost {
    public func promptTokens(of request: CompletionRequest) async throws -> Int {
        throw ModelError(.unsupported, "This model does not tell how many tokens a conversation has.")
    }
}

extension ModelState {
    /// State of a model that is not the chosen one.
    public init(_ model: ModelSummary, phase: Phase) {
        self.init(name: model.name, phase: phase)
        (remoteHost, isBuiltIn) = (model.remoteHost, model.isBuiltIn)
    }
}
