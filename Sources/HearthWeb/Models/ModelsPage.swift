// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The models of this machine, those on their way, and those that can be had.
struct ModelsPage: Page {
    static let template = "models"

    let title: String
    let memory: MemoryView?
    let installed: [InstalledView]
    let downloads: [DownloadView]
    let offers: [OfferView]
    let canFetch: Bool
    let disk: String
    let access: AccessView?
    let modelFault: String?
    /// Models elsewhere; `nil` where there can be none.
    let remote: RemoteList?
    let hub: TypedView
    let folder: TypedView

    /// The state of the token that opens models that are not public.
    struct AccessView: Sendable {
        let heading: String
        let state: String
        let hint: String
        let isGiven: Bool
        let isKept: Bool
    }

    /// A field's text that was refused, and why; empty if nothing was.
    struct TypedView: Sendable {
        var typed = ""
        var fault: String?
    }

    /// The models elsewhere, and what came of trying one.
    struct RemoteList: Sendable {
        /// Those of other machines, and those of other programs of this one.
        let models: [RemoteView]
        let here: [RemoteView]
        let check: CheckView?
        let purposes: [PurposesView]
    }

    /// The use of the machine's memory, in hundredths of it and in words.
    struct MemoryView: Sendable {
        let amount: String
        let others: String
        let weights: String
        let cache: String
        let peak: String
        let label: String
        let othersPart: Int
        let weightsEnd: Int
        let cacheEnd: Int
        let weightsPart: Int
        let cachePart: Int
    }

    struct InstalledView: Sendable {
        let name: String
        let pieces: [String]
        let details: String
        let ember: String
        let isChosen: Bool
        let isLoaded: Bool
        /// Whether it can be talked with.
        let canUse: Bool
        let canRemove: Bool
        let removeNote: String
    }

    /// - Parameter embedding: installed models that nobody can talk with; they are listed to be removed.
    init(
        installed: [ModelSummary], embedding: [ModelSummary] = [], state: ModelState, room: MachineRoom?,
        offers: [ModelOffer], downloads: [ModelDownload], access: HubAccess? = nil, remote: [RemoteModel]? = nil,
        purposes: [String: Set<RequestPurpose>] = [:], check: CheckView? = nil, hub: TypedView = TypedView(),
        folder: TypedView = TypedView(), _ say: Phrases
    ) {
        (self.hub, self.folder) = (hub, folder)
        title = say("models.title")
        memory = room.map { MemoryView(state, $0, say) }
        let view = ModelView(state, say)
        self.installed =
            installed.filter { $0.remoteHost == nil }.map {
                InstalledView($0, chosen: $0.name == state.name ? view : nil, canRemove: room != nil, say)
            } + embedding.map { InstalledView(embedding: $0, canRemove: room != nil, say) }
        self.downloads = downloads.filter { $0.phase != .done }.map { DownloadView($0, say) }
        let known = Set(installed.map(\.name)).union(downloads.map(\.name))
        self.offers =
            room.map { room in
                offers.filter { !known.contains($0.name) }.map { OfferView($0, isChosen: false, room, say) }
            } ?? []
        canFetch = room != nil
        disk = room.map { say("models.hint", ["free": say.bytes($0.freeDisk)]) } ?? ""
        self.access = access.map { AccessView($0, say) }
        modelFault = view.fault
        self.remote = remote.map { remote in
            func views(_ models: [RemoteModel]) -> [RemoteView] {
                models.map { RemoteView($0, isChosen: $0.name == state.name, say) }
            }
            return RemoteList(
                models: views(remote.filter { !$0.isHere }), here: views(remote.filter(\.isHere)), check: check,
                purposes: PurposesView.all(remote, purposes, say))
        }
    }
}

extension ModelsPage.InstalledView {
    init(_ model: ModelSummary, chosen: ModelView?, canRemove: Bool, _ say: Phrases) {
        name = model.name
        pieces = breakable(shortName(model.name))
        let size = say(model.isBuiltIn ? "models.builtIn" : "models.size", ["size": say.bytes(model.bytes)])
        details = chosen.map { "\(size), \($0.words)" } ?? size
        ember = chosen?.ember ?? "idle"
        isChosen = chosen != nil
        isLoaded = chosen?.isLoaded ?? false
        canUse = true
        self.canRemove = canRemove && !model.isBuiltIn
        removeNote = Self.removeNote(model, say)
    }

    init(embedding model: ModelSummary, canRemove: Bool, _ say: Phrases) {
        name = model.name
        pieces = breakable(shortName(model.name))
        details = say("models.embeds", ["size": say.bytes(model.bytes)])
        (ember, isChosen, isLoaded, canUse) = ("idle", false, false, false)
        self.canRemove = canRemove
        removeNote = Self.removeNote(model, say)
    }

    private static func removeNote(_ model: ModelSummary, _ say: Phrases) -> String {
        let label = shortName(model.name)
        return model.isLinked
            ? say("models.unlinkNote", ["model": label])
            : say("models.removeNote", ["model": label, "size": say.bytes(model.bytes)])
    }
}

extension ModelsPage.AccessView {
    init(_ access: HubAccess, _ say: Phrases) {
        heading = say("models.access", ["host": access.host])
        hint = say("models.accessHint", ["host": access.host])
        isGiven = access.token == .given
        isKept = access.token == .kept
        state =
            switch access.token {
            case .none: say("models.accessNone")
            case .given: say("models.accessGiven")
            case .kept: say("models.accessKept", ["host": access.host])
            case .unreadable: say("fault.secrets")
            }
    }
}

extension ModelsPage.MemoryView {
    init(_ state: ModelState, _ room: MachineRoom, _ say: Phrases) {
        let total = Double(max(1, room.memory))
        func part(_ bytes: Int) -> Int { Int((Double(max(0, bytes)) / total * 100).rounded()) }
        let rest = max(0, room.memoryInUse - state.weightBytes - state.cacheBytes)
        amount = say("models.memoryUse", ["used": say.bytes(room.memoryInUse), "of": say.bytes(room.memory)])
        others = say("models.others", ["size": say.bytes(rest)])
        weights = say("models.weights", ["size": say.bytes(state.weightBytes)])
        cache = say("models.cache", ["size": say.bytes(state.cacheBytes)])
        peak = say("models.peak", ["size": say.bytes(state.peakBytes)])
        label = [others, weights, cache].joined(separator: ", ")
        othersPart = min(100, part(rest))
        weightsPart = part(state.weightBytes)
        cachePart = part(state.cacheBytes)
        weightsEnd = min(100, othersPart + weightsPart)
        cacheEnd = min(100, weightsEnd + cachePart)
    }
}
