// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Collects text as a browser would lay it out: white space is one space, blocks are lines.
struct LineWriter {
    private var bytes: [UInt8] = []
    private var needsSpace = false
    /// Tabs among the white space that waits.
    private var tabs = 0
    private var hasOtherSpace = false
    /// How many `pre` are open: there white space stays as it is.
    private var preDepth = 0
    /// Right behind `<pre>`, where a line feed says nothing.
    private var isAtPreStart = false
    /// The text of an open `sup` or `sub`.
    private var script: (kind: ScriptLetters, name: String, text: String)?
    private let hasGaps: Bool

    init(hasGaps: Bool) { self.hasGaps = hasGaps }

    /// Takes the text between two tags.
    mutating func write(_ text: String) {
        guard script == nil else {
            script?.text += text
            return
        }
        if hasGaps { keepBracesApart(from: text) }
        if preDepth > 0 { writePreformatted(text) } else { writeFlowing(text) }
    }

    private mutating func writeFlowing(_ text: String) {
        for scalar in text.unicodeScalars {
            if Self.isSpace(scalar.value) {
                needsSpace = true
                if scalar == "\t" { tabs += 1 } else { hasOtherSpace = true }
            } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
                if needsSpace, let last = bytes.last, last != UInt8(ascii: "\n") { writeSpace() }
                forgetSpace()
                append(scalar)
            }
        }
    }

    private mutating func writePreformatted(_ text: String) {
        for (place, scalar) in text.unicodeScalars.enumerated() {
            if isAtPreStart, place == 0, scalar == "\n" { continue }
            guard scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            else { continue }
            append(scalar == "\u{A0}" ? " " : scalar)
        }
        if !text.isEmpty { isAtPreStart = false }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    /// A tag or a comment stood between a text that ends in a brace and one that begins with the same.
    private mutating func keepBracesApart(from text: String) {
        guard !needsSpace, let last = bytes.last, last == UInt8(ascii: "}") || last == UInt8(ascii: "{"),
            text.utf8.first == last
        else { return }
        bytes.append(contentsOf: Cloze.divider.utf8)
    }

    // MARK: Tags

    mutating func begin(_ name: String) {
        if let kind = ScriptLetters(element: name), script == nil {
            script = (kind, name, "")
            return
        }
        if HTMLElements.blocks.contains(name) { endScript() }
        switch name {
        case "rt": write("(")
        case "td", "th": write(" ")
        case "pre":
            breakLine()
            preDepth += 1
            isAtPreStart = true
        case "br" where preDepth > 0: bytes.append(UInt8(ascii: "\n"))
        default: if HTMLElements.blocks.contains(name) { breakLine() }
        }
    }

    mutating func end(_ name: String) {
        if name == script?.name { return endScript() }
        if HTMLElements.blocks.contains(name) { endScript() }
        switch name {
        case "rt": write(")")
        case "td", "th": write(" ")
        case "pre":
            preDepth = max(0, preDepth - 1)
            breakLine()
        default: if HTMLElements.blocks.contains(name) { breakLine() }
        }
    }

    private mutating func endScript() {
        guard let (kind, _, text) = script else { return }
        script = nil
        write(kind.written(String(text.trimmingPrefix(while: \.isWhitespace))))
    }

    private mutating func breakLine() {
        forgetSpace()
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }

    // MARK: White space

    /// Unicode's property White_Space, which Swift looks up far more slowly.
    private static func isSpace(_ value: UInt32) -> Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Tabs between words are part of the text; with other white space they are a program's way to write HTML.
    private mutating func writeSpace() {
        if hasOtherSpace { bytes.append(0x20) } else { bytes += Array(repeating: 0x09, count: min(tabs, 20)) }
    }

    private mutating func forgetSpace() { (needsSpace, tabs, hasOtherSpace) = (false, 0, false) }

    /// Without white space at its end.
    var text: String {
        mutating get {
            endScript()
            let end = bytes.lastIndex { $0 > 0x20 } ?? -1
            return String(decoding: bytes.prefix(end + 1), as: UTF8.self)
        }
    }
}

/// Letters that stand above or below the line.
enum ScriptLetters {
    case raised, lowered

    init?(element name: String) {
        switch name {
        case "sup": self = .raised
        case "sub": self = .lowered
        default: return nil
        }
    }

    /// The letters as Unicode has them, where it has all of them; else behind `^` or `_`.
    func written(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let letters = self == .raised ? Self.raisedLetters : Self.loweredLetters
        let found = text.compactMap { letters[$0] }
        if found.count == text.count { return String(found) }
        let mark = self == .raised ? "^" : "_"
        return text.count == 1 ? mark + text : "\(mark)(\(text))"
    }

    /// Source: Unicode, "Superscripts and Subscripts", "Phonetic Extensions" and "Spacing Modifier Letters".
    private static let raisedLetters = pairs(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ* ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ* ")
    private static let loweredLetters = pairs(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ ")

    private static func pairs(_ letters: String, _ written: String) -> [Character: Character] {
        Dictionary(zip(letters, written), uniquingKeysWith: { first, _ in first })
    }
}
