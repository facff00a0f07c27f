// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes that a terminal sends into keys, however they are cut into pieces.
///
/// Knows UTF-8, the control characters, the sequences of xterm and its descendants (`ESC [ 1 ; 5 C`), application mode
/// (`ESC O A`), the kitty and modifyOtherKeys forms of Shift-Enter, Alt as a prefix of ESC, and bracketed paste. What
/// it does not know is dropped whole, so that no half of a sequence ends up in the text.
package struct KeyDecoder {
    private enum State {
        case ground
        case escape
        /// After `ESC [`; the bytes before the final one.
        case sequence([UInt8])
        /// After `ESC O`.
        case application
        /// Inside a paste; what has come of it.
        case paste([UInt8])
    }

    private var state = State.ground
    /// Bytes of a character that is not complete.
    private var character: [UInt8] = []
    /// Typed text that is not yet handed out; one key for all of it makes a fast typist or a plain paste cheap.
    private var text = ""
    private var keys: [Key] = []

    /// Ends a paste.
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// No sequence that means something is longer.
    private static let longestSequence = 32

    package init() {}

    /// Whether the last byte was ESC and it is not known whether that was the key or the beginning of a sequence.
    package var awaitsRest: Bool {
        if case .escape = state { true } else { false }
    }

    /// The keys that `bytes` complete.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { take(byte) }
        flushText()
        defer { keys = [] }
        return keys
    }

    /// Called when nothing followed for a while: an ESC that is alone was the key, which means nothing here.
    package mutating func timeOut() {
        if awaitsRest { state = .ground }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte)
        case .escape: escape(byte)
        case .sequence(let begun): sequence(begun, byte)
        case .application:
            state = .ground
            if let key = Self.movement(byte, modifiers: 0) ?? (byte == UInt8(ascii: "M") ? .enter : nil) { emit(key) }
        case .paste(var begun):
            // Out of the state first, or every byte would copy all of them.
            state = .ground
            begun.append(byte)
            if byte == UInt8(ascii: "~"), begun.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
                let pasted = Self.pastedText(begun.dropLast(Self.pasteEnd.count))
                if !pasted.isEmpty { emit(.paste(pasted)) }
            } else {
                state = .paste(begun)
            }
        }
    }

    // MARK: Text

    private mutating func ground(_ byte: UInt8) {
        if !character.isEmpty {
            if byte & 0xC0 == 0x80 {
                character.append(byte)
                if character.count == Self.length(leading: character[0]) { flushCharacter() }
                return
            }
            flushCharacter()
        }
        switch byte {
        case 0x1B: state = .escape
        case 0x09, 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
        case 0xC2...0xF4: character = [byte]
        case 0x80...: text.append("\u{FFFD}")
        default: if let key = Self.control(byte) { emit(key) }
        }
    }

    private static func length(leading byte: UInt8) -> Int { byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

    private mutating func flushCharacter() {
        let typed = String(decoding: character, as: UTF8.self)
        character = []
        // The 8-bit control characters are keys that nobody has.
        text.unicodeScalars.append(contentsOf: typed.unicodeScalars.filter { !(0x80..<0xA0).contains($0.value) })
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        keys.append(.text(text))
        text = ""
    }

    private mutating func emit(_ key: Key) {
        flushText()
        keys.append(key)
    }

    private static func pastedText(_ bytes: some Collection<UInt8>) -> String {
        var pasted = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\r": pasted.append("\n")
            case "\n": if !afterReturn { pasted.append("\n") }
            case "\t": pasted.append("\t")
            default: if scalar.properties.generalCategory != .control { pasted.append(scalar) }
            }
            afterReturn = scalar == "\r"
        }
        return String(pasted)
    }

    // MARK: Control characters and sequences

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x0A, 0x0D: .enter
        case 0x0B: .deleteToEnd
        case 0x0C: .clearScreen
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .deleteToStart
        case 0x17: .deleteWordLeft
        case 0x19: .yank
        case 0x1A: .suspend
        default: nil
        }
    }

    /// The byte after ESC: the beginning of a sequence, or a key together with Alt.
    private mutating func escape(_ byte: UInt8) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .application
        case 0x0A, 0x0D: emit(.newline)
        case 0x08, 0x7F: emit(.deleteWordLeft)
        case UInt8(ascii: "b"): emit(.wordLeft)
        case UInt8(ascii: "f"): emit(.wordRight)
        case UInt8(ascii: "d"): emit(.deleteWordRight)
        case 0x03: emit(.interrupt)
        case 0xC2...0xF4: character = [byte]
        default: break
        }
    }

    private mutating func sequence(_ begun: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20..<0x40 where begun.count < Self.longestSequence: state = .sequence(begun + [byte])
        case 0x40..<0x7F:
            state = .ground
            finish(begun, byte)
        default:
            // Not a sequence after all; a control character in it still counts.
            state = .ground
            ground(byte)
        }
    }

    private mutating func finish(_ begun: [UInt8], _ final: UInt8) {
        let numbers = begun.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
        let first = numbers.first ?? 1
        // Modifiers are sent as one more than a set of bits: 1 Shift, 2 Alt, 4 Ctrl.
        let modifiers = numbers.count > 1 ? max(0, numbers[1] - 1) : 0
        let isWord = modifiers & 6 != 0
        switch (final, first) {
        case (UInt8(ascii: "~"), 200): state = .paste([])
        case (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): emit(.home)
        case (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): emit(.end)
        case (UInt8(ascii: "~"), 3): emit(isWord ? .deleteWordRight : .delete)
        case (UInt8(ascii: "~"), 27) where numbers.count == 3 && numbers[2] == 13: emit(.newline)
        case (UInt8(ascii: "u"), 13): emit(modifiers == 0 ? .enter : .newline)
        default: if let key = Self.movement(final, modifiers: modifiers) { emit(key) }
        }
    }

    private static func movement(_ final: UInt8, modifiers: Int) -> Key? {
        let isWord = modifiers & 6 != 0
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return isWord ? .wordRight : .right
        case UInt8(ascii: "D"): return isWord ? .wordLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        default: return nil
        }
    }
}
