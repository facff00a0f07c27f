// SPDX-License-Identifier: Apache-2.0

/// The frames of a grammar that have been met, and what a byte makes of each.
///
/// From every frame the text can be finished; where a byte would lead to one from which it cannot, there is no step.
struct FrameTable {
    let parts: GrammarParts
    var costs: ClosingCosts
    private(set) var frames: [Frame] = []
    /// Tokens of the shortest way from a frame to the end of the text.
    private(set) var closing: [Int] = []
    /// Arrays and objects that are open.
    private var depth: [Int32] = []
    private var ids: [Frame: Int32] = [:]
    private var seen: [LabelSet] = [LabelSet(0)]
    private var seenIDs: [LabelSet: Int32] = [LabelSet(0): 0]

    /// Deeper than this only what has to be written is allowed: every reader of JSON can follow.
    private static let depthLimit: Int32 = 96

    init(_ parts: GrammarParts, _ trie: TokenTrie) {
        self.parts = parts
        costs = ClosingCosts(parts, trie)
    }

    /// The frames in which a text begins.
    mutating func start() -> [Int32] {
        let end = intern(Frame(kind: .end, parent: -1))
        if parts.isDocument { return [intern(Frame(kind: .value, a: 0, b: Frame.Space.forbidden, parent: end))] }
        let first = intern(Frame(kind: .plain, a: 0, b: 0, parent: end))
        return parts.automata[0].label[0] >= 0 ? [first, end] : [first]
    }

    private mutating func intern(_ frame: Frame) -> Int32 {
        if let known = ids[frame] { return known }
        let id = Int32(frames.count)
        ids[frame] = id
        frames.append(frame)
        let outer = frame.parent < 0 ? 0 : depth[Int(frame.parent)]
        depth.append(frame.kind == .array || frame.kind == .object ? outer + 1 : outer)
        let spare = isUniqueItem(frame) ? TokenGrammar.spare : 0
        closing.append(bounded(cost(frame) + spare + (frame.parent < 0 ? 0 : closing[Int(frame.parent)])))
        return id
    }

    /// Whether a value is, or is to be, an element that has to be unlike any text that another has.
    func isUniqueItem(_ frame: Frame) -> Bool {
        guard [.value, .string, .plain].contains(frame.kind), case let outer = frames[Int(frame.parent)] else {
            return false
        }
        return outer.kind == .array && parts.arrays[Int(outer.a)].hasUniqueItems
    }

    private mutating func intern(_ set: LabelSet) -> Int32 {
        if let known = seenIDs[set] { return known }
        let id = Int32(seen.count)
        seen.append(set)
        seenIDs[set] = id
        return id
    }

    /// Tokens from a frame to where its parent goes on.
    private mutating func cost(_ frame: Frame) -> Int {
        switch frame.kind {
        case .end: return 0
        case .value: return costs.node(frame.a)
        case .plain: return costs.tail(frame.a, frame.b)
        case .string: return costs.string(frame.a, frame.b, count: Int(frame.c))
        case .emptyArray: return 1
        case .array:
            let array = parts.arrays[Int(frame.a)]
            if let uniqueItems = array.uniqueItems {
                return costs.array(array, uniqueItems, Int(frame.b), seen: seen[Int(frame.c)])
            }
            return costs.array(array, Int(frame.b), Int(frame.c))
        case .object, .member:
            return costs.object(
                parts.objects[Int(frame.a)], seen[Int(frame.b)], count: Int(frame.c), behindComma: frame.kind == .member
            )
        case .name:
            let shape = parts.objects[Int(frame.a)]
            let (set, count) = (seen[Int(frame.b)], Int(frame.c))
            guard let label = costs.label(shape, set, count: count, state: frame.d) else { return unreachable }
            var after = set
            after.insert(label)
            return bounded(
                costs.name(shape, label, from: frame.d) + costs.node(shape.labels[label].node)
                    + costs.object(shape, after, count: shape.capped(count: count + 1)))
        case .colon:
            let shape = parts.objects[Int(frame.a)]
            return bounded(
                1 + costs.node(shape.labels[Int(frame.d)].node)
                    + costs.object(shape, seen[Int(frame.b)], count: Int(frame.c)))
        }
    }

    // MARK: Steps

    /// Adds to `result` what a frame becomes when `byte` is written.
    mutating func step(_ id: Int32, _ byte: UInt8, into result: inout [Int32]) {
        let frame = frames[Int(id)]
        switch frame.kind {
        case .end: return
        case .value: stepValue(frame, byte, &result)
        case .plain: stepPlain(frame.a, frame.b, byte, frame.parent, &result)
        case .string: stepString(frame, byte, &result)
        case .emptyArray:
            if byte == UInt8(ascii: "]") { result.append(frame.parent) }
            if let space = Frame.Space.after(frame.b, byte) {
                result.append(intern(Frame(kind: .emptyArray, b: space, parent: frame.parent)))
            }
        case .array: stepArray(id, frame, byte, &result)
        case .object: stepObject(id, frame, byte, &result)
        case .member:
            if byte == UInt8(ascii: "\"") {
                beginName(id, frame, &result)
            } else if let space = Frame.Space.after(frame.d, byte) {
                var next = frame
                next.d = space
                result.append(intern(next))
            }
        case .name: stepName(id, frame, byte, &result)
        case .colon:
            guard byte == UInt8(ascii: ":") else { return }
            let node = parts.objects[Int(frame.a)].labels[Int(frame.d)].node
            let after = intern(Frame(kind: .object, a: frame.a, b: frame.b, c: frame.c, parent: frame.parent))
            result.append(intern(Frame(kind: .value, a: node, parent: after)))
        }
    }

    private mutating func stepValue(_ frame: Frame, _ byte: UInt8, _ result: inout [Int32]) {
        if frame.b >= 0, let space = Frame.Space.after(frame.b, byte) {
            result.append(intern(Frame(kind: .value, a: frame.a, b: space, parent: frame.parent)))
            return
        }
        let node = parts.nodes[Int(frame.a)]
        let isDeep = depth[Int(frame.parent)] >= Self.depthLimit
        switch byte {
        case UInt8(ascii: "\""):
            for shape in node.strings {
                result.append(intern(Frame(kind: .string, a: shape, parent: frame.parent)))
            }
        case UInt8(ascii: "["):
            for shape in node.arrays {
                if isDeep, case .array(shape) = node.shortest {} else if isDeep { continue }
                let array = parts.arrays[Int(shape)]
                if array.isClosable(0, 0) {
                    result.append(intern(Frame(kind: .emptyArray, parent: frame.parent)))
                    if isDeep { continue }
                }
                addElements(shape, 0, 0, frame.parent, &result)
            }
        case UInt8(ascii: "{"):
            for shape in node.objects {
                if isDeep, case .object(shape) = node.shortest {} else if isDeep { continue }
                result.append(intern(Frame(kind: .object, a: shape, parent: frame.parent)))
            }
        default:
            if node.plain >= 0 { stepPlain(node.plain, 0, byte, frame.parent, &result) }
        }
    }

    private mutating func stepPlain(
        _ automaton: Int32, _ state: Int32, _ byte: UInt8, _ parent: Int32, _ result: inout [Int32]
    ) {
        let next = parts.automata[Int(automaton)].step(state, byte)
        if next >= 0 {
            if !parts.automata[Int(automaton)].isFinal[Int(next)] {
                result.append(intern(Frame(kind: .plain, a: automaton, b: next, parent: parent)))
            }
            if parts.automata[Int(automaton)].label[Int(next)] >= 0 { result.append(parent) }
        }
        // What may follow a number follows in the frame that has been added when the number could end.
    }

    private mutating func stepString(_ frame: Frame, _ byte: UInt8, _ result: inout [Int32]) {
        let shape = parts.strings[Int(frame.a)]
        let next = parts.automata[Int(shape.automaton)].step(frame.b, byte)
        guard next >= 0 else { return }
        let ends = parts.automata[Int(shape.automaton)].label[Int(next)] >= 0
        guard shape.isCounted else {
            result.append(ends ? frame.parent : intern(Frame(kind: .string, a: frame.a, b: next, parent: frame.parent)))
            return
        }
        // State 0 is where a character begins; the automaton of counted strings has no other such state.
        if ends {
            if Int(frame.c) >= shape.least { result.append(frame.parent) }
            return
        }
        var count = Int(frame.c)
        if frame.b == 0 {
            guard count < shape.most else { return }
            count = shape.most < StringShape.unlimited ? count + 1 : min(count + 1, shape.least)
        }
        result.append(intern(Frame(kind: .string, a: frame.a, b: next, c: Int32(count), parent: frame.parent)))
    }

    private mutating func stepArray(_ id: Int32, _ frame: Frame, _ byte: UInt8, _ result: inout [Int32]) {
        let isClosable = parts.arrays[Int(frame.a)].isClosable(Int(frame.b), Int(frame.c))
        switch byte {
        case UInt8(ascii: "]"):
            if isClosable { result.append(frame.parent) }
        case UInt8(ascii: ","):
            let isDeep = depth[Int(id)] > Self.depthLimit
            if frame.d == Frame.Space.none, !(isDeep && isClosable) {
                addElements(frame.a, Int(frame.b), Int(frame.c), frame.parent, &result)
            }
        default:
            guard isClosable, let space = Frame.Space.after(frame.d, byte) else { return }
            var next = frame
            next.d = space
            result.append(intern(next))
        }
    }

    /// Adds what the next element may be: one that counts or one that need not.
    private mutating func addElements(
        _ shape: Int32, _ index: Int, _ found: Int, _ parent: Int32, _ result: inout [Int32]
    ) {
        let array = parts.arrays[Int(shape)]
        guard index < array.most else { return }
        if let uniqueItems = array.uniqueItems {
            return addUniqueItems(shape, uniqueItems, index, Int32(found), parent, &result)
        }
        var ways = [(array.element(index), found)]
        if let counted = array.counted, let node = array.countedElement(index), found < counted.most,
            counted.most < unreachable || found < counted.least
        {
            ways.append((node, found + 1))
        }
        for (node, found) in ways where parts.nodes[Int(node)].isPossible {
            let (next, kept) = (array.capped(index: index + 1), array.capped(found: found))
            guard costs.array(array, next, kept) < unreachable else { continue }
            let after = intern(Frame(kind: .array, a: shape, b: Int32(next), c: Int32(kept), parent: parent))
            result.append(intern(Frame(kind: .value, a: node, parent: after)))
        }
    }

    /// Adds each value that the next element may have and none before it has.
    private mutating func addUniqueItems(
        _ shape: Int32, _ uniqueItems: ArrayShape.UniqueItems, _ index: Int, _ seenID: Int32, _ parent: Int32,
        _ result: inout [Int32]
    ) {
        let array = parts.arrays[Int(shape)]
        let next = array.capped(index: index + 1)
        for label in uniqueItems.allowed(index).subtracting(seen[Int(seenID)]).elements {
            let node = uniqueItems.nodes[label]
            var set = seen[Int(seenID)]
            set.insert(label)
            guard parts.nodes[Int(node)].isPossible, costs.array(array, uniqueItems, next, seen: set) < unreachable
            else {
                continue
            }
            let after = intern(Frame(kind: .array, a: shape, b: Int32(next), c: intern(set), parent: parent))
            result.append(intern(Frame(kind: .value, a: node, parent: after)))
        }
    }

    private mutating func stepObject(_ id: Int32, _ frame: Frame, _ byte: UInt8, _ result: inout [Int32]) {
        let shape = parts.objects[Int(frame.a)]
        let isClosable = shape.isClosable(seen[Int(frame.b)], count: Int(frame.c))
        switch byte {
        case UInt8(ascii: "}"):
            if isClosable { result.append(frame.parent) }
        case UInt8(ascii: "\"") where frame.c == 0:
            beginName(id, frame, &result)
        case UInt8(ascii: ",") where frame.c > 0 && frame.d == Frame.Space.none:
            if !available(id, frame).isEmpty {
                var next = frame
                next.kind = .member
                result.append(intern(next))
            }
        default:
            guard isClosable || frame.c == 0, let space = Frame.Space.after(frame.d, byte) else { return }
            var next = frame
            next.d = space
            result.append(intern(next))
        }
    }

    /// Labels that the next member may have; where it is deep, only those that are needed.
    private func available(_ id: Int32, _ frame: Frame) -> LabelSet {
        let shape = parts.objects[Int(frame.a)]
        let (set, count) = (seen[Int(frame.b)], Int(frame.c))
        let available = shape.available(set, count: count)
        guard depth[Int(frame.parent)] >= Self.depthLimit else { return available }
        var needed = LabelSet(shape.labels.count)
        for label in shape.needed(set, count: count) { needed.insert(label) }
        return needed.intersection(available)
    }

    private mutating func beginName(_ id: Int32, _ frame: Frame, _ result: inout [Int32]) {
        guard !available(id, frame).isEmpty else { return }
        result.append(intern(Frame(kind: .name, a: frame.a, b: frame.b, c: frame.c, d: 0, parent: frame.parent)))
    }

    private mutating func stepName(_ id: Int32, _ frame: Frame, _ byte: UInt8, _ result: inout [Int32]) {
        let shape = parts.objects[Int(frame.a)]
        let automaton = parts.automata[Int(shape.names)]
        let next = automaton.step(frame.d, byte)
        guard next >= 0 else { return }
        let available = available(id, frame)
        let label = automaton.label[Int(next)]
        if label >= 0 {
            guard available.contains(Int(label)) else { return }
            var set = seen[Int(frame.b)]
            set.insert(Int(label))
            let count = shape.capped(count: Int(frame.c) + 1)
            result.append(
                intern(Frame(kind: .colon, a: frame.a, b: intern(set), c: Int32(count), d: label, parent: frame.parent))
            )
        } else if !shape.reachable[Int(next)].isDisjoint(with: available) {
            var name = frame
            name.d = next
            result.append(intern(name))
        }
    }
}
