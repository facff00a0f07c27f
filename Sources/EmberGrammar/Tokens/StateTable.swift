// SPDX-License-Identifier: Apache-2.0

/// The states of a text that is being written: sets of frames, made deterministic only as far as texts have come.
///
/// A state is everything the text may be in the middle of; a byte leads from one to the next, and both are remembered,
/// so that walking the vocabulary's tree costs a look into a table for each byte. Source for the idea of building an
/// automaton while it runs: Thompson 1968; Cox 2010, "Regular Expression Matching in the Wild".
struct StateTable {
    private(set) var frames: FrameTable
    private var members: [[Int32]] = []
    private var ids: [[Int32]: Int32] = [:]
    /// `(states, 256)`; `unknown` until it is asked for.
    private var next: [Int32] = []
    /// Tokens of the shortest way from a state to the end of the text.
    private var closing: [Int] = []

    static let dead: Int32 = -1
    private static let unknown: Int32 = -2
    /// More readings of one text than this are not followed.
    private static let mostFrames = 2_000

    init(_ parts: GrammarParts, _ trie: TokenTrie) {
        frames = FrameTable(parts, trie)
        _ = intern(frames.start())
    }

    /// State 0 is where a text begins.
    var count: Int { members.count }

    private mutating func intern(_ frames: [Int32]) -> Int32 {
        if frames.isEmpty { return Self.dead }
        let set = frames.count == 1 ? frames : Array(Set(frames).sorted().prefix(Self.mostFrames))
        if let known = ids[set] { return known }
        let id = Int32(members.count)
        ids[set] = id
        members.append(set)
        next.append(contentsOf: repeatElement(Self.unknown, count: 256))
        closing.append(set.map { self.frames.closing[Int($0)] }.min() ?? unreachable)
        return id
    }

    @inline(__always)
    mutating func step(_ state: Int32, _ byte: UInt8) -> Int32 {
        let known = next[Int(state) << 8 | Int(byte)]
        return known != Self.unknown ? known : discover(state, byte)
    }

    private mutating func discover(_ state: Int32, _ byte: UInt8) -> Int32 {
        var result: [Int32] = []
        for frame in members[Int(state)] { frames.step(frame, byte, into: &result) }
        let target = intern(result)
        next[Int(state) << 8 | Int(byte)] = target
        return target
    }

    func closing(_ state: Int32) -> Int { closing[Int(state)] }

    /// Whether the text may end here.
    func isComplete(_ state: Int32) -> Bool {
        members[Int(state)].contains { frames.frames[Int($0)].kind == .end }
    }

    /// The only byte that can follow, if there is exactly one and the text cannot end. That the same character could
    /// also be written as an escape is no choice.
    mutating func onlyByte(_ state: Int32) -> UInt8? {
        var bytes = followers(state)
        if bytes.count == 2, let escape = bytes.firstIndex(of: UInt8(ascii: "\\")) {
            bytes.remove(at: escape)
            guard isOnlyEscape(of: bytes[0], state) else { return nil }
        }
        return bytes.count == 1 && !isComplete(state) ? bytes[0] : nil
    }

    private mutating func followers(_ state: Int32) -> [UInt8] {
        var result: [UInt8] = []
        for byte in UInt8.min...UInt8.max where step(state, byte) >= 0 {
            result.append(byte)
            if result.count > 2 { break }
        }
        return result
    }

    /// Whether a backslash can only begin `\u00XX` for this character.
    private mutating func isOnlyEscape(of character: UInt8, _ start: Int32) -> Bool {
        guard character < 0x80 else { return false }
        let digits = Array("0123456789abcdef".utf8)
        let (high, low) = (digits[Int(character >> 4)], digits[Int(character & 15)])
        var state = step(start, UInt8(ascii: "\\"))
        for byte in [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), high, low] {
            // Hexadecimal digits may be of either case.
            guard followers(state).allSatisfy({ $0 | 0x20 == byte | 0x20 }), case let next = step(state, byte),
                next >= 0
            else {
                return false
            }
            state = next
        }
        return state == step(start, character)
    }

    /// Whether the text has to end here.
    mutating func isOver(_ state: Int32) -> Bool {
        isComplete(state) && !(UInt8.min...UInt8.max).contains { step(state, $0) >= 0 }
    }

    /// The string that a state is in the middle of, when it is in nothing else.
    func openString(_ state: Int32) -> OpenString? {
        var result: OpenString?
        for id in members[Int(state)] {
            let frame = frames.frames[Int(id)]
            guard frame.kind == .string else { return nil }
            let shape = frames.parts.strings[Int(frame.a)]
            let open = OpenString(
                automaton: shape.automaton, state: frame.b, isCounted: shape.isCounted,
                missing: max(0, shape.least - Int(frame.c)),
                room: shape.most < StringShape.unlimited ? shape.most - Int(frame.c) : .max)
            if let result, result != open { return nil }
            result = open
        }
        return result
    }

    /// Whether an element may begin here that has to be unlike those before it.
    func isBeforeUniqueItem(_ state: Int32) -> Bool {
        members[Int(state)].contains { frames.isUniqueItem(frames.frames[Int($0)]) }
    }

    mutating func tail(_ automaton: Int32, _ state: Int32) -> Int { frames.costs.tail(automaton, state) }
}

/// Position of a text inside a string.
struct OpenString: Equatable {
    var automaton: Int32
    var state: Int32
    var isCounted: Bool
    /// Characters that still have to come before the string may end, and that may still come.
    var missing: Int
    var room: Int
}
