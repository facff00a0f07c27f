// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Ember
package import Foundation

/// How fast this machine's memory is read, which says about how fast a model will write.
///
/// A measurement is too low while the machine does something else, and never too high, so the best one counts. It is
/// kept beside the models, for as long as the machine has the same processors.
package struct MemorySpeed: Sendable {
    /// Bytes a second; `nil` until it has been measured.
    package private(set) var best: Double?
    private let file: URL

    private struct Kept: Codable {
        var processors: Int
        var bytesPerSecond: Double
    }

    private static let processors = ProcessInfo.processInfo.processorCount

    package init(in folder: URL) {
        file = folder.appending(path: ".memory-speed.json")
        // Without it, it is measured again.
        let kept = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Kept.self, from: $0) }
        if let kept, kept.processors == Self.processors, (1e6...1e14).contains(kept.bytesPerSecond) {
            best = kept.bytesPerSecond
        }
    }

    package mutating func keep(_ measured: Double) {
        guard measured.isFinite, measured > best ?? 0 else { return }
        best = measured
        let kept = try? JSONEncoder().encode(Kept(processors: Self.processors, bytesPerSecond: measured))
        // Where it cannot be kept, it is measured again after the next start.
        try? kept?.write(to: file, options: .atomic)
    }

    /// Measures it on a thread of its own. The memory that it takes is given back.
    package static func measured() async -> Double? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: try? Compute().readBandwidth())  // without it no speed is told
            }
        }
    }
}
