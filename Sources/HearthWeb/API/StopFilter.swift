// SPDX-License-Identifier: Apache-2.0

/// Ends a text before the first of some texts, holding back what may become the beginning of one.
struct StopFilter: Sendable {
    private let stops: [[UInt8]]
    private var held: [UInt8] = []
    private(set) var hasStopped = false

    init(_ stops: [String]) {
        self.stops = stops.map { Array($0.utf8) }
    }

    /// - Returns: what of the text so far can be said for certain to come before every stop.
    mutating func take(_ piece: String) -> String {
        guard !stops.isEmpty, !hasStopped else { return hasStopped ? "" : piece }
        held += Array(piece.utf8)
        for start in held.indices {
            let rest = held[start...]
            if stops.contains(where: { rest.starts(with: $0) }) {
                hasStopped = true
                return release(start)
            }
            // The rest may be the beginning of a stop.
            if stops.contains(where: { $0.starts(with: rest) }) { return release(start) }
        }
        return release(held.count)
    }

    /// What was held back, when nothing follows.
    mutating func end() -> String { hasStopped ? "" : release(held.count) }

    private mutating func release(_ count: Int) -> String {
        defer { held.removeFirst(count) }
        return String(decoding: held[..<count], as: UTF8.self)
    }
}
