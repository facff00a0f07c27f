// SPDX-License-Identifier: Apache-2.0

/// Finds the texts that end an answer, however the tokens cut them, and holds back what may become one.
package struct StopMatcher {
    private let stops: [[UInt8]]
    private var held: [UInt8] = []

    package init(_ stops: [String]) { self.stops = stops.map { Array($0.utf8) } }

    /// Takes the next piece of the answer.
    /// - Returns: the text that is safe to show, and the stop text that has ended the answer; of several that begin at
    ///   the same place, the first in the order of the request.
    package mutating func append(_ piece: String) -> (text: String, stop: String?) {
        guard !stops.isEmpty else { return (piece, nil) }
        held.append(contentsOf: piece.utf8)
        if let (end, stop) = earliestMatch() {
            let text = String(decoding: held[..<end], as: UTF8.self)
            held = []
            return (text, String(decoding: stop, as: UTF8.self))
        }
        let keep = longestPossibleStart()
        let text = String(decoding: held[..<(held.count - keep)], as: UTF8.self)
        held.removeFirst(held.count - keep)
        return (text, nil)
    }

    /// Ends the answer and returns the text that is still held back.
    package mutating func finish() -> String {
        defer { held = [] }
        return String(decoding: held, as: UTF8.self)
    }

    private func earliestMatch() -> (start: Int, stop: [UInt8])? {
        for start in held.indices {
            if let stop = stops.first(where: { held[start...].starts(with: $0) }) { return (start, stop) }
        }
        return nil
    }

    /// Bytes at the end that a stop text could begin with. A stop text is whole characters,
    /// so the cut never splits one.
    private func longestPossibleStart() -> Int {
        stops.map { stop in
            (0..<min(stop.count, held.count + 1)).last { held.suffix($0).elementsEqual(stop.prefix($0)) } ?? 0
        }.max() ?? 0
    }
}
