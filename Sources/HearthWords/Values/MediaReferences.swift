// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// Names of pictures and sounds in HTML: `<img src="name">` and `[sound:name]`.
///
/// It finds names in comments, too, which no page shows: a file that may be named is better kept.
struct MediaReferences {
    private struct Reference {
        /// The names that it may mean, the nearest first: an address may have percent signs in the place of letters.
        var names: [String]
        /// In the bytes of the text.
        var place: Range<Int>
        var isPicture: Bool
    }

    private let bytes: [UInt8]
    private var found: [Reference] = []
    /// Whether a tag was found that has no end. Then there are no more tags; looking for each again would take forever.
    private var isOutOfTags = false

    init(_ html: String) {
        bytes = Array(html.utf8)
        var position = 0
        while let mark = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }) {
            if !isOutOfTags, begins("<img", at: mark) {
                position = readPicture(from: mark + 4)
            } else if begins("[sound:", at: mark) {
                position = readSound(from: mark + 7)
            } else {
                position = mark + 1
            }
        }
    }

    var names: [String] { found.flatMap(\.names) }

    /// The text with new names for those that have one.
    func renamed(_ names: [String: String]) -> String {
        var (result, start) = ([UInt8](), 0)
        for reference in found {
            guard let name = reference.names.lazy.compactMap({ names[$0] }).first, reference.place.lowerBound >= start
            else { continue }
            result += bytes[start..<reference.place.lowerBound]
            result += Self.written(name, isPicture: reference.isPicture).utf8
            start = reference.place.upperBound
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// A name so that it is read again, with or without quotation marks around it.
    private static func written(_ name: String, isPicture: Bool) -> String {
        guard isPicture else {
            return name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_."))
        return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
    }

    /// - Parameter mark: in lower case.
    private func begins(_ mark: String, at place: Int) -> Bool {
        bytes[place...].prefix(mark.utf8.count).elementsEqual(mark.utf8) { byte, wanted in
            ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == wanted
        }
    }

    /// Reads the attributes of an `img`.
    /// - Returns: where to look on.
    private mutating func readPicture(from start: Int) -> Int {
        var (place, isNamed) = (start, false)
        defer { StepCounter.add(place - start) }
        // Another element begins with these letters.
        guard place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "/") else { return place }
        while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
            guard bytes[place] > 0x20, bytes[place] != UInt8(ascii: "/") else {
                place += 1
                continue
            }
            let isSource = begins("src", at: place) && end(of: place) == place + 3
            place = space(after: end(of: place))
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
            let begin = space(after: place + 1)
            let value = value(from: begin)
            if isSource, !isNamed { note(value, isPicture: true) }
            isNamed = isNamed || isSource
            place = min(value.upperBound + (value.lowerBound > begin ? 1 : 0), bytes.count)
        }
        guard place < bytes.count else {
            isOutOfTags = true
            return start
        }
        return place
    }

    /// End of an attribute's name.
    private func end(of start: Int) -> Int {
        let rest = bytes[(start + 1)...]
        return rest.firstIndex { $0 <= 0x20 || [0x2F, 0x3D, 0x3E].contains($0) } ?? bytes.count
    }

    private func space(after start: Int) -> Int { bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count }

    /// The place of an attribute's value, without quotation marks.
    private func value(from start: Int) -> Range<Int> {
        guard start < bytes.count else { return start..<start }
        let quote = bytes[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return start..<(bytes[start...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? bytes.count)
        }
        return (start + 1)..<(bytes[(start + 1)...].firstIndex(of: quote) ?? bytes.count)
    }

    /// - Returns: where to look on. A tag is in no name.
    private mutating func readSound(from start: Int) -> Int {
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "<") }
        StepCounter.add((end ?? bytes.count) - start)
        guard let end else { return bytes.count }
        if bytes[end] == UInt8(ascii: "]") { note(start..<end, isPicture: false) }
        return end
    }

    private mutating func note(_ place: Range<Int>, isPicture: Bool) {
        let text = HTMLEntities.decoded(bytes[place], isAttribute: isPicture)
        var names = [mediaName(text)].compactMap(\.self)
        if isPicture, let plain = text.removingPercentEncoding.flatMap({ mediaName($0) }), !names.contains(plain) {
            names.append(plain)
        }
        if !names.isEmpty { found.append(Reference(names: names, place: place, isPicture: isPicture)) }
    }
}

extension FlashcardContent {
    /// The files that it names, also in further fields.
    public var mediaNames: [String] {
        [image, audio].compactMap(\.self) + extra.flatMap { MediaReferences($0.value).names }
    }

    /// Names files anew.
    public mutating func renameMedia(_ names: [String: String]) {
        guard !names.isEmpty else { return }
        (image, audio) = (image.map { names[$0] ?? $0 }, audio.map { names[$0] ?? $0 })
        for place in extra.indices { extra[place].value = MediaReferences(extra[place].value).renamed(names) }
    }
}

/// A name for a media file that can do no harm: no path, nothing that a file system reads as something else.
///
/// - Parameter name: as a package or an upload has it.
/// - Returns: the name in Unicode's NFC, as Anki keeps names; `nil` where it is empty, longer than 240 bytes, has a
///   slash, backslash, colon or control character, or is one of the names of folders.
public func mediaName(_ name: String) -> String? {
    let name = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
    guard !name.isEmpty, name.utf8.count <= 240, name != ".", name != ".." else { return nil }
    let isUnsafe = name.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "/" || $0 == "\\" || $0 == ":"
    }
    return isUnsafe ? nil : name
}
