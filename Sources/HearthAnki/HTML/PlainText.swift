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

    /// Whether the HTML says more than the text, such as what is bold, raised or in a table.
    private(set) var isFormatted = false

    /// - Parameters:
    ///   - html: as Anki keeps it. Ruby becomes `漢字(かんじ)`, and raised and lowered letters those that Unicode has; the
    ///     lines of `pre` stay; script, style and comments are left out.
    ///   - media: the files that there are, which say what a name with a percent sign means.
    ///   - hasGaps: whether the text has gaps as `Cloze` reads them: braces between which HTML had a tag or a comment
    ///     are no mark of one, and stay apart.
    init(_ html: String, media: Set<String> = [], hasGaps: Bool = false) {
        guard !Self.isPlain(html) else {
            text = html
            return
        }
        var scanner = HTMLScanner(html)
        var lines = LineWriter(hasGaps: hasGaps)
        while let token = scanner.next() {
            switch token {
            case .text(let text): lines.write(withoutSounds(text))
            case .start("img", let attributes):
                let source = attributes.first { $0.name == "src" }?.value
                if let name = source.flatMap({ Self.mediaReference($0, among: media) }) { images.append(name) }
            case .start("rp", _): scanner.skipContent(of: "rp")
            case .start(let name, let attributes):
                isFormatted = isFormatted || Self.isFormat(name, attributes)
                if HTMLElements.dropped.contains(name) { scanner.skipContent(of: name) } else { lines.begin(name) }
            case .end(let name): lines.end(name)
            }
        }
        text = lines.text
    }

    /// Elements that do no more than begin a line or a picture.
    private static let unformatted: Set<String> = ["br", "div", "p", "span", "wbr"]

    private static func isFormat(_ name: String, _ attributes: [HTMLScanner.Attribute]) -> Bool {
        guard unformatted.contains(name) else { return !HTMLElements.dropped.contains(name) }
        return attributes.contains { $0.name == "style" || $0.name == "class" || $0.name == "lang" }
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
        let (rest, names) = Self.soundsTaken(from: text)
        sounds += names
        return rest
    }

    /// The text without `[sound:name]`, and the names.
    static func soundsTaken(from text: String) -> (text: String, sounds: [String]) {
        let bytes = Array(text.utf8)
        let mark = Array("[sound:".utf8)
        guard var open = bytes.firstIndex(of: mark[0]) else { return (text, []) }
        var (start, result, sounds) = (0, "", [String]())
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
        return (result + String(decoding: bytes[start...], as: UTF8.self), sounds)
    }

    /// The name that the address of an `img` means: a file of exactly that name, else one whose name has other letters
    /// in the place of percent signs, as in addresses.
    /// - Parameter names: the files that there are.
    static func mediaReference(_ source: String, among names: Set<String> = []) -> String? {
        let found = mediaNames(of: source)
        return found.first(where: names.contains) ?? found.last
    }

    /// The names that the address of an `img` may mean, the nearest first.
    static func mediaNames(of source: String) -> [String] {
        let (exact, decoded) = (mediaName(source), source.removingPercentEncoding.flatMap { mediaName($0) })
        return [exact, exact == decoded ? nil : decoded].compactMap(\.self)
    }
}
