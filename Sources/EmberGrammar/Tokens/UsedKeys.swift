// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Names and elements written so far in the objects and arrays that are still open, so that no name is written twice,
/// and no element where they have to be unique.
///
/// The states of a grammar know which of the listed members and values have been written. Unlisted names and values can
/// be any text, and states that knew them would never be met again. So they are kept beside the state, and tokens that
/// would repeat one are taken out of the mask of the state.
struct UsedKeys: Sendable {
    private enum Container: Sendable {
        case object(names: Set<[UInt8]>)
        /// `nil` until an element begins, and where elements may be alike.
        case array(elements: Set<ScalarValue>?)
    }

    /// The innermost last.
    private var open: [Container] = []
    private var place = Place.outside
    private var isEscaped = false
    /// The name or element that is being written, with its escapes.
    private var raw: [UInt8] = []

    private enum Place {
        /// `element`: an element that is a string; `scalar`: any other without parts.
        case outside, string, element, scalar
        /// Before a name, in it, and behind it.
        case beforeName, name, behindName
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Notes a byte of a JSON document.
    /// - Parameter isUniqueItem: whether an element that begins with this byte has to be unlike those before it.
    /// - Returns: false where it ends a name that the object has already, or an element that may not be there twice.
    mutating func advance(_ byte: UInt8, isUniqueItem: () -> Bool) -> Bool {
        switch place {
        case .string, .name, .element:
            if byte == Self.quote, !isEscaped { return endString() }
            if place != .string { raw.append(byte) }
            isEscaped = !isEscaped && byte == Self.backslash
            return true
        case .scalar:
            guard "\t\n\r ,]".utf8.contains(byte) else {
                raw.append(byte)
                return true
            }
            let isNew = endScalar()
            advanceOutside(byte, isUniqueItem)
            return isNew
        case .outside, .beforeName, .behindName:
            advanceOutside(byte, isUniqueItem)
            return true
        }
    }

    private mutating func advanceOutside(_ byte: UInt8, _ isUniqueItem: () -> Bool) {
        let beginsElement = beginsElement(byte, isUniqueItem)
        switch byte {
        case Self.quote: place = place == .beforeName ? .name : beginsElement ? .element : .string
        case UInt8(ascii: "{"):
            open.append(.object(names: []))
            place = .beforeName
        case UInt8(ascii: "["):
            open.append(.array(elements: nil))
            place = .outside
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = open.popLast()
            place = .outside
        case UInt8(ascii: ","):
            if case .object = open.last { place = .beforeName } else { place = .outside }
        case UInt8(ascii: ":"): place = .outside
        case 0x09, 0x0A, 0x0D, 0x20: break
        default:
            guard beginsElement else { return }
            place = .scalar
            raw = [byte]
        }
    }

    private mutating func beginsElement(_ byte: UInt8, _ isUniqueItem: () -> Bool) -> Bool {
        guard place == .outside, case .array(let elements) = open.last, !"\t\n\r ,]".utf8.contains(byte) else {
            return false
        }
        if elements == nil, isUniqueItem() { open[open.count - 1] = .array(elements: []) }
        return self.elements != nil
    }

    /// Those of the innermost array, where they have to be unlike.
    private var elements: Set<ScalarValue>? {
        if case .array(let elements) = open.last { elements } else { nil }
    }

    private var names: Set<[UInt8]> {
        if case .object(let names) = open.last { names } else { [] }
    }

    private mutating func endString() -> Bool {
        defer { raw = [] }
        switch place {
        case .name:
            place = .behindName
            guard let name = Self.decoded(raw), case .object(var names) = open.last else { return true }
            let isNew = names.insert(name).inserted
            open[open.count - 1] = .object(names: names)
            return isNew
        case .element:
            let value = value
            place = .outside
            return insert(value)
        default:
            place = .outside
            return true
        }
    }

    private mutating func endScalar() -> Bool {
        defer { raw = [] }
        let value = value
        place = .outside
        return insert(value)
    }

    private mutating func insert(_ value: ScalarValue?) -> Bool {
        guard let value, case .array(.some(var elements)) = open.last else { return true }
        let isNew = elements.insert(value).inserted
        open[open.count - 1] = .array(elements: elements)
        return isNew
    }

    /// The element that is being written, as far as it has come.
    private var value: ScalarValue? {
        if place == .element {
            return Self.decoded(raw).map { .string(ExactString(String(decoding: $0, as: UTF8.self))) }
        }
        return switch raw.first {
        case UInt8(ascii: "n"): .kind(.null)
        case UInt8(ascii: "t"): .kind(.yes)
        case UInt8(ascii: "f"): .kind(.no)
        default: Decimal(written: raw).map { .number($0) }
        }
    }

    /// The characters that a beginning of a name stands for; `nil` in the middle of an escape.
    private static func decoded(_ raw: [UInt8]) -> [UInt8]? {
        guard raw.contains(backslash) else { return raw }
        let text = try? JSON(parsing: String(decoding: [quote] + raw + [quote], as: UTF8.self))
        return (text?.string).map { Array($0.utf8) }
    }

    // MARK: Masks

    /// Whether the next token may end an element that is there already.
    var isAmongUniqueItems: Bool { elements?.isEmpty == false }

    /// Whether the text is in an element that would be like another if it ended here.
    var isLikeAnother: Bool {
        guard place == .element || place == .scalar, let value, let elements else { return false }
        return elements.contains(value)
    }

    /// Whether the text is in a number that cannot end here.
    var isInNumber: Bool { place == .scalar && elements != nil && value == nil }

    /// Whether an element is being written.
    var isInElement: Bool { place == .element || place == .scalar }

    /// Tokens that may repeat an element: all in the mask, but in a string those that no token with its end can be.
    func suspects(_ mask: TokenMask, _ trie: TokenTrie) -> [Int32] {
        guard place == .element, let begun = Self.decoded(raw), let elements else { return mask.tokens }
        var tokens = trie.manifold.map(\.token)
        for case .string(let text) in elements where text.string.utf8.starts(with: begun) {
            let rest = Array(text.string.utf8.dropFirst(begun.count))
            tokens += trie.tokens(beginningWith: rest + [Self.quote]) + trie.tokens(exactly: rest)
        }
        return tokens.filter { mask.contains(Int($0)) }
    }

    /// A mask without the tokens that would end a name for the second time.
    ///
    /// If only such tokens remain, because a schema allows few names or a budget is used up, the mask stays as it is: a
    /// document with a name twice is better than none.
    func unrepeated(_ mask: TokenMask, _ trie: TokenTrie) -> TokenMask {
        guard open.contains(where: { if case .object(let names) = $0 { !names.isEmpty } else { false } }) else {
            return mask
        }
        var tokens: [Int32] = []
        if place == .name, !names.isEmpty {
            if let begun = Self.decoded(raw) {
                for name in names where name.starts(with: begun) {
                    let rest = name.dropFirst(begun.count)
                    // What has to be written as an escape ends among the tokens below.
                    if rest.contains(where: { $0 < 0x20 || $0 == Self.quote || $0 == Self.backslash }) { continue }
                    tokens += trie.tokens(beginningWith: rest + [Self.quote])
                }
            } else {
                tokens += repeating(trie.quoting, mask)
            }
        }
        tokens += repeating(trie.manifold, mask)
        return tokens.isEmpty ? mask : mask.without(tokens)
    }

    private func repeating(_ candidates: [TokenTrie.Text], _ mask: TokenMask) -> [Int32] {
        candidates.filter { mask.contains(Int($0.token)) && repeats($0.bytes) }.map(\.token)
    }

    private func repeats(_ bytes: [UInt8]) -> Bool {
        var ahead = self
        return !bytes.allSatisfy { ahead.advance($0) { false } }
    }
}
