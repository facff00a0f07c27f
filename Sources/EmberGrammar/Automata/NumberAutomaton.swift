// SPDX-License-Identifier: Apache-2.0

/// The texts of the numbers for which a condition holds, as an automaton.
///
/// A number may have up to 60 digits before the point and 30 behind it, and an exponent up to 307, so that every reader
/// understands it. A condition has to hold for the number as well as for the `Double` that most readers make of it, so
/// there are exceptions: a multiple of a step that is no power of ten stays below 10^15, unless it is a single digit
/// with an exponent; and if a number must not be equal to a bound, 0.99999999999999999999 must not either, so there are
/// at most 15 digits. An exponent may follow where it can be compared at once: behind a single digit before the point.
///
/// After every byte, `simplified` drops what can no longer matter, which keeps the states to some hundreds.
struct NumberAutomaton {
    let test: NumberTest
    let magnitudes: Magnitudes
    let multiples: [NumberMultiple]
    /// Of the condition.
    private let conditionSize: Int
    /// Whether all steps are powers of ten.
    let isDecimal: Bool
    private let allowsExponent: Bool
    /// Whether a number that is close to another must not be taken for it.
    private let isStrict: Bool
    /// Whether the condition holds for values between two magnitudes, as far as that is known; for positive and for
    /// negative ones.
    let gaps: [[Gap]]
    /// The same of digits between the bounds' significant digits, whatever exponent may follow.
    let leads: [[Gap]]

    struct Gap {
        /// Whether the condition holds, where no multiple decides it.
        var holds: Bool?
        /// The first place of which the same is known.
        var first: UInt16
    }

    private static let wholeDigits = 60
    private static let fractionDigits = 30
    /// Decimal digits that a `Double` always tells apart.
    private static let exactDigits = 15
    static let mantissaDigits = 16
    private static let largestExponent = 307
    /// A step that is no power of ten allows an exponent up to this one, and up to 10^`exactExponent` behind a single
    /// digit, which is how far a `Double` holds it exactly; larger steps allow none.
    private static let largestStep = 64
    private static let stepExponent = 14
    static let exactExponent = 21

    var hasBounds: Bool { !magnitudes.values.isEmpty }

    init(_ condition: NumberCondition) throws(AutomatonTooLarge) {
        var bounds: Set<Decimal> = []
        var multiples: [NumberMultiple] = []
        func collect(_ condition: NumberCondition) {
            switch condition {
            case .constant: break
            case .less(let bound), .equal(let bound): bounds.insert(bound)
            case .multiple(let whole, let places):
                let multiple = NumberMultiple(whole: whole, places: places)
                if !multiples.contains(multiple) { multiples.append(multiple) }
            case .not(let inner): collect(inner)
            case .all(let parts), .any(let parts): for part in parts { collect(part) }
            }
        }
        collect(condition)
        let size = multiples.reduce(1.0) { $0 * Double($1.whole) * Double($1.places + 1) }
        guard bounds.count <= Limit.numberBounds, multiples.count <= NumberState.mostRemainders,
            size <= Double(Limit.numberStates)
        else { throw AutomatonTooLarge() }
        magnitudes = Magnitudes(bounds)
        conditionSize = condition.size
        // What is known of each gap is found out by asking the whole condition.
        let places = bounds.count + 1
        try CompilerBudget.spend(places * conditionSize * (8 + (8 << multiples.count)) + places * places * places / 4)
        test = NumberTest(condition, magnitudes, multiples)
        self.multiples = multiples
        isDecimal = multiples.allSatisfy { $0.whole == 1 }
        allowsExponent = multiples.allSatisfy { $0.whole <= Self.largestStep }
        gaps = test.gaps(magnitudes)
        leads = Self.leads(magnitudes, gaps)
        isStrict = test.isStrict(magnitudes, multiples: multiples.count)
    }

    // MARK: Building

    /// Adds the automaton's states.
    /// - Returns: the ways on from where a value begins; none when no number satisfies the condition.
    func add(
        to builder: inout ByteAutomatonBuilder, label: Int32
    ) throws(AutomatonTooLarge) -> [ByteAutomatonBuilder.Edge] {
        let bytes = Array("+-.0123456789Ee".utf8)
        var first = NumberState()
        first.leading = magnitudes.leading
        let start = try builder.addState()
        var ids: [NumberState: Int32] = [first: start]
        var queue = [(state: first, id: start)]
        var position = 0
        while position < queue.count {
            let (state, id) = queue[position]
            position += 1
            try CompilerBudget.spend(bytes.count * (20 + 2 * magnitudes.values.count))
            for byte in bytes {
                guard let next = step(state, byte).flatMap(simplified) else { continue }
                if let known = ids[next] {
                    builder.add(byte, from: id, to: known)
                } else {
                    if queue.count >= Limit.numberStates { throw AutomatonTooLarge() }
                    try CompilerBudget.spend(4 * conditionSize)
                    let new = try builder.addState(label: accepts(next) ? label : -1)
                    ids[next] = new
                    queue.append((next, new))
                    builder.add(byte, from: id, to: new)
                }
            }
        }
        return builder.edges[Int(start)]
    }

    private func step(_ state: NumberState, _ byte: UInt8) -> NumberState? {
        var next = state
        switch byte {
        case UInt8(ascii: "-"):
            switch state.phase {
            case .begin:
                next.phase = .minus
                next.isNegative = true
            case .mark:
                // Whether 10e-1 is a multiple would take a count of the zeros.
                if !multiples.isEmpty, state.wholeDigits > 1 { return nil }
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
            guard case let room = fractionDigits(behind: Int(state.wholeDigits)), room > 0 else { return nil }
            next.phase = .point
            next.room = UInt8(room)
            next.place =
                state.isZero
                ? magnitudes.belowOne : magnitudes.place(state.leading, point: Int(state.wholeDigits))
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            guard [.zero, .whole, .fraction].contains(state.phase), exponentMayFollow(state) else { return nil }
            // Whether 6.30e1 is a multiple is only seen where the last digit counts.
            if !multiples.isEmpty, state.endsInZero { return nil }
            next.phase = .mark
            next.leading = magnitudes.exact(state.leading, count: 1 + Int(state.fractionDigits))
            next.place = Magnitudes.Place()
        default: return digit(byte - UInt8(ascii: "0"), state)
        }
        return next
    }

    private func digit(_ digit: UInt8, _ state: NumberState) -> NumberState? {
        var next = state
        switch state.phase {
        case .begin, .minus:
            next.phase = digit == 0 ? .zero : .whole
            next.wholeDigits = digit == 0 ? 0 : 1
        case .whole:
            let most = isStrict || !isDecimal ? Self.exactDigits : Self.wholeDigits
            guard state.wholeDigits < most else { return nil }
            next.wholeDigits += 1
        case .point, .fraction:
            guard state.room > 0 else { return nil }
            next.phase = .fraction
            next.room -= 1
            next.endsInZero = digit == 0
            next.fractionDigits += 1
            if digit != 0 { next.hasFraction = true }
        case .mark, .exponentSign, .exponent: return exponentDigit(digit, state)
        case .zero: return nil
        }
        if digit != 0 { next.isZero = false }
        let (whole, fraction) = (Int(next.wholeDigits), Int(next.fractionDigits))
        if next.phase == .fraction { next.place = magnitudes.place(state.place, digit, behindPoint: fraction - 1) }
        // Where more than one digit stands before the point, those behind it no longer lead.
        if whole == 1 || next.phase == .whole {
            next.leading = magnitudes.leading(state.leading, digit, at: whole + fraction - 1)
        }
        for (index, multiple) in multiples.enumerated() {
            let remainder = next.remainder(index)
            if remainder < 0 { continue }
            if fraction <= multiple.places {
                next.setRemainder(index, (remainder * 10 + Int(digit)) % multiple.whole)
            } else if digit != 0 {
                next.setRemainder(index, -1)
            }
        }
        return next
    }

    /// How many digits there may be behind the point; fewer than could be, so that few cases need to be told apart.
    private func fractionDigits(behind whole: Int) -> Int {
        if !isStrict { return Self.fractionDigits }
        return whole <= 1 ? Self.exactDigits - 1 : whole <= 8 ? Self.exactDigits - 8 : 0
    }

    func exponentMayFollow(_ state: NumberState) -> Bool {
        let fraction = Int(state.fractionDigits)
        guard allowsExponent, multiples.isEmpty || fraction <= Self.mantissaDigits else { return false }
        if multiples.contains(where: { $0.whole > 1 && fraction > $0.places }) { return false }
        if hasBounds || !isDecimal { return state.isZero || state.wholeDigits == 1 }
        return state.wholeDigits <= Self.mantissaDigits
    }

    private func exponentDigit(_ digit: UInt8, _ state: NumberState) -> NumberState? {
        var next = state
        next.phase = .exponent
        let exponent = Int(state.exponent) * 10 + Int(digit)
        guard exponent <= Self.largestExponent - (state.wholeDigits > 1 ? Self.mantissaDigits : 0) else { return nil }
        let mostForStep = state.hasFraction ? Self.stepExponent : Self.exactExponent
        if !isDecimal, !state.isZero, exponent > mostForStep { return nil }
        next.exponent = Int16(exponent)
        return next
    }

    // MARK: Accepting

    private func accepts(_ state: NumberState) -> Bool {
        guard [.zero, .whole, .fraction, .exponent].contains(state.phase) else { return false }
        return test.holds(value(state)) { isMultiple(state, $0) } ?? false
    }

    private func value(_ state: NumberState) -> Magnitudes.Value {
        if state.isZero { return magnitudes.zero }
        switch state.phase {
        case .exponent:
            let exponent = (state.exponentIsNegative ? -1 : 1) * Int(state.exponent)
            let place = magnitudes.place(state.leading, point: exponent + 1)
            return Magnitudes.Value(low: Int(place.low), isEqual: !place.isSettled, isNegative: state.isNegative)
        case .fraction:
            return magnitudes.value(state.place, fraction: Int(state.fractionDigits), isNegative: state.isNegative)
        default:
            let place = magnitudes.place(state.leading, point: Int(state.wholeDigits))
            return magnitudes.value(place, fraction: 0, isNegative: state.isNegative)
        }
    }

    private func isMultiple(_ state: NumberState, _ index: Int) -> Bool {
        let (whole, places) = (multiples[index].whole, multiples[index].places)
        if state.isZero { return true }
        let remainder = state.remainder(index)
        if state.phase == .exponent {
            let exponent = (state.exponentIsNegative ? -1 : 1) * Int(state.exponent)
            let shift = places + exponent - (state.hasFraction || whole > 1 ? Int(state.fractionDigits) : 0)
            return shift >= 0 && remainder * Self.power(shift, modulo: whole) % whole == 0
        }
        // What has not been written behind the point is zeros.
        let shift = max(0, places - Int(state.fractionDigits))
        return remainder >= 0 && remainder * Self.power(shift, modulo: whole) % whole == 0
    }

    private static func power(_ exponent: Int, modulo whole: Int) -> Int {
        (0..<exponent).reduce(1 % whole) { power, _ in power * 10 % whole }
    }
}
