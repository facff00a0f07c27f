// SPDX-License-Identifier: Apache-2.0

/// Rewrites text before it is cut into words: Unicode forms, case, accents, replacements.
indirect enum Normalizer: Sendable {
    case sequence([Normalizer])
    case form(NormalizationForm)
    case lowercase
    /// Control characters out, exotic white space to spaces, as machine translation models want it.
    case nmt
    case strip(left: Bool, right: Bool)
    case stripAccents
    case prepend([UInt8])
    case append([UInt8])
    case replace(RegexProgram, [UInt8])
    /// One ASCII character, the case that every Llama file has.
    case replaceByte(UInt8, [UInt8])
    case bert(cleanText: Bool, spaceChinese: Bool, stripAccents: Bool, lowercase: Bool)
    case byteLevel
    case characterMap(CharacterMap)

    private static let supported = [
        "Sequence", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase", "Strip", "StripAccents", "Prepend", "Append",
        "Replace", "BertNormalizer", "ByteLevel", "Precompiled",
    ]

    init(_ part: FilePart) throws(TokenizerError) {
        switch try part.type(among: Self.supported) {
        case "Sequence":
            var steps: [Normalizer] = []
            for step in try part.required("normalizers").elements { steps.append(try Normalizer(step)) }
            self = .sequence(steps)
        case "NFC": self = .form(.nfc)
        case "NFD": self = .form(.nfd)
        case "NFKC": self = .form(.nfkc)
        case "NFKD": self = .form(.nfkd)
        case "Nmt": self = .nmt
        case "Lowercase": self = .lowercase
        case "Strip":
            self = .strip(
                left: try part.bool("strip_left", default: true), right: try part.bool("strip_right", default: true))
        case "StripAccents": self = .stripAccents
        case "Prepend": self = .prepend(Array(try part.string("prepend").utf8))
        case "Append": self = .append(Array(try part.string("append").utf8))
        case "Replace":
            let content = Array(try part.string("content").utf8)
            let text = try part.required("pattern").member("String").map { part throws(TokenizerError) in
                try part.string
            }
            if let text, text.utf8.count == 1, let byte = text.utf8.first {
                self = .replaceByte(byte, content)
            } else {
                self = .replace(try part.pattern("pattern"), content)
            }
        case "BertNormalizer":
            let lowercase = try part.bool("lowercase", default: true)
            self = .bert(
                cleanText: try part.bool("clean_text", default: true),
                spaceChinese: try part.bool("handle_chinese_chars", default: true),
                stripAccents: try part.bool("strip_accents", default: lowercase), lowercase: lowercase)
        case "ByteLevel": self = .byteLevel
        default:
            let map = try part.required("precompiled_charsmap")
            guard let blob = decodeBase64(try map.string), let table = CharacterMap(blob) else {
                throw map.malformed("not a SentencePiece character map in base64")
            }
            self = .characterMap(table)
        }
    }

    /// - Throws: `tooSlow` when a pattern needs too many steps.
    func apply(to text: inout Text, _ matcher: RegexMatcher) throws(RegexMatcher.TooManySteps) {
        switch self {
        case .sequence(let steps):
            for step in steps { try step.apply(to: &text, matcher) }
        case .form(let form): form.apply(to: &text)
        case .lowercase: LowercaseTable.apply(to: &text)
        case .nmt: Self.applyNmt(&text)
        case .strip(let left, let right): Self.strip(&text, left, right)
        case .stripAccents:
            let marks = CharacterClasses.combiningMarkTable
            if !text.isASCII { text.mapScalars { if !marks.contains($0) { $1.append(scalar: $0) } } }
        case .prepend(let prefix):
            if !text.bytes.isEmpty { text.prepend(prefix) }
        case .append(let suffix):
            if !text.bytes.isEmpty { text.append(suffix) }
        case .replaceByte(let byte, let content): Self.replace(&text, byte, content)
        case .replace(let pattern, let content): try Self.replace(&text, pattern, content, matcher)
        case .bert(let clean, let chinese, let strip, let lowercase):
            if clean { Self.cleanText(&text) }
            let ascii = text.isASCII
            if chinese, !ascii { Self.spaceChinese(&text) }
            if strip, !ascii {
                NormalizationForm.nfd.apply(to: &text)
                let marks = CharacterClasses.nonspacingMarkTable
                text.mapScalars { if !marks.contains($0) { $1.append(scalar: $0) } }
            }
            if lowercase { LowercaseTable.apply(to: &text) }
        case .byteLevel:
            text.mapBytes()
        case .characterMap(let map): map.apply(to: &text)
        }
    }

    private static func applyNmt(_ text: inout Text) {
        text.mapScalars { scalar, out in
            switch scalar {
            case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F, 0x8F, 0x9F: break
            case 0x09, 0x0A, 0x0C, 0x0D, 0x1680, 0x200B...0x200F, 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD:
                out.append(0x20)
            default: out.append(scalar: scalar)
            }
        }
    }

    private static func strip(_ text: inout Text, _ left: Bool, _ right: Bool) {
        let white = CharacterClasses.whitespaceTable
        var start = 0
        var end = text.bytes.count
        text.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            while left, start < end {
                let (scalar, length) = readScalar(base, start)
                guard white.contains(scalar) else { break }
                start += length
            }
            while right, end > start {
                let previous = scalarStart(base, before: end, low: start)
                guard white.contains(readScalar(base, previous).value) else { break }
                end = previous
            }
        }
        if end - start < text.bytes.count { text.trim(to: start..<end) }
    }

    private static func replace(_ text: inout Text, _ byte: UInt8, _ content: [UInt8]) {
        guard text.bytes.contains(byte) else { return }
        var writer = Text.Writer(replacing: text)
        for (index, found) in text.bytes.enumerated() {
            if found == byte { writer.bytes.append(contentsOf: content) } else { writer.bytes.append(found) }
            writer.mark(index, index + 1)
        }
        text = writer.finish()
    }

    private static func replace(
        _ text: inout Text, _ pattern: RegexProgram, _ content: [UInt8], _ matcher: RegexMatcher
    ) throws(RegexMatcher.TooManySteps) {
        let matches = try text.bytes.withUnsafeBufferPointer { bytes throws(RegexMatcher.TooManySteps) in
            var matches: [(Int, Int)] = []
            try matcher.forEachMatch(pattern, in: bytes) { matches.append(($0, $1)) }
            return matches
        }
        if matches.isEmpty || text.bytes.isEmpty { return }
        var writer = Text.Writer(replacing: text)
        var index = 0
        func copy(upTo end: Int) {
            while index < end {
                writer.bytes.append(text.bytes[index])
                writer.mark(index, index + 1)
                index += 1
            }
        }
        for (start, end) in matches {
            copy(upTo: start)
            writer.bytes.append(contentsOf: content)
            // An empty match takes the mark of what follows it.
            writer.mark(start, max(end, min(start + 1, text.bytes.count)))
            index = end
        }
        copy(upTo: text.bytes.count)
        text = writer.finish()
    }

    private static func cleanText(_ text: inout Text) {
        let dropped = CharacterClasses.bertControlTable
        let white = CharacterClasses.whitespaceTable
        text.mapScalars { scalar, out in
            if scalar < 0x80 {
                let byte = UInt8(truncatingIfNeeded: scalar)
                if byte >= 0x20 {
                    if byte != 0x7F { out.append(byte) }
                } else if byte == 0x09 || byte == 0x0A || byte == 0x0D {
                    out.append(0x20)
                }
            } else if !dropped.contains(scalar) {
                if white.contains(scalar) { out.append(0x20) } else { out.append(scalar: scalar) }
            }
        }
    }

    private static func spaceChinese(_ text: inout Text) {
        text.mapScalars { scalar, out in
            switch scalar {
            case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F,
                0x2B920...0x2CEAF, 0xF900...0xFAFF, 0x2F800...0x2FA1F:
                out.append(0x20)
                out.append(scalar: scalar)
                out.append(0x20)
            default: out.append(scalar: scalar)
            }
        }
    }
}

/// Standard base64 with or without padding; `nil` when the text is not that.
func decodeBase64(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
        let value: UInt8
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        case UInt8(ascii: "="), 0x0A, 0x0D: continue
        default: return nil
        }
        bits = bits << 6 | UInt32(value)
        count += 6
        if count >= 8 {
            count -= 8
            result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
    }
    return result
}
