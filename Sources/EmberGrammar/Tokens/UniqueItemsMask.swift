// SPDX-License-Identifier: Apache-2.0

extension TokenGrammar {
    /// Tokens that are set aside for each element which has to be unlike others: its shortest text may be taken.
    static let spare = 6

    /// A mask without the tokens that would repeat an element, or would make a repetition inevitable.
    ///
    /// When the budget leaves no other token, the tokens kept in reserve are used, one after the other.
    func uniqueItemsMask(
        _ work: inout Work, _ state: Int32, _ written: UsedKeys, budget: Int, bytes: (Int) -> [UInt8]
    ) -> TokenMask {
        var result = written.unrepeated(mask(&work, state, budget: budget), trie)
        guard written.isAmongUniqueItems else { return result }
        for used in 0...Self.spare {
            let more = used == 0 ? result : written.unrepeated(mask(&work, state, budget: bounded(budget) + used), trie)
            let bad = written.suspects(more, trie).filter { token in
                let bytes = bytes(Int(token))
                // What has been set aside is not for white space.
                if used > 0, !written.isInElement, bytes.allSatisfy({ $0 <= 0x20 }) { return true }
                return !remains(&work, state, written, bytes, room: bounded(budget) - 1)
            }
            if bad.count < more.count { return more.removing(bad) }
            result = more
        }
        return result
    }

    /// Whether the text can go on behind these bytes without an element twice.
    private func remains(
        _ work: inout Work, _ state: Int32, _ written: UsedKeys, _ bytes: [UInt8], room: Int
    ) -> Bool {
        // A token that writes nothing ends the answer.
        if bytes.isEmpty { return true }
        var (state, written) = (state, written)
        for byte in bytes { guard step(&work, &state, &written, byte) else { return false } }
        guard written.isLikeAnother || written.isInNumber else { return true }
        // It needs at least one token more than the shortest way to the end, which would end the element here.
        let setAside = work.states.openString(state) == nil ? 0 : Self.spare
        var steps = Self.mostSteps
        guard !written.isLikeAnother || work.states.closing(state) - setAside < room else { return false }
        return ends(&work, state, written, depth: 0, &steps)
    }

    private static let mostSteps = 400
    private static let deepest = 6

    private func step(_ work: inout Work, _ state: inout Int32, _ written: inout UsedKeys, _ byte: UInt8) -> Bool {
        let before = state
        state = work.states.step(before, byte)
        return state >= 0 && written.advance(byte) { work.states.isBeforeUniqueItem(before) }
    }

    /// Whether the element that has been begun can become unlike all others within a few bytes.
    private func ends(
        _ work: inout Work, _ state: Int32, _ written: UsedKeys, depth: Int, _ steps: inout Int
    ) -> Bool {
        var further: [(state: Int32, written: UsedKeys)] = []
        for byte in ClosingCosts.preference where trie.writes(byte) {
            guard steps > 0 else { return false }
            var (next, after) = (state, written)
            guard work.states.step(state, byte) >= 0 else { continue }
            steps -= 1
            guard step(&work, &next, &after, byte), work.states.closing(next) < unreachable else { continue }
            if !after.isInElement || !after.isLikeAnother && isOpen(&work, next) { return true }
            further.append((next, after))
        }
        guard depth < Self.deepest else { return false }
        return further.contains { ends(&work, $0.state, $0.written, depth: depth + 1, &steps) }
    }

    /// Whether a string or a number may end here.
    private func isOpen(_ work: inout Work, _ state: Int32) -> Bool {
        "\",]".utf8.contains { work.states.step(state, $0) >= 0 }
    }
}
