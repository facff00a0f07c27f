// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A linear model over the signs of texts: heads that say what a unit is, and one that finds a stretch of words in it.
///
/// `Training/facts/fit.py` writes it. The first line is JSON; then, little-endian: the keys of the signs of units in
/// order, and for each head how many classes each of them speaks of, those classes and their weights; and the same for
/// the signs of words.
struct LearnedReader: Sendable {
    private let units, words: SignTable
    let header: JSON

    struct Damaged: Error {}

    /// Added to the number of signs of a group, so that those of a short unit count for less.
    private static let plain = 8.0

    init(_ file: URL) throws {
        let data = [UInt8](try Data(contentsOf: file))
        guard let end = data.firstIndex(of: 0x0A) else { throw Damaged() }
        header = try JSON(parsing: String(decoding: data[..<end], as: UTF8.self))
        var place = end + 1
        guard let units = header["units"], let words = header["words"] else { throw Damaged() }
        self.units = try SignTable(units, data, &place)
        self.words = try SignTable(words, data, &place)
        guard place == data.count else { throw Damaged() }
    }

    /// The scores of each class of a head, for the signs of a unit in groups.
    func scores(_ head: String, of groups: [[Int]]) -> [Double] {
        units.scores(head, of: groups.map { ($0, 1 / (Double($0.count) + Self.plain).squareRoot()) })
    }

    /// The places of the signs that were learned, by group.
    func known(_ groups: [Set<UInt32>]) -> [[Int]] { groups.map { $0.compactMap(units.place) } }

    /// The scores of a word for each class of the words' head, by its signs and the same signs in a slot.
    func scores(ofWord signs: [FeatureKey], in slot: String) -> [Double] {
        var found = signs.compactMap { words.place($0.value) }
        let joint = FeatureKey("|" + slot)
        if let place = words.place(joint.value) { found.append(place) }
        for sign in signs {
            let key = sign.adding([UInt8(ascii: "|")]).adding(slot.utf8)
            if let place = words.place(key.value) { found.append(place) }
        }
        return words.scores("tags", of: [(found, 1)])
    }

    func classes(of head: String) -> [String] { units.heads[head]?.classes ?? words.heads[head]?.classes ?? [] }
}

extension LearnedReader {
    /// Probabilities of classes by their scores.
    static func shares(_ scores: [Double]) -> [Double] {
        let most = scores.max() ?? 0
        let powers = scores.map { exp($0 - most) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    /// The likeliest stretches of words: each begins with a word that is likely to begin one (class 1) and goes on with
    /// such as go on (class 2). Viterbi's algorithm.
    static func stretches(_ shares: [[Double]]) -> [Range<Int>] {
        var best = [0, 1, 2].map { $0 == 2 ? -1e9 : log(max(shares[0][$0], 1e-9)) }
        var back: [[Int]] = []
        for word in shares.dropFirst() {
            var (next, from): ([Double], [Int]) = ([], [])
            for state in 0...2 {
                let before = (state == 2 ? [1, 2] : [0, 1, 2]).max { best[$0] < best[$1] } ?? 0
                from.append(before)
                next.append(best[before] + log(max(word[state], 1e-9)))
            }
            back.append(from)
            best = next
        }
        var path = [[0, 1, 2].max { best[$0] < best[$1] } ?? 0]
        for from in back.reversed() { path.append(from[path[path.count - 1]]) }
        var (all, start): ([Range<Int>], Int?) = ([], nil)
        for (index, state) in path.reversed().enumerated() {
            if state != 2, let begin = start {
                all.append(begin..<index)
                start = nil
            }
            if state == 1 { start = index }
        }
        if let start { all.append(start..<shares.count) }
        return all
    }
}

/// Keys of signs with weights for the classes of some heads.
private struct SignTable: Sendable {
    struct Head: Sendable {
        let classes: [String]
        let scale: Double
        let biases: [Double]
        /// For each key, where its weights begin.
        let starts: [Int32]
        let places: [UInt8]
        let weights: [Int8]
    }

    private let keys: [UInt32]
    /// The places of the first keys of each two leading bytes.
    private let starts: [Int32]
    let heads: [String: Head]

    init(_ json: JSON, _ data: [UInt8], _ place: inout Int) throws {
        guard let count = json["count"]?.integer, count >= 0, let described = json["heads"]?.array,
            count <= (data.count - place) / 4
        else { throw LearnedReader.Damaged() }
        let first = place
        keys = (0..<count).map { index in
            (0..<4).reduce(0) { $0 | UInt32(data[first + 4 * index + $1]) << UInt32(8 * $1) }
        }
        place += 4 * count
        var starts = [Int32](repeating: 0, count: 1 << 16 + 1)
        for key in keys { starts[Int(key >> 16) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        self.starts = starts
        var heads: [String: Head] = [:]
        for head in described {
            guard let name = head["name"]?.string, let classes = head["classes"]?.array?.compactMap(\.string),
                let scale = head["scale"]?.double, let biases = head["biases"]?.array?.compactMap(\.double),
                biases.count == classes.count, data.count - place >= count
            else { throw LearnedReader.Damaged() }
            var places: [Int32] = [0]
            for size in data[place..<place + count] { places.append(places[places.count - 1] + Int32(size)) }
            place += count
            let total = Int(places[places.count - 1])
            guard data.count - place >= 2 * total else { throw LearnedReader.Damaged() }
            heads[name] = Head(
                classes: classes, scale: scale, biases: biases, starts: places,
                places: Array(data[place..<place + total]),
                weights: data[place + total..<place + 2 * total].map { Int8(bitPattern: $0) })
            place += 2 * total
            guard heads[name]?.places.allSatisfy({ Int($0) < classes.count }) == true else {
                throw LearnedReader.Damaged()
            }
        }
        self.heads = heads
    }

    func place(_ key: UInt32) -> Int? {
        let bucket = Int(key >> 16)
        return (Int(starts[bucket])..<Int(starts[bucket + 1])).first { keys[$0] == key }
    }

    /// - Parameter groups: places of keys, and how much each of the group counts.
    func scores(_ name: String, of groups: [(places: [Int], share: Double)]) -> [Double] {
        guard let head = heads[name] else { return [] }
        var scores = head.biases
        for (places, share) in groups {
            var sums = [Int](repeating: 0, count: scores.count)
            for place in places {
                for index in Int(head.starts[place])..<Int(head.starts[place + 1]) {
                    sums[Int(head.places[index])] += Int(head.weights[index])
                }
            }
            for index in scores.indices { scores[index] += Double(sums[index]) * head.scale * share }
        }
        return scores
    }
}
