// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthWords

/// Cuts the HTML of a note into texts and tags, in one pass whatever it says.
///
/// It follows the tokenizer of the HTML standard (section 13.2.5) as far as notes need it. A `<` that begins nothing,
/// and names that are no elements of HTML, are text: `a < b` and `<verb>` are things that learners write.
struct HTMLScanner {
    enum Token: Equatable {
        /// Entities are decoded.
        case text(String)
        /// The name is in lower case, and so are those of attributes, whose entities are decoded.
        case start(String, attributes: [Attribute])
        case end(String)
    }

    struct Attribute: Equatable {
        var name: String
        var value: String
    }

    private let bytes: [UInt8]
    private var position = 0
    /// Whether a tag was found that has no end. Then there are no more tags; looking for each again would take forever.
    private var isOutOfTags = false
    private var pending: Token?

    init(_ html: String) { bytes = Array(html.utf8) }

    mutating func next() -> Token? {
        if let token = pending {
            pending = nil
            return token
        }
        var start = position
        while position < bytes.count {
            let tagStart = position
            guard bytes[position] == UInt8(ascii: "<"), !isOutOfTags else {
                position += 1
                continue
            }
            let token = tag()
            if token == nil, position == tagStart {
                position += 1
                continue
            }
            guard tagStart > start else {
                if let token { return token }
                // A comment: what follows begins anew.
                start = position
                continue
            }
            pending = token
            return text(start..<tagStart)
        }
        return position > start ? text(start..<position) : nil
    }

    private func text(_ range: Range<Int>) -> Token {
        StepCounter.add(range.count)
        return .text(HTMLEntities.decoded(bytes[range]))
    }

    /// Reads the tag that begins here. `nil` for a comment, which is passed over, and for what is no tag, which is not.
    private mutating func tag() -> Token? {
        let start = position
        guard start + 1 < bytes.count else { return nil }
        var furthest = start
        defer { StepCounter.add(max(furthest, position) - start) }
        switch bytes[start + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            skipComment()
            return nil
        case UInt8(ascii: "/"):
            position = start + 2
            if let name = name(), let token = rest(.end(name)) { return token }
        default:
            position = start + 1
            if let name = name(), let token = rest(.start(name, attributes: [])) { return token }
        }
        furthest = position
        position = start
        return nil
    }

    private mutating func skipComment() {
        let isComment = bytes[position...].starts(with: "<!--".utf8)
        let end = Array((isComment ? "-->" : ">").utf8)
        position += isComment ? 4 : 2
        while position < bytes.count, !bytes[position...].starts(with: end) { position += 1 }
        position = min(position + end.count, bytes.count)
    }

    /// The name of an element that HTML has.
    private mutating func name() -> String? {
        let start = position
        while position < bytes.count, position - start < 20, Self.isNamePart(bytes[position]) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        guard HTMLElements.known.contains(name) else { return nil }
        // `<b>` and `<br/>` are tags; `<b:c>` is not.
        guard position < bytes.count, bytes[position] <= 0x20 || [0x2F, 0x3E].contains(bytes[position]) else {
            return nil
        }
        return name
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Reads the attributes up to the end of the tag.
    private mutating func rest(_ token: Token) -> Token? {
        var attributes: [Attribute] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ">"):
                position += 1
                if case .start(let name, _) = token { return .start(name, attributes: attributes) }
                return token
            case 0...0x20, UInt8(ascii: "/"): position += 1
            default:
                let attribute = attribute()
                if attributes.count < 50 { attributes.append(attribute) }
            }
        }
        isOutOfTags = true
        return nil
    }

    private mutating func attribute() -> Attribute {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] > 0x20, ![0x2F, 0x3D, 0x3E].contains(bytes[position]) {
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return Attribute(name: name, value: "")
        }
        position += 1
        skipSpace()
        return Attribute(name: name, value: HTMLEntities.decoded(bytes[value()], isAttribute: true))
    }

    private mutating func value() -> Range<Int> {
        guard position < bytes.count else { return position..<position }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            while position < bytes.count, bytes[position] > 0x20, bytes[position] != UInt8(ascii: ">") { position += 1 }
            return start..<position
        }
        let start = position + 1
        position = bytes[start...].firstIndex(of: quote) ?? bytes.count
        defer { position = min(position + 1, bytes.count) }
        return start..<position
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Passes over what is in an element whose content is not shown, and its end tag.
    mutating func skipContent(of name: String) {
        pending = nil
        let start = position
        defer { StepCounter.add(position - start) }
        let end = Array("</\(name)".utf8)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), bytes.count - position >= end.count,
                zip(bytes[position...], end).allSatisfy({ $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) == $1 })
            {
                position = bytes[position...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
                return
            }
            position += 1
        }
    }
}
