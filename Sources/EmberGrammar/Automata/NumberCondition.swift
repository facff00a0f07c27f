// SPDX-License-Identifier: Apache-2.0

/// A condition on a number's value, whatever way it is written.
indirect enum NumberCondition: Sendable, Hashable {
    case constant(Bool)
    case less(Decimal)
    case equal(Decimal)
    /// A multiple of whole / 10^places.
    case multiple(whole: Int, places: Int)
    case not(NumberCondition)
    case all([NumberCondition])
    case any([NumberCondition])

    /// How many conditions it is made of.
    var size: Int {
        switch self {
        case .constant, .less, .equal, .multiple: 1
        case .not(let inner): inner.size + 1
        case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.size }
        }
    }

    static let integer = NumberCondition.multiple(whole: 1, places: 0)
}

/// A condition whose bounds are places in a list of magnitudes and whose multiples are numbered.
indirect enum NumberTest {
    case constant(Bool)
    case less(Int, isNegative: Bool)
    case equal(Int, isNegative: Bool)
    case multiple(Int)
    case not(NumberTest)
    case all([NumberTest])
    case any([NumberTest])

    init(_ condition: NumberCondition, _ magnitudes: Magnitudes, _ multiples: [NumberMultiple]) {
        func part(_ condition: NumberCondition) -> NumberTest { NumberTest(condition, magnitudes, multiples) }
        switch condition {
        case .constant(let value): self = .constant(value)
        case .less(let bound): self = .less(magnitudes.index(of: bound), isNegative: bound.isNegative)
        case .equal(let bound): self = .equal(magnitudes.index(of: bound), isNegative: bound.isNegative)
        case .multiple(let whole, let places):
            let multiple = NumberMultiple(whole: whole, places: places)
            self = .multiple(multiples.firstIndex(of: multiple) ?? 0)
        case .not(let inner): self = .not(part(inner))
        case .all(let parts): self = .all(parts.map(part))
        case .any(let parts): self = .any(parts.map(part))
        }
    }

    /// Whether it holds; `nil` where that depends on a multiple of which `isMultiple` does not know.
    func holds(_ value: Magnitudes.Value, _ isMultiple: (Int) -> Bool?) -> Bool? {
        switch self {
        case .constant(let value): return value
        case .less(let bound, let isNegative): return value.order(bound, isNegative: isNegative) < 0
        case .equal(let bound, let isNegative): return value.order(bound, isNegative: isNegative) == 0
        case .multiple(let index): return isMultiple(index)
        case .not(let inner): return inner.holds(value, isMultiple).map { !$0 }
        case .all(let parts): return Self.join(parts, value, isMultiple, deciding: false)
        case .any(let parts): return Self.join(parts, value, isMultiple, deciding: true)
        }
    }

    /// One part that is `deciding` settles the whole; one that is not known leaves it open.
    private static func join(
        _ parts: [NumberTest], _ value: Magnitudes.Value, _ isMultiple: (Int) -> Bool?, deciding: Bool
    ) -> Bool? {
        var result: Bool? = !deciding
        for part in parts {
            let holds = part.holds(value, isMultiple)
            if holds == deciding { return deciding }
            if holds == nil { result = nil }
        }
        return result
    }
}

/// The multiples of whole / 10^places.
struct NumberMultiple: Hashable {
    var whole: Int
    var places: Int
}

extension NumberTest {
    /// Whether the condition holds for values between two magnitudes, below all of them and above, as far as that is
    /// known; for positive and for negative ones.
    func gaps(_ magnitudes: Magnitudes) -> [[NumberAutomaton.Gap]] {
        [false, true].map { isNegative in
            var first: [Bool: UInt16] = [:]
            return (0...UInt16(magnitudes.values.count)).map { low in
                let value = Magnitudes.Value(low: Int(low), isEqual: false, isNegative: isNegative)
                guard let holds = holds(value, { _ in nil }) else { return .init(holds: nil, first: low) }
                if first[holds] == nil { first[holds] = low }
                return .init(holds: holds, first: first[holds] ?? low)
            }
        }
    }

    /// Whether it may hold for a value and not for one that is as good as equal to it: a
    /// bound beside it, or a multiple.
    func isStrict(_ magnitudes: Magnitudes, multiples: Int) -> Bool {
        func holds(_ low: Int, _ isEqual: Bool, _ isNegative: Bool, _ assumed: Int) -> Bool {
            let value = Magnitudes.Value(low: low, isEqual: isEqual, isNegative: isNegative)
            return self.holds(value) { assumed >> $0 & 1 != 0 } ?? false
        }
        for isNegative in [false, true] {
            for low in 0...magnitudes.values.count {
                for assumed in 0..<(1 << multiples) where holds(low, false, isNegative, assumed) {
                    // Nothing that can be written is as good as 0.
                    for bound in [low - 1, low] where magnitudes.values.indices.contains(bound) {
                        if !magnitudes.values[bound].isZero, !holds(bound, true, isNegative, assumed) { return true }
                    }
                    if !(0..<multiples).allSatisfy({ holds(low, false, isNegative, assumed | 1 << $0) }) { return true }
                }
            }
        }
        return false
    }
}
