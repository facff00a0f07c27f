// SPDX-License-Identifier: Apache-2.0

import EmberHub
import Foundation
package import HearthModels

/// The models that the app can fetch: the catalogue, and the downloads that are under way or were left.
package actor HubLibrary: ModelLibrary {
    /// Hub for requests without a token.
    private let hub: Hub
    private let account: HubAccount
    private let installedModels: InstalledModels
    private let folder: ModelsFolder
    private let log: @Sendable (String) -> Void
    /// Is told when a model has arrived or is gone.
    private let changed: @Sendable () async -> Void
    private var running: [String: Download] = [:]
    private nonisolated let watched: Watched<[ModelDownload]>
    private var speed: MemorySpeed
    private let measure: @Sendable () async -> Double?
    private var measuring: Task<Void, Never>?

    /// - Parameter measure: measures how many bytes a second this machine's memory is read at.
    /// - Throws: `HubError` for an address of the hub that cannot be one.
    package init(
        _ folder: ModelsFolder, account: HubAccount,
        measure: @escaping @Sendable () async -> Double? = MemorySpeed.measured,
        log: @escaping @Sendable (String) -> Void,
        changed: @escaping @Sendable () async -> Void
    ) throws {
        self.measure = measure
        speed = MemorySpeed(in: folder.url)
        self.account = account
        hub = try account.withoutToken()
        installedModels = InstalledModels(models: folder.url)
        self.folder = folder
        self.log = log
        self.changed = changed
        watched = Watched(
            hub.unfinished().map {
                ModelDownload(name: "\($0.model)", phase: .paused, received: $0.bytes, total: $0.total ?? $0.bytes)
            })
    }

    // MARK: What there is

    /// The first caller starts the measurement of the machine and does not wait for it: it takes seconds.
    package func offers() async -> [ModelOffer] {
        measuring = measuring ?? Task { if let found = await measure() { speed.keep(found) } }
        return offers(bandwidth: speed.best)
    }

    package func suggested() async -> ModelOffer? { offers(bandwidth: nil).first(where: \.isSuggested) }

    private func offers(bandwidth: Double?) -> [ModelOffer] {
        Catalogue.entries.filter { $0.purpose != .embedding }.map { entry in
            let needs = ModelNeeds(entry)
            let name = "\(entry.model)"
            return ModelOffer(
                name: name, purpose: ModelOffer.Purpose(rawValue: entry.purpose.rawValue) ?? .other,
                bytes: entry.approximateBytes, memory: needs.memory,
                tokensPerSecond: bandwidth.map { needs.tokensPerSecond(bandwidth: $0) },
                isInstalled: folder[name] != nil, isSuggested: entry.isSuggested)
        }
    }

    package func room() -> MachineRoom {
        let memory = MachineMemory.here
        var disk = statvfs()
        let home = folder.url.deletingLastPathComponent()
        let free = statvfs(home.path, &disk) == 0 ? Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) : 0
        return MachineRoom(memory: memory.total, memoryInUse: memory.total - memory.available, freeDisk: free)
    }

    package func downloads() -> [ModelDownload] { watched.value }
    package func downloadChanges() -> AsyncStream<[ModelDownload]> { watched.changes }

    // MARK: What can be done

    package func fetch(_ name: String) async throws {
        try await translating(name) {
            let model = try ModelID(name)
            guard running["\(model)"] == nil else { return }
            let download = try account.hub(log).download(model)
            running["\(model)"] = download
            Task { await follow(download) }
            for await progress in download.updates() {
                if case .failed(let error) = progress.phase { throw error }
                if progress.phase != .listing { return }
            }
        }
    }

    /// Turns errors of the hub into ones that pages can show, and logs them in full.
    private func translating<Value>(_ name: String, _ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as HubError {
            log("\(error)")
            throw LibraryError(error)
        }
    }

    /// Tells how far a download is, until its end.
    private func follow(_ download: Download) async {
        let name = "\(download.model)"
        for await progress in download.updates() {
            show(name, progress)
            if progress.phase.isEnd { break }
        }
        running[name] = nil
        if download.progress.phase == .finished { await changed() }
    }

    private func show(_ name: String, _ progress: DownloadProgress) {
        watched.change { downloads in
            let index = downloads.firstIndex { $0.name == name }
            guard let phase = Self.phase(progress.phase) else {
                if let index { downloads.remove(at: index) }
                return
            }
            var download = ModelDownload(
                name: name, phase: phase, received: progress.bytes, total: progress.total,
                bytesPerSecond: progress.bytesPerSecond)
            download.replaced = progress.replaced
            if let index { downloads[index] = download } else { downloads.append(download) }
        }
    }

    /// `nil` for what is not there any more.
    private static func phase(_ phase: DownloadProgress.Phase) -> ModelDownload.Phase? {
        switch phase {
        case .listing, .downloading, .waiting: .running
        case .verifying, .installing: .checking
        case .finished: .done
        case .paused: .paused
        case .cancelled: nil
        case .failed(let error): .failed(LibraryError(error))
        }
    }

    package func pause(_ name: String) { running[name]?.pause() }

    package func cancel(_ name: String) async throws {
        if let download = running[name] {
            await download.cancel()
        } else {
            try await translating(name) { try hub.discard(ModelID(name)) }
        }
        watched.change { $0.removeAll { $0.name == name } }
    }

    package func link(_ path: String) async throws {
        try await translating(path) {
            // What it is relative to is nobody's business who sits at a browser.
            guard path.hasPrefix("/") || path.hasPrefix("~") else { throw LibraryError(.noModel, path) }
            do { _ = try folder.link(path) } catch let error where !(error is HubError) {
                // A damaged model; its files are read by several libraries, each with errors of its own.
                log("\(error)")
                throw LibraryError(.noModel, path, reason: "\(error)")
            }
        }
        await changed()
    }

    package nonisolated func embeddingModels() async -> [ModelSummary] { await folder.embeddingSummaries() }

    package func remove(_ name: String) async throws {
        try await translating(name) { try installedModels.remove(ModelID(name)) }
        watched.change { $0.removeAll { $0.name == name } }
        await changed()
    }

    // MARK: Who asks

    package func access() -> HubAccess {
        var access = HubAccess(host: hub.host, token: .given)
        if !account.isGivenToken {
            do { access.token = try account.isKeepingToken() ? .kept : .none } catch { access.token = .unreadable }
        }
        return access
    }

    package func keep(token: String?) async throws {
        try await translating(hub.host) {
            if let token { try account.keep(token) } else { try account.forget() }
        }
    }
}

extension LibraryError {
    init(_ error: HubError) {
        // Files of this machine are not for pages.
        let isHere = [.notWritable, .diskFull].contains(error.code)
        self.init(Code(rawValue: error.code.rawValue) ?? .other, isHere ? "" : error.place)
    }
}
