// SPDX-License-Identifier: Apache-2.0

/// One way of being an array.
struct ArrayShape: Sendable {
    /// The first elements, and all that follow.
    var prefix: [Int32]
    var rest: Int32
    var least: Int
    var most: Int
    /// `contains`: elements that count, and how many there have to be. Where there is a greatest number, the elements
    /// above are those that do not count; else any.
    var counted: Counted?
    /// `uniqueItems`: the values that elements may have, each once.
    var uniqueItems: UniqueItems?
    /// `uniqueItems` for elements that are not listed: what has been written is known beside the states.
    var hasUniqueItems = false

    struct Counted: Sendable {
        var prefix: [Int32]
        var rest: Int32
        var least: Int
        var most: Int
    }

    func element(_ index: Int) -> Int32 { index < prefix.count ? prefix[index] : rest }

    func countedElement(_ index: Int) -> Int32? {
        counted.map { index < $0.prefix.count ? $0.prefix[index] : $0.rest }
    }

    /// Whether the array may end behind `index` elements of which `found` count.
    func isClosable(_ index: Int, _ found: Int) -> Bool { index >= least && found >= counted?.least ?? 0 }

    /// Positions beyond this need not be told apart. The first is one of its own, for there is no comma before it.
    func capped(index: Int) -> Int { most < unreachable ? index : min(index, max(prefix.count, least, 1)) }

    func capped(found: Int) -> Int {
        guard let counted else { return 0 }
        return counted.most < unreachable ? found : min(found, counted.least)
    }

    /// Cost of the shortest way to the end, behind `index` elements of which `found` count: an element that still has
    /// to be found comes first. `unreachable` when there is no such way.
    /// - Parameter cost: of an element; `comma`: of the text between two.
    func closing(_ index: Int, _ found: Int, comma: Int, cost: (Int32) -> Int) -> Int {
        if let uniqueItems { return uniqueItems.closing(self, index, LabelSet(0), comma: comma, cost: cost) }
        var (index, found, sum) = (index, found, 0)
        while index < prefix.count, !isClosable(index, found) {
            guard index < most, let (node, counts) = next(index, found, cost) else { return unreachable }
            sum = bounded(sum + cost(node) + (index > 0 ? comma : 0))
            index += 1
            if counts { found += 1 }
        }
        if isClosable(index, found) { return bounded(sum + 1) }
        // Behind the prefix all elements are alike.
        let wanted = max(0, (counted?.least ?? 0) - found)
        let others = max(0, least - index - wanted)
        guard index + wanted + others <= most else { return unreachable }
        var each = 0
        if wanted > 0 { each = countedElement(index).map(cost) ?? unreachable }
        sum += product(wanted, each + comma)
        if others > 0 {
            var plain = cost(rest)
            if plain >= unreachable, let counted, found + wanted + others <= counted.most { plain = cost(counted.rest) }
            sum += product(others, plain + comma)
        }
        return bounded(sum - (index == 0 ? comma : 0) + 1)
    }

    private func product(_ count: Int, _ size: Int) -> Int {
        let (result, overflow) = count.multipliedReportingOverflow(by: bounded(size))
        return count == 0 ? 0 : overflow ? unreachable : bounded(result)
    }

    /// The element that `closing` puts at `index`.
    private func next(_ index: Int, _ found: Int, _ cost: (Int32) -> Int) -> (node: Int32, counts: Bool)? {
        if let counted, found < counted.least, let node = countedElement(index), cost(node) < unreachable {
            return (node, true)
        }
        if cost(element(index)) < unreachable { return (element(index), false) }
        if let counted, found < counted.most, let node = countedElement(index), cost(node) < unreachable {
            return (node, true)
        }
        return nil
    }

    func shortestLength(_ nodes: [Node]) -> Int {
        bounded(1 + closing(0, 0, comma: 1) { nodes[Int($0)].least })
    }
}
