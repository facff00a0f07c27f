// SPDX-License-Identifier: Apache-2.0

/// How far a download is.
public struct DownloadProgress: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
        /// Asking which files there are.
        case listing
        case downloading
        /// Until the next try, after something went wrong.
        case waiting(Duration)
        /// Reading back what arrived.
        case verifying
        case installing
        /// The end, one of these.
        case finished
        case paused
        case cancelled
        case failed(HubError)

        public var isEnd: Bool {
            switch self {
            case .listing, .downloading, .waiting, .verifying, .installing: false
            case .finished, .paused, .cancelled, .failed: true
            }
        }
    }

    public var model: ModelID
    public var phase = Phase.listing
    /// Bytes that are here, of `total`; 0 of 0 until the list is.
    public var bytes = 0
    public var total = 0
    /// Smoothed over some seconds; `nil` until something has come.
    public var bytesPerSecond: Double?
    /// The file that arrives or is checked, as the repository calls it.
    public var file: String?
    /// Weights that are here and that the download takes the place of; a model has one set of them.
    public var replaced: [String] = []

    public init(model: ModelID) { self.model = model }

    /// 0…1
    public var fraction: Double { total > 0 ? Double(bytes) / Double(total) : 0 }

    /// At the present speed; `nil` where that is not known.
    public var secondsLeft: Double? {
        guard case .downloading = phase, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        return Double(total - bytes) / bytesPerSecond
    }
}
