// SPDX-License-Identifier: Apache-2.0

/// The signs by which a unit of a message, and a word of it, is read, as keys of the model.
/// `Training/facts/words.py` makes the same.
struct SlotFeatures {
    private let units: [SlotText.Unit]
    /// Signs of the whole message, the same for each unit.
    private let message: [UInt32]

    /// Words between two kinds that belong together.
    private static let near = 6
    /// Letters in a row.
    private static let run = 4
    /// Words that a negation reaches.
    private static let scope = 4
    private static let ofMessage = Set(["ASK", "FIC", "REPORT", "IF", "YOU", "JOKE"].map { Array($0.utf8) })
    private static let denials = Set(["NOT", "NOMORE"].map { Array($0.utf8) })

    init(_ text: SlotText) {
        units = text.units
        let kinds = units.flatMap { $0.kinds.flatMap { $0 } }.filter(Self.ofMessage.contains)
        message = Set(kinds).map { FeatureKey("M").adding($0).value }
    }

    /// The signs of a unit: words in a row; letters in a row; kinds, pairs of them and what a negation reaches; and
    /// what stands around.
    func groups(of place: Int) -> [Set<UInt32>] {
        let unit = units[place]
        return [
            Self.words(unit), Self.letters(unit), Self.kinds(unit).union(Self.denied(unit)), around(place),
        ]
    }

    private static func words(_ unit: SlotText.Unit) -> Set<UInt32> {
        var found: Set<UInt32> = []
        let words = unit.words.map(\.letters)
        let row = [start] + words + [end]
        for word in words { found.insert(FeatureKey("w").adding(word).value) }
        for (first, second) in zip(row, row.dropFirst()) {
            found.insert(FeatureKey("b").adding(first).space.adding(second).value)
        }
        return found
    }

    private static func letters(_ unit: SlotText.Unit) -> Set<UInt32> {
        var found: Set<UInt32> = []
        for word in unit.words.map(\.letters) where word[0] < 0x80 && !SpelledText.isPunctuation(word) {
            let edged = [UInt8(ascii: "<")] + word + [UInt8(ascii: ">")]
            for first in edged.indices.dropLast(run - 1) {
                found.insert(FeatureKey("c").adding(edged[first..<(first + run)]).value)
            }
        }
        return found
    }

    private static func kinds(_ unit: SlotText.Unit) -> Set<UInt32> {
        var found: Set<UInt32> = []
        let (words, kinds) = (unit.words.map(\.letters), unit.kinds)
        for index in words.indices {
            for first in kinds[index] {
                found.insert(FeatureKey("k").adding(first).value)
                if index + 1 < words.count {
                    found.insert(FeatureKey("m").adding(first).space.adding(words[index + 1]).value)
                }
                if index > 0 { found.insert(FeatureKey("m").adding(words[index - 1]).space.adding(first).value) }
                for other in index...min(words.count - 1, index + near) {
                    for second in kinds[other] where other > index || first.lexicographicallyPrecedes(second) {
                        found.insert(FeatureKey("p").adding(first).space.adding(second).value)
                    }
                }
            }
        }
        return found
    }

    private static func denied(_ unit: SlotText.Unit) -> Set<UInt32> {
        var found: Set<UInt32> = []
        var left = 0
        for (word, kinds) in zip(unit.words.map(\.letters), unit.kinds) {
            if word == SpelledText.comma { left = 0 }
            if left > 0 {
                left -= 1
                found.insert(FeatureKey("n").adding(word).value)
                for kind in kinds { found.insert(FeatureKey("N").adding(kind).value) }
            }
            if kinds.contains(where: denials.contains) { left = scope }
        }
        return found
    }

    private func around(_ place: Int) -> Set<UInt32> {
        let unit = units[place]
        var found = Set(message)
        found.insert(FeatureKey("f").adding(unit.words[0].letters).value)
        found.insert(FeatureKey("l").adding(unit.words[unit.words.count - 1].letters).value)
        for kind in unit.kinds[0] { found.insert(FeatureKey("F").adding(kind).value) }
        if unit.words.dropFirst().contains(where: \.isCapital) { found.insert(FeatureKey("xcapital").value) }
        if unit.words.contains(where: \.isNumber) { found.insert(FeatureKey("xdigit").value) }
        found.insert(FeatureKey("xlength\(min(unit.words.count, 12) / 3)").value)
        found.insert(FeatureKey("xunits\(min(units.count, 9) / 3)").value)
        for (name, other) in [("A", place - 1), ("B", place + 1)] {
            guard units.indices.contains(other) else {
                found.insert(FeatureKey(name + "none").value)
                continue
            }
            for kind in units[other].kinds.flatMap({ $0 }) { found.insert(FeatureKey(name).adding(kind).value) }
            let words = units[other].words
            for word in [words[0], words[words.count - 1]] {
                found.insert(FeatureKey(name + "w").adding(word.letters).value)
            }
        }
        return found
    }

    // MARK: Words

    /// The signs of a word, where the stretch is sought that is the value of a slot.
    func signs(of index: Int, in place: Int) -> [FeatureKey] {
        let unit = units[place]
        let words = unit.words
        func at(_ index: Int) -> SpelledText.Word {
            words.indices.contains(index) ? words[index].letters : index < 0 ? Self.start : Self.end
        }
        func kinds(_ index: Int) -> [[UInt8]] { words.indices.contains(index) ? unit.kinds[index] : [] }
        let word = at(index)
        var found = [
            FeatureKey("0").adding(word), FeatureKey("1").adding(at(index - 1)), FeatureKey("2").adding(at(index + 1)),
            FeatureKey("3").adding(at(index - 2)).space.adding(at(index - 1)),
            FeatureKey("4").adding(at(index + 1)).space.adding(at(index + 2)),
            FeatureKey("5").adding(at(index - 2)), FeatureKey("6").adding(at(index + 2)),
            FeatureKey("l\(min(word.count, 6))"),
        ]
        if word[0] < 0x80 {
            found += [FeatureKey("e").adding(word.suffix(3)), FeatureKey("e").adding(word.suffix(2))]
        }
        for (name, other) in [("k", index), ("p", index - 1), ("n", index + 1), ("q", index - 2)] {
            found += kinds(other).map { FeatureKey(name).adding($0) }
        }
        if words[index].isCapital { found.append(FeatureKey(index == 0 ? "C0" : "C1")) }
        if index > 0, words[index - 1].isCapital { found.append(FeatureKey("c-")) }
        if index + 1 < words.count, words[index + 1].isCapital { found.append(FeatureKey("c+")) }
        if words[index].isNumber { found.append(FeatureKey("D")) }
        if kinds(index).isEmpty { found.append(FeatureKey("K-")) }
        return found
    }

    private static let start: SpelledText.Word = [UInt8(ascii: "^")]
    private static let end: SpelledText.Word = [UInt8(ascii: "$")]
}

extension PlainWord {
    fileprivate var isNumber: Bool { letters.first.map { (0x30...0x39).contains($0) } ?? false }
}

/// The key of a sign, made letter by letter: FNV-1a with the finish of MurmurHash3.
struct FeatureKey {
    private var hash: UInt32 = 0x811C_9DC5

    init(_ name: String) { self = adding(name.utf8) }

    func adding(_ letters: some Sequence<UInt8>) -> FeatureKey {
        var key = self
        for letter in letters { key.hash = (key.hash ^ UInt32(letter)) &* 0x0100_0193 }
        return key
    }

    var space: FeatureKey { adding(CollectionOfOne(0x20)) }

    var value: UInt32 {
        var value = hash
        value = (value ^ value >> 16) &* 0x85EB_CA6B
        value = (value ^ value >> 13) &* 0xC2B2_AE35
        return value ^ value >> 16
    }
}
