// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Brings models from a hub to this machine.
///
/// ```swift
/// let hub = try Hub(models: folder, environment: ProcessInfo.processInfo.environment)
/// let download = hub.download(try ModelID("mlx-community/Qwen3-0.6B-4bit"))
/// for await progress in download.updates() { print(progress.fraction) }
/// let model = try await download.finish()
/// ```
public struct Hub: Sendable {
    /// Holds `OWNER/NAME` folders, and in `.partial` what is on its way.
    public let models: URL
    public var limits: DownloadLimits
    private let endpoint: Endpoint

    /// - Parameters:
    ///   - environment: `HF_ENDPOINT` and `HF_TOKEN` are honoured.
    ///   - token: what is sent to the hub where the environment has no token.
    /// - Throws: `HubError` `.badSettings`.
    public init(
        models: URL, environment: [String: String], token: String? = nil, limits: DownloadLimits = DownloadLimits()
    ) throws(HubError) {
        self.models = models
        self.limits = limits
        endpoint = try Endpoint(environment: environment, token: token)
    }

    /// Host that models come from, with the port where it is not the usual one.
    public var host: String { endpoint.origin.name }
    /// Whether a token is sent there.
    public var hasToken: Bool { endpoint.token != nil }

    /// Starts a download, or resumes one that was paused or killed. A model that is here is brought up to date.
    ///
    /// Arguments left out are taken from an unfinished download of the model, unless the given ones differ from its
    /// own.
    /// - Parameters:
    ///   - revision: a branch, tag or commit of the repository; `main` unless given.
    ///   - file: a `.gguf` file of the repository, where it has several; any piece of a split one stands for all.
    public func download(_ model: ModelID, revision: String? = nil, file: String? = nil) -> Download {
        let noted = unfinished().first { begun in
            begun.model == model && (revision ?? begun.revision) == begun.revision
                && (file ?? begun.file) == begun.file
        }
        return Download(
            DownloadWork(
                model: model, revision: revision ?? noted?.revision ?? "main", file: file ?? noted?.file,
                endpoint: endpoint, models: models, limits: limits, board: ProgressBoard(model)))
    }

    /// Downloads that were paused, or whose program was ended; those that run now are among them.
    public func unfinished() -> [UnfinishedDownload] { StagingFolder.unfinished(in: models) }

    /// Removes what has arrived of a model whose download does not run.
    /// - Throws: `HubError` `.busy` when it does run, `.notInstalled` when there is no such download.
    public func discard(_ model: ModelID) throws(HubError) {
        guard unfinished().contains(where: { $0.model == model }) else {
            throw HubError(.notInstalled, "\(model)", "has no unfinished download")
        }
        try StagingFolder(model, in: models).remove()
    }
}
