// SPDX-License-Identifier: Apache-2.0
import Foundation

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
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" }
        self.text = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
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
        var (rest, result) = (text[...], "")
        while let start = rest.firstRange(of: "[sound:"), let end = rest[start.upperBound...].firstIndex(of: "]") {
            if let name = mediaName(String(rest[start.upperBound..<end])) { sounds.append(name) }
            result += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The name that the address of an `img` means: percent signs are read as in addresses.
    static func mediaReference(_ source: String) -> String? {
        mediaName(source.removingPercentEncoding ?? source)
    }
}

/// Collects text as a browser would lay it out: white space is one space, blocks are lines.
private struct LineWriter {
    private var lines: [String] = [""]
    private var needsSpace = false

    mutating func write(_ text: String) {
        for scalar in text.unicodeScalars {
            if scalar == "\u{A0}" || scalar.properties.isWhitespace {
                needsSpace = true
            } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
                if needsSpace, !lines[lines.count - 1].isEmpty { lines[lines.count - 1] += " " }
                needsSpace = false
                lines[lines.count - 1].unicodeScalars.append(scalar)
            }
        }
    }

    mutating func breakLine() {
        needsSpace = false
        if !lines[lines.count - 1].isEmpty { lines.append("") }
    }

    var text: String { (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).joined(separator: "\n") }
}
