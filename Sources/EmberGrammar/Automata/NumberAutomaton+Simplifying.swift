// SPDX-License-Identifier: Apache-2.0

extension NumberAutomaton {
    /// Forgets what can no longer matter; `nil` when no number with this beginning satisfies the condition.
    func simplified(_ state: NumberState) -> NumberState? {
        var next = state
        if !hasBounds {
            next.isNegative = false
            if multiples.isEmpty { next.isZero = false }
        }
        if multiples.isEmpty { next.hasFraction = false }
        switch state.phase {
        case .begin, .minus, .zero: return next
        case .whole:
            // Longer than any magnitude: greater than all of them.
            guard hasBounds, Int(state.wholeDigits) > max(1, magnitudes.points?.upperBound ?? 0) else { return next }
            next.leading = Magnitudes.Place()
            return gap(magnitudes.values.count, state).holds == false ? nil : next
        case .point, .fraction: return simplifiedFraction(next)
        case .mark, .exponentSign, .exponent: return simplifiedExponent(next)
        }
    }

    private func simplifiedFraction(_ state: NumberState) -> NumberState? {
        var next = state
        var isOpen = exponentMayFollow(state)
        if isOpen, state.leading.isSettled, !state.isZero {
            let lead = lead(state)
            next.leading = Magnitudes.Place(low: lead.first, high: lead.first)
            // No exponent makes a number of these digits that satisfies the condition.
            if lead.holds == false { isOpen = false }
        }
        if !isOpen || multiples.isEmpty { next.endsInZero = false }
        if !isOpen || state.isZero || state.wholeDigits != 1 { next.leading = Magnitudes.Place() }
        if !isOpen {
            next.wholeDigits = UInt8(Self.mantissaDigits + 1)
        } else if !hasBounds, isDecimal {
            next.wholeDigits = state.wholeDigits > 1 ? UInt8(Self.mantissaDigits) : 1
        }
        guard state.place.isSettled else { return next }
        let gap = gap(Int(state.place.low), state)
        next.place = Magnitudes.Place(low: gap.first, high: gap.first)
        if isOpen { return next }
        let value = Magnitudes.Value(low: Int(gap.first), isEqual: false, isNegative: state.isNegative)
        let holds = gap.holds ?? test.holds(value) { state.remainder($0) < 0 ? false : nil }
        return holds == false ? nil : next
    }

    private func gap(_ place: Int, _ state: NumberState) -> Gap { gaps[state.isNegative ? 1 : 0][place] }

    private func lead(_ state: NumberState) -> Gap { leads[state.isNegative ? 1 : 0][Int(state.leading.low)] }

    /// Knowledge about numbers whose digits stand between those of the bounds: for which powers of ten they
    /// lie in which gap.
    static func leads(_ magnitudes: Magnitudes, _ gaps: [[Gap]]) -> [[Gap]] {
        let points = Set(magnitudes.values.filter { !$0.isZero }.map(\.point)).sorted()
        // Where no bound has as many digits before the point, which digits they are does not matter.
        let others = ([(points.first ?? 0) - 1] + points.map { $0 + 1 }).filter { !points.contains($0) }
        return gaps.map { gaps in
            var first: [[UInt16]: UInt16] = [:]
            return (0...magnitudes.leading.high).map { low in
                let leading = Magnitudes.Place(low: low, high: low)
                let known = (points + others).map { gaps[Int(magnitudes.place(leading, point: $0).low)] }
                let key = known.map(\.first)
                if first[key] == nil { first[key] = low }
                return Gap(holds: known.allSatisfy { $0.holds == false } ? false : nil, first: first[key] ?? low)
            }
        }
    }

    private func simplifiedExponent(_ state: NumberState) -> NumberState? {
        var next = state
        next.wholeDigits = state.wholeDigits > 1 ? UInt8(Self.mantissaDigits) : 1
        next.room = 0
        next.endsInZero = false
        if state.isZero {
            next.isNegative = false
            next.leading = Magnitudes.Place()
            next.fractionDigits = 0
        }
        for (index, multiple) in multiples.enumerated() where multiple.whole == 1 { next.setRemainder(index, 0) }
        if isDecimal {
            // A growing exponent makes up for digits behind the point, once and for all.
            let isMadeUpFor = multiples.allSatisfy { Int(state.fractionDigits) <= $0.places + Int(state.exponent) }
            if isMadeUpFor, state.phase != .mark, !state.exponentIsNegative { next.hasFraction = false }
            if !next.hasFraction { next.fractionDigits = 0 }
        }
        if !state.isZero, state.leading.isSettled {
            let lead = lead(state)
            if lead.holds == false { return nil }
            next.leading = Magnitudes.Place(low: lead.first, high: lead.first)
        }
        guard state.phase == .exponent else { return next }
        let exponent = Int(state.exponent)
        if !state.isZero, isBeyond(exponent, isNegative: state.exponentIsNegative) {
            let place = state.exponentIsNegative ? magnitudes.zeros : magnitudes.values.count
            if gap(place, state).holds == false { return nil }
            next.leading = Magnitudes.Place()
        }
        if state.isZero || isBeyond(exponent, isNegative: state.exponentIsNegative), exponent > lastExponent(next) {
            // All that matters is which digits may still follow: 9 for any one, 299 for none.
            next.exponent = [9, 28, 29, 30].first { exponent <= $0 } ?? 299
        }
        return next
    }

    /// Whether a value with this exponent, or a larger one, is farther from 0 than all bounds, or closer to it.
    private func isBeyond(_ exponent: Int, isNegative: Bool) -> Bool {
        guard let points = magnitudes.points else { return true }
        return isNegative ? exponent > 1 - points.lowerBound : exponent >= points.upperBound
    }

    /// The last exponent that makes a difference to being a multiple.
    private func lastExponent(_ state: NumberState) -> Int {
        if state.isZero { return 3 }
        if !isDecimal { return Self.exactExponent }
        let places = multiples.map(\.places)
        let last = state.exponentIsNegative ? places.max() ?? 0 : state.hasFraction ? Int(state.fractionDigits) : 0
        return max(3, last)
    }
}
