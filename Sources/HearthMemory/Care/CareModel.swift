// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// The learned model of care: a weight for each sign that a window of a text can have, and what the windows make
/// together. `Training/care/fit.py` writes it.
///
/// Sums are of whole numbers and divisions follow in one order, so that a score is the same on each machine.
struct CareModel: Sendable {
    /// The questions to a window, in the order of the file.
    private enum Head: Int, CaseIterable { case serious, direct, violence, french }

    let spelling: SpelledText
    private let signs: WordKinds
    /// Sorted keys of what was learned, each with a weight for each head.
    private let keys: [UInt32]
    private let weights: [[Int8]]
    /// The places of the first keys of each two leading bytes.
    private let starts: [Int]
    private let scales, biases, combination: [Double]
    private let limits: [MemoryLanguage: CareLimits]

    /// The reading of a text.
    struct Reading: Sendable, Equatable {
        let score: Double
        /// Above nothing where it is others who hurt the writer.
        let violence: Double
        let language: MemoryLanguage
        let limits: CareLimits
    }

    struct Damaged: Error {}

    /// Added to the number of features, so that those of a short window count for less.
    private static let plain = 8

    init(folder: URL) throws {
        let read = { (name: String) in try Data(contentsOf: folder.appending(path: name)) }
        spelling = SpelledText(spelling: String(decoding: try read("spelling.txt"), as: UTF8.self))
        signs = WordKinds(String(decoding: try read("signals.txt"), as: UTF8.self), read: spelling)
        let data = [UInt8](try read("model.bin"))
        guard let end = data.firstIndex(of: 0x0A),
            let header = try JSON(parsing: String(decoding: data[..<end], as: UTF8.self)).object,
            let count = header["count"]?.integer, let heads = header["heads"]?.object,
            let limits = header["limits"]?.object, let combination = header["combination"]?.array,
            data.count == end + 1 + count * (4 + Head.allCases.count)
        else { throw Damaged() }
        let found = ["serious", "direct", "violence", "french"].compactMap { heads[$0]?.object }
        scales = found.compactMap { $0["scale"]?.double }
        biases = found.compactMap { $0["bias"]?.double }
        self.combination = combination.compactMap(\.double)
        self.limits = Dictionary(
            uniqueKeysWithValues: try MemoryLanguage.allCases.map { language in
                guard let both = limits[language.rawValue]?.array?.compactMap(\.double), both.count == 2 else {
                    throw Damaged()
                }
                return (language, CareLimits(soft: both[0], card: both[1]))
            })
        guard scales.count == Head.allCases.count, biases.count == scales.count, self.combination.count == 5 else {
            throw Damaged()
        }
        keys = (0..<count).map { index in
            (0..<4).reduce(0) { $0 | UInt32(data[end + 1 + 4 * index + $1]) << UInt32(8 * $1) }
        }
        let first = end + 1 + 4 * count
        weights = Head.allCases.map { head in
            data[(first + head.rawValue * count)..<(first + (head.rawValue + 1) * count)].map { Int8(bitPattern: $0) }
        }
        var starts = [Int](repeating: 0, count: 1 << 16 + 1)
        for key in keys { starts[Int(key >> 16) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        self.starts = starts
    }

    func read(_ text: String) -> Reading {
        let windows = spelling.windows(of: text).map(scores)
        let whole = windows[0]
        let parts = windows.count > 1 ? windows[1...] : windows[...]
        let strongest = { (head: Head) in parts.reduce(-Double.infinity) { max($0, $1[head.rawValue]) } }
        // The longer a text is, the stronger is the strongest of its parts by chance.
        let length = Double(windows.count).squareRoot()
        let score =
            combination[0] * whole[Head.serious.rawValue] + combination[1] * strongest(.serious)
            + combination[2] * strongest(.direct) + combination[3] * length + combination[4]
        let language: MemoryLanguage = whole[Head.french.rawValue] > 0 ? .french : .english
        return Reading(
            score: score, violence: whole[Head.violence.rawValue], language: language,
            limits: limits[language] ?? CareLimits(soft: 0, card: 0))
    }

    /// The scores of a window, by head.
    private func scores(of window: [SpelledText.Word]) -> [Double] {
        var scores = [Double](repeating: 0, count: Head.allCases.count)
        for group in CareFeatures(of: window, signs).groups {
            let known = group.compactMap(place)
            guard !known.isEmpty else { continue }
            let root = Double(known.count + Self.plain).squareRoot()
            for head in scores.indices {
                scores[head] += Double(known.reduce(0) { $0 + Int(weights[head][$1]) }) / root
            }
        }
        return scores.indices.map { scores[$0] * scales[$0] + biases[$0] }
    }

    /// The names of the signs of a window.
    func kinds(in window: [SpelledText.Word]) -> [String] {
        window.indices.flatMap { signs.kinds(of: window, at: $0) }
            .map { String(decoding: signs.names[$0], as: UTF8.self) }
    }

    private func place(of key: UInt32) -> Int? {
        let bucket = Int(key >> 16)
        return (starts[bucket]..<starts[bucket + 1]).first { keys[$0] == key }
    }
}

/// From which scores on something is shown.
struct CareLimits: Sendable, Equatable {
    let soft, card: Double
}
