// SPDX-License-Identifier: Apache-2.0

/// How a download goes about its work, and what it takes from others.
public struct DownloadLimits: Sendable {
    /// Connections for one file.
    public var connections = 4
    /// Bytes that one request of several asks for. A file no longer than the lower bound comes over one connection.
    public var pieceBytes = (8 << 20)...(64 << 20)
    /// After so many new bytes, or so much time, what has arrived is noted down. What came later is fetched again after
    /// a crash.
    public var saveBytes = 8 << 20
    public var saveTime = Duration.milliseconds(250)
    /// A connection over which nothing comes for so long is given up.
    public var stallTime = Duration.seconds(30)
    public var retries = RetryPolicy()
    /// How often a file may change, or lose its ranges, under our hands.
    public var mostRestarts = 3
    /// Room on the disk that is left to others.
    public var diskReserve = 64 << 20
    /// Limits for a list of files.
    public var mostListBytes = 16 << 20
    public var mostFiles = 20_000
    public var mostPages = 100

    public init() {}

    /// How large the pieces of a file are: some for each connection, so that a slow one does not hold up the end.
    func piece(of size: Int) -> Int {
        min(max(size / (connections * 4), pieceBytes.lowerBound), pieceBytes.upperBound)
    }
}
