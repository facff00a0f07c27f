// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How fast bytes come, as a mean over time in which the past fades.
struct RateMeter: Sendable {
    /// After so long a change of speed shows to two thirds.
    private static let memory = 4.0
    /// Bytes come in bursts, which are gathered for so long.
    private static let step = 0.25

    private var since: ContinuousClock.Instant?
    private var gathered = 0
    private(set) var bytesPerSecond: Double?

    mutating func add(_ bytes: Int, at now: ContinuousClock.Instant) {
        guard let since else {
            since = now
            return
        }
        gathered += bytes
        let seconds = (now - since).inSeconds
        guard seconds >= Self.step else { return }
        let rate = Double(gathered) / seconds
        let weight = 1 - exp(-seconds / Self.memory)
        bytesPerSecond = bytesPerSecond.map { $0 + (rate - $0) * weight } ?? rate
        self.since = now
        gathered = 0
    }
}
