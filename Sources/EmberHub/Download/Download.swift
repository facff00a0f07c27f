// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A model on its way here. It goes on whoever looks, until it is whole, paused or cancelled.
public final class Download: Sendable {
    public let model: ModelID
    /// The branch, tag or commit that is fetched.
    public let revision: String
    /// The `.gguf` file that is fetched, where one was asked for.
    public let file: String?
    private let board: ProgressBoard
    private let cancelRequest = CancelRequest()
    private let task: Task<URL, any Error>

    init(_ work: DownloadWork) {
        (model, revision, file) = (work.model, work.revision, work.file)
        board = work.board
        let cancelRequest = cancelRequest
        task = Task { try await work.run(cancelRequest) }
    }

    /// How far it is now.
    public var progress: DownloadProgress { board.progress }

    /// How far it is, and each change until the end.
    public func updates() -> AsyncStream<DownloadProgress> { board.stream() }

    /// Stops and keeps what has arrived; a new download of the same model goes on from there.
    public func pause() { task.cancel() }

    /// Stops and removes what has arrived; returns when it is gone. Comes too late for a model that is installed
    /// already.
    public func cancel() async {
        cancelRequest.cancel()
        task.cancel()
        _ = await task.result
    }

    /// Waits for the end.
    /// - Returns: the model's folder.
    /// - Throws: `HubError`; `.paused` and `.cancelled` after those.
    public func finish() async throws -> URL { try await task.value }
}

/// Whether a download that is stopped is to leave nothing.
final class CancelRequest: Sendable {
    private let state = Mutex(false)
    var isCancel: Bool { state.withLock { $0 } }
    func cancel() { state.withLock { $0 = true } }
}

/// The work of a download, from the list of files to the folder in its place.
struct DownloadWork: Sendable {
    let model: ModelID
    let revision: String
    /// A `.gguf` file of the repository, or a piece of one, where there are several.
    let file: String?
    let endpoint: Endpoint
    let models: URL
    let limits: DownloadLimits
    let board: ProgressBoard

    func run(_ cancelRequest: CancelRequest) async throws -> URL {
        do {
            let folder = try StagingFolder(model, in: models)
            do {
                let place = try await fetch(into: folder)
                board.end(.finished)
                return place
            } catch {
                if cancelRequest.isCancel { folder.remove() }
                throw error
            }
        } catch {
            let failure = told(error, cancelRequest)
            switch failure.code {
            case .paused: board.end(.paused)
            case .cancelled: board.end(.cancelled)
            default: board.end(.failed(failure))
            }
            throw failure
        }
    }

    private func told(_ error: any Error, _ cancelRequest: CancelRequest) -> HubError {
        if cancelRequest.isCancel {
            return HubError(.cancelled, "\(model)", "was cancelled and its files were deleted")
        }
        switch error {
        case let error as HubError: return error
        case let failure as PassingFailure: return failure.cause
        case is CancellationError: return HubError(.paused, "\(model)", "is paused; download it again to resume")
        default: return HubError(.connection, "\(model)", "\(error)")
        }
    }

    private func fetch(into folder: StagingFolder) async throws -> URL {
        try InstalledModels(models: models).requireOurs(model)
        let client = HubClient(endpoint, limits: limits)
        let all = try await FileList(client: client, limits: limits).files(of: model, revision: revision) {
            board.wait($0)
        }
        let plan = try NeededFiles.of(all, model: model, wish: file)
        let manifest = Manifest(model: model, revision: revision, source: endpoint.address, files: plan)
        let installed = InstalledModels(models: models).manifest(of: model)
        if installed?.files == manifest.files {
            folder.remove()
            return folder.destination
        }
        board.replace(installed.map { NeededFiles.weights(of: $0.files, goneFrom: plan) } ?? [])
        try folder.removeAll(but: plan)
        try folder.write(plan: plan, revision: revision, file: file)
        for (file, partial) in zip(plan, try await partials(plan, in: folder)) {
            guard let url = endpoint.file(file.path, of: model, revision: revision) else {
                throw HubError(.unsafePath, "\(file.path)", "cannot be part of an address")
            }
            try await FileTransfer(url: url, partial: partial, client: client, limits: limits, board: board).run()
        }
        board.phase(.installing)
        try Task.checkCancellation()
        try folder.install(manifest)
        return folder.destination
    }

    /// Finds what is here of each file, and whether there is room for the rest.
    private func partials(_ plan: [RemoteFile], in folder: StagingFolder) async throws -> [PartialFile] {
        var partials: [PartialFile] = []
        var here: [(file: RemoteFile, done: Int)] = []
        for file in plan {
            let partial = try PartialFile(file, files: folder.files, notes: folder.notes, limits: limits)
            here.append((file, await partial.done))
            partials.append(partial)
        }
        board.plan(here)
        try folder.requireRoom(for: here.reduce(0) { $0 + $1.file.size - $1.done }, reserve: limits.diskReserve)
        return partials
    }
}
