// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// The names that have been written in the objects which a text is in the middle of, so that none is written twice.
///
/// The states of a grammar know which of the listed members have been written; names that a schema does not list are any text,
/// and states that knew them would never be met again. So they are kept beside the state, and what would repeat one is taken out
/// of the mask of the state.
struct WrittenNames: Sendable {
    /// For each open object its names as UTF-8, `nil` for an array; the innermost last.
    private var open: [Set<[UInt8]>?] = []
    private var place = Place.outside
    private var isEscaped = false
    /// The name that is being written, with its escapes.
    private var raw: [UInt8] = []

    private enum Place {
        case outside, string
        /// Before a name, in it, and behind it.
        case beforeName, name, behindName
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Notes a byte of a JSON document.
    /// - Returns: false where it ends a name that the object has already.
    mutating func advance(_ byte: UInt8) -> Bool {
        switch place {
        case .string, .name:
            if byte == Self.quote, !isEscaped { return endString() }
            if place == .name { raw.append(byte) }
            isEscaped = !isEscaped && byte == Self.backslash
        case .outside, .beforeName, .behindName:
            switch byte {
            case Self.quote: place = place == .beforeName ? .name : .string
            case UInt8(ascii: "{"):
                open.append([])
                place = .beforeName
            case UInt8(ascii: "["):
                open.append(nil)
                place = .outside
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                place = .outside
            case UInt8(ascii: ","): place = open.last.flatMap(\.self) == nil ? .outside : .beforeName
            case UInt8(ascii: ":"): place = .outside
            default: break
            }
        }
        return true
    }

    private mutating func endString() -> Bool {
        defer { raw = [] }
        guard place == .name else {
            place = .outside
            return true
        }
        place = .behindName
        guard let name = Self.decoded(raw), let last = open.indices.last else { return true }
        return open[last]?.insert(name).inserted ?? true
    }

    /// The characters that a beginning of a name stands for; `nil` in the middle of an escape.
    private static func decoded(_ raw: [UInt8]) -> [UInt8]? {
        guard raw.contains(backslash) else { return raw }
        let text = try? JSON(parsing: String(decoding: [quote] + raw + [quote], as: UTF8.self))
        return (text?.string).map { Array($0.utf8) }
    }

    // MARK: Masks

    /// A mask without the tokens that would end a name for the second time.
    ///
    /// Where none but those remain, which takes a schema that allows few names or a budget that is used up, it stays as it is: a
    /// document with a name twice is better than none.
    func unrepeated(_ mask: TokenMask, _ trie: TokenTrie) -> TokenMask {
        guard open.contains(where: { $0?.isEmpty == false }) else { return mask }
        var tokens: [Int32] = []
        if place == .name, let names = open.last.flatMap(\.self), !names.isEmpty {
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
        return !bytes.allSatisfy { ahead.advance($0) }
    }
}
