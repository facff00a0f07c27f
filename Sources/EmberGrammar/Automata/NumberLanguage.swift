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

    static let integer = NumberCondition.multiple(whole: 1, places: 0)
}

/// The texts of the numbers for which a condition holds, as an automaton.
///
/// A number may have up to 60 digits before the point and 30 behind it, and an exponent up to that of the largest `Double`, so
/// that every reader understands it. An exponent after a value that is compared with another needs a single digit before the
/// point; one after a value that must be a multiple of something else than a power of ten needs a step of at most `largestStep`
/// and no more digits behind the point than the step has.
struct NumberAutomaton {
    private let condition: NumberCondition
    private let bounds: [Decimal]
    private let multiples: [(whole: Int, places: Int)]
    private let allowsExponent: Bool
    /// Exponents beyond this need not be told apart.
    private let farExponent: Int

    private static let wholeDigits = 60
    private static let fractionDigits = 30
    private static let mantissaDigits = 16
    private static let largestExponent = 308
    private static let largestStep = 64

    enum Phase: UInt8 { case begin, minus, zero, whole, point, fraction, mark, exponentSign, exponent }

    struct State: Hashable {
        var phase = Phase.begin
        var isNegative = false
        /// Whether all digits so far are 0; whether those behind the point are; whether the number is 1 so far.
        var isZero = true
        var hasFraction = false
        var isOne = false
        var wholeDigits: UInt8 = 0
        var fractionDigits: UInt8 = 0
        var exponentIsNegative = false
        var exponent: Int16 = 0
        /// For each bound: the digits compared place by place, and compared from the first digit on.
        var places: [Order] = []
        var leading: [Order] = []
        /// For each multiple: the remainder of the digits that count, or -1 when finer digits are not zero.
        var remainders: [Int32] = []
    }

    enum Order: Int8 {
        case less = -1
        case equal = 0
        case greater = 1
    }

    init(_ condition: NumberCondition) throws(AutomatonTooLarge) {
        self.condition = condition
        var bounds: [Decimal] = []
        var multiples: [(whole: Int, places: Int)] = []
        func collect(_ condition: NumberCondition) {
            switch condition {
            case .constant: break
            case .less(let bound), .equal(let bound): if !bounds.contains(bound) { bounds.append(bound) }
            case .multiple(let whole, let places):
                if !multiples.contains(where: { $0 == (whole, places) }) { multiples.append((whole, places)) }
            case .not(let inner): collect(inner)
            case .all(let parts), .any(let parts): for part in parts { collect(part) }
            }
        }
        collect(condition)
        let size = multiples.reduce(1.0) { $0 * Double($1.whole) * Double($1.places + 1) }
        guard bounds.count <= 256, size <= Double(Limit.numberStates) else { throw AutomatonTooLarge() }
        self.bounds = bounds
        self.multiples = multiples
        allowsExponent = multiples.allSatisfy { $0.whole <= Self.largestStep }
        farExponent = max(32, (bounds.map { abs($0.point) } + multiples.map(\.places)).max() ?? 0) + Self.fractionDigits
    }

    // MARK: Building

    /// Adds the automaton's states.
    /// - Returns: the ways on from where a value begins; none when no number satisfies the condition.
    func add(
        to builder: inout ByteAutomatonBuilder, label: Int32
    ) throws(AutomatonTooLarge) -> [ByteAutomatonBuilder.Edge] {
        let bytes = Array("-.eE+0123456789".utf8)
        var first = State()
        first.places = bounds.map { _ in .equal }
        first.leading = first.places
        first.remainders = multiples.map { _ in 0 }
        var ids: [State: Int32] = [first: try builder.addState()]
        var queue = [first]
        var position = 0
        while position < queue.count {
            let state = queue[position]
            position += 1
            guard let id = ids[state] else { continue }
            for byte in bytes {
                guard let next = step(state, byte).map(simplified) else { continue }
                if let known = ids[next] {
                    builder.add(byte, from: id, to: known)
                } else {
                    if queue.count >= Limit.numberStates { throw AutomatonTooLarge() }
                    let new = try builder.addState(label: accepts(next) ? label : -1)
                    ids[next] = new
                    queue.append(next)
                    builder.add(byte, from: id, to: new)
                }
            }
        }
        return builder.edges[Int(ids[first] ?? 0)]
    }

    private func step(_ state: State, _ byte: UInt8) -> State? {
        var next = state
        switch byte {
        case UInt8(ascii: "-"):
            switch state.phase {
            case .begin:
                next.phase = .minus
                next.isNegative = true
            case .mark:
                if state.hasFraction, multiples.contains(where: { Int(state.fractionDigits) > $0.places }) {
                    return nil
                }
                next.phase = .exponentSign
                next.exponentIsNegative = true
            default: return nil
            }
        case UInt8(ascii: "+"):
            guard state.phase == .mark else { return nil }
            next.phase = .exponentSign
        case UInt8(ascii: "."):
            guard state.phase == .zero || state.phase == .whole else { return nil }
            next.phase = .point
            for index in bounds.indices { next.places[index] = wholeOrder(state, index) }
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            guard mayHaveExponent(state) else { return nil }
            next.phase = .mark
            for (index, bound) in bounds.enumerated() {
                next.places[index] = .equal
                if state.isZero {
                    next.leading[index] = .equal
                } else if state.leading[index] == .equal, bound.digits.count > 1 + Int(state.fractionDigits) {
                    next.leading[index] = .less
                }
            }
        default: return digit(byte - UInt8(ascii: "0"), state)
        }
        return next
    }

    /// Forgets what can no longer matter, so that fewer states are told apart.
    private func simplified(_ state: State) -> State {
        var next = state
        if bounds.isEmpty {
            next.isNegative = false
            if multiples.isEmpty { next.isZero = false }
        }
        if multiples.isEmpty { next.hasFraction = false }
        guard state.phase.rawValue >= Phase.point.rawValue else { return next }
        if state.wholeDigits > 1 {
            next.wholeDigits = state.wholeDigits <= Self.mantissaDigits && bounds.isEmpty ? 16 : 17
        }
        guard state.phase.rawValue >= Phase.mark.rawValue else { return next }
        // A growing exponent makes up for digits behind the point, once and for all.
        let isSimple = multiples.allSatisfy { $0.whole == 1 }
        if isSimple,
            !next.hasFraction
                || (!state.exponentIsNegative
                    && multiples.allSatisfy {
                        Int(state.fractionDigits) <= $0.places + Int(state.exponent)
                    })
        {
            next.hasFraction = false
            next.fractionDigits = 0
        }
        return next
    }

    private func mayHaveExponent(_ state: State) -> Bool {
        guard allowsExponent, [.zero, .whole, .fraction].contains(state.phase) else { return false }
        if multiples.contains(where: { $0.whole > 1 && Int(state.fractionDigits) > $0.places }) { return false }
        if bounds.isEmpty { return state.wholeDigits <= Self.mantissaDigits }
        return state.isZero || state.wholeDigits == 1
    }

    private func digit(_ digit: UInt8, _ state: State) -> State? {
        var next = state
        switch state.phase {
        case .begin, .minus:
            next.phase = digit == 0 ? .zero : .whole
            next.isOne = digit == 1
            next.wholeDigits = digit == 0 ? 0 : 1
        case .whole:
            guard state.wholeDigits < Self.wholeDigits else { return nil }
            next.wholeDigits += 1
            next.isOne = false
        case .point, .fraction:
            guard state.fractionDigits < Self.fractionDigits else { return nil }
            next.phase = .fraction
            next.fractionDigits += 1
            if digit != 0 {
                next.hasFraction = true
                next.isOne = false
            }
        case .mark, .exponentSign, .exponent: return exponentDigit(digit, state)
        case .zero: return nil
        }
        if digit != 0 { next.isZero = false }
        compare(digit, &next)
        for (index, multiple) in multiples.enumerated() {
            let remainder = Int(next.remainders[index])
            if remainder < 0 { continue }
            if Int(next.fractionDigits) <= multiple.places {
                next.remainders[index] = Int32((remainder * 10 + Int(digit)) % multiple.whole)
            } else if digit != 0 {
                next.remainders[index] = -1
            }
        }
        return next
    }

    private func exponentDigit(_ digit: UInt8, _ state: State) -> State? {
        var next = state
        next.phase = .exponent
        let exponent = Int(state.exponent) * 10 + Int(digit)
        let isTooLarge = exponent > Self.largestExponent || (exponent == Self.largestExponent && !state.isOne)
        if isTooLarge && !(state.exponentIsNegative && exponent <= Self.largestExponent) { return nil }
        if bounds.isEmpty && exponent + Int(state.wholeDigits) > Self.largestExponent && !state.isOne { return nil }
        // Powers of ten go through remainders in turns, unless they become multiples themselves.
        if exponent > farExponent, multiples.contains(where: { Self.power(20, modulo: $0.whole) != 0 }) { return nil }
        // Far exponents are 99 or 299: all that matters is whether a digit may still follow.
        next.exponent = Int16(exponent <= farExponent ? exponent : exponent <= 99 ? 99 : 299)
        return next
    }

    // MARK: Comparing

    /// Takes one more digit of the value into the comparisons.
    private func compare(_ digit: UInt8, _ state: inout State) {
        let isWhole = state.phase == .whole || state.phase == .zero
        for (index, bound) in bounds.enumerated() {
            if state.places[index] == .equal {
                if isWhole {
                    // Digit n of the value stands beside digit n of the bound; other lengths are settled at the point.
                    let place = Int(state.wholeDigits) - 1
                    if place >= 0, bound.point > 0 {
                        state.places[index] = order(digit, bound.digit(behindPoint: place - bound.point))
                    }
                } else {
                    state.places[index] = order(digit, bound.digit(behindPoint: Int(state.fractionDigits) - 1))
                }
            }
            if state.wholeDigits > 1 {
                state.leading[index] = .equal
            } else if state.wholeDigits == 1, state.leading[index] == .equal {
                let place = isWhole ? 0 : Int(state.fractionDigits)
                let other = bound.digits.indices.contains(place) ? bound.digits[place] : 0
                state.leading[index] = order(digit, other)
            }
        }
    }

    private func order<T: Comparable>(_ a: T, _ b: T) -> Order { a < b ? .less : a == b ? .equal : .greater }

    /// How the digits before the point compare with those of a bound, without signs.
    private func wholeOrder(_ state: State, _ index: Int) -> Order {
        let length = order(Int(state.wholeDigits), max(0, bounds[index].point))
        return length == .equal ? state.places[index] : length
    }

    /// How the value compares with a bound.
    private func compare(_ state: State, with index: Int) -> Order {
        let bound = bounds[index]
        if state.isZero { return bound.isZero ? .equal : bound.isNegative ? .greater : .less }
        if bound.isZero || bound.isNegative != state.isNegative { return state.isNegative ? .less : .greater }
        var size: Order
        if state.phase == .exponent {
            size = order((state.exponentIsNegative ? -1 : 1) * Int(state.exponent) + 1, bound.point)
            if size == .equal { size = state.leading[index] }
        } else {
            size = state.phase == .fraction ? state.places[index] : wholeOrder(state, index)
            if size == .equal, bound.digits.count > bound.point + Int(state.fractionDigits) { size = .less }
        }
        return state.isNegative ? Order(rawValue: -size.rawValue) ?? .equal : size
    }

    private func isMultiple(_ state: State, _ index: Int) -> Bool {
        let (whole, places) = multiples[index]
        if state.isZero { return true }
        if state.phase == .exponent {
            let exponent = (state.exponentIsNegative ? -1 : 1) * Int(state.exponent)
            let shift = places + exponent - (state.hasFraction || whole > 1 ? Int(state.fractionDigits) : 0)
            return shift >= 0 && Int(state.remainders[index]) * Self.power(shift, modulo: whole) % whole == 0
        }
        var remainder = Int(state.remainders[index])
        if remainder < 0 { return false }
        for _ in Int(state.fractionDigits)..<max(places, Int(state.fractionDigits)) {
            remainder = remainder * 10 % whole
        }
        return remainder == 0
    }

    private static func power(_ exponent: Int, modulo whole: Int) -> Int {
        (0..<exponent).reduce(1 % whole) { power, _ in power * 10 % whole }
    }

    private func accepts(_ state: State) -> Bool {
        guard [.zero, .whole, .fraction, .exponent].contains(state.phase) else { return false }
        func holds(_ condition: NumberCondition) -> Bool {
            switch condition {
            case .constant(let value): value
            case .less(let bound): bounds.firstIndex(of: bound).map { compare(state, with: $0) == .less } ?? false
            case .equal(let bound): bounds.firstIndex(of: bound).map { compare(state, with: $0) == .equal } ?? false
            case .multiple(let whole, let places):
                multiples.firstIndex { $0 == (whole, places) }.map { isMultiple(state, $0) } ?? false
            case .not(let inner): !holds(inner)
            case .all(let parts): parts.allSatisfy(holds)
            case .any(let parts): parts.contains(where: holds)
            }
        }
        return holds(condition)
    }
}
