// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// A field of a note as plain text, with the media that it names.
struct PlainText: Equatable {
    /// Lines are separated by line feeds; without control characters, and without white space at its ends.
    private(set) var text = ""
    /// Names of pictures and sounds, as far as they are safe.
    private(set) var images: [String] = []
    private(set) var sounds: [String] = []

    /// - Parameter html: as Anki keeps it. Ruby becomes `漢字(かんじ)`; script, style and comments are left out.
    init(_ html: String) {
        guard !Self.isPlain(html) else {
            text = html
            return
        }
        var scanner = HTMLScanner(html)
        var lines = LineWriter()
        while let token = scanner.next() {
            switch token {
            case .text(let text): lines.write(withoutSounds(text))
            case .start("img", let attributes):
                let source = attributes.first { $0.name == "src" }?.value
                if let name = source.flatMap(Self.mediaReference) { images.append(name) }
            case .start("rp", _): scanner.skipContent(of: "rp")
            case .start("rt", _): lines.write("(")
            case .end("rt"): lines.write(")")
            case .start(let name, _) where HTMLElements.dropped.contains(name): scanner.skipContent(of: name)
            case .start(let name, _), .end(let name):
                if HTMLElements.blocks.contains(name) { lines.breakLine() }
                if name == "td" || name == "th" { lines.write(" ") }
            }
        }
        text = lines.text
    }

    /// A field that is no HTML: only control characters and white space at its ends are left out.
    init(plain text: String) {
        guard !Self.isTrimmed(text) else {
            self.text = text
            return
        }
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" }
        self.text = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Without control characters, and without anything that may be white space at its ends.
    private static func isTrimmed(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard var last = bytes.indices.last else { return true }
            while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
            return !mayBeSpace(bytes, at: 0) && !mayBeSpace(bytes, at: last)
                && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
        }
    }

    /// By the first bytes of a character: white space beyond ASCII begins with C2, E1, E2 or E3 80.
    private static func mayBeSpace(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        switch bytes[place] {
        case 0...0x20, 0xC2, 0xE1, 0xE2: true
        case 0xE3: place + 1 >= bytes.count || bytes[place + 1] == 0x80
        default: false
        }
    }

    /// Most fields are a word or a few, and need no more than a look.
    private static func isPlain(_ html: String) -> Bool {
        var html = html
        return html.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last else { return true }
            guard first > 0x20, last > 0x20, last < 0x80 else { return false }
            return bytes.allSatisfy {
                $0 >= 0x20 && $0 != 0x3C && $0 != 0x26 && $0 != 0x5B && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2
            }
                && !bytes.indices.dropLast().contains { bytes[$0] == 0x20 && bytes[$0 + 1] == 0x20 }
        }
    }

    /// Takes out `[sound:name]`, as Anki writes sounds into texts.
    private mutating func withoutSounds(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let mark = Array("[sound:".utf8)
        guard var open = bytes.firstIndex(of: mark[0]) else { return text }
        var (start, result) = (0, "")
        while true {
            if bytes[open...].starts(with: mark) {
                guard let end = bytes[(open + mark.count)...].firstIndex(of: UInt8(ascii: "]")) else { break }
                if let name = mediaName(String(decoding: bytes[(open + mark.count)..<end], as: UTF8.self)) {
                    sounds.append(name)
                }
                result += String(decoding: bytes[start..<open], as: UTF8.self)
                start = end + 1
            }
            guard let next = bytes[max(start, open + 1)...].firstIndex(of: mark[0]) else { break }
            open = next
        }
        return result + String(decoding: bytes[start...], as: UTF8.self)
    }

    /// The name that the address of an `img` means: percent signs are read as in addresses.
    static func mediaReference(_ source: String) -> String? {
        mediaName(source.removingPercentEncoding ?? source)
    }
}

/// Collects text as a browser would lay it out: white space is one space, blocks are lines.
private struct LineWriter {
    private var bytes: [UInt8] = []
    private var needsSpace = false
    /// What is waited with is tabs alone.
    private var tabs = 0
    private var hasOtherSpace = false

    mutating func write(_ text: String) {
        for scalar in text.unicodeScalars {
            if Self.isSpace(scalar.value) {
                needsSpace = true
                if scalar == "\t" { tabs += 1 } else { hasOtherSpace = true }
            } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
                if needsSpace, let last = bytes.last, last != UInt8(ascii: "\n") { writeSpace() }
                forgetSpace()
                if scalar.isASCII {
                    bytes.append(UInt8(scalar.value))
                } else {
                    bytes.append(contentsOf: String(scalar).utf8)
                }
            }
        }
    }

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

    mutating func breakLine() {
        forgetSpace()
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }

    var text: String {
        String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
