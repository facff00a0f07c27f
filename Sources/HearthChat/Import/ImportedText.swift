// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Conversions that the formats of other programs share.
enum ImportedText {
    /// Seconds since 1970 between that year and 2200, or milliseconds of that time.
    static func date(seconds value: JSON?) -> Date? {
        guard let value = value?.double else { return nil }
        let seconds = value > 100_000_000_000 ? value / 1_000 : value
        return (1...7_258_118_400).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// `2024-03-01T10:00:00.123456Z`, also with `+00:00`.
    static func date(iso value: JSON?) -> Date? {
        guard let text = value?.string, text.utf8.count < 40 else { return nil }
        let read =
            (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: .iso8601))
        return read.flatMap { date(seconds: .number($0.timeIntervalSince1970)) }
    }

    /// A name on one line, as a chip for what is not there: `[Image: tiles.png]`.
    static func gap(_ kind: String, _ name: String?) -> String {
        let line = (name ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let plain = String(line.filter { !"[]".contains($0) }.prefix(120))
        return plain.isEmpty ? "[\(kind)]" : "[\(kind): \(plain)]"
    }

    /// Text between fences that are longer than any in it.
    static func fenced(_ text: String, _ language: String = "") -> String {
        var (longest, run) = (2, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let name = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+#-".contains($0)) }.prefix(20)
        return "\(fence)\(name)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
    }

    static func joined(_ parts: [String]) -> String {
        parts.filter { !Titles.isBlank($0) }.joined(separator: "\n\n")
    }

    static func isImage(_ name: String, type: String? = nil) -> Bool {
        if let type, !type.isEmpty { return type.lowercased().hasPrefix("image") }
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return ["png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "bmp", "svg", "avif"].contains(end)
    }

    /// Some programs cut texts in the middle of a pair of surrogates, which is no JSON: the halves become U+FFFD.
    static func withoutHalves(_ json: [UInt8]) -> [UInt8] {
        func unit(_ place: Int) -> UInt16? {
            guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"), json[place + 1] == UInt8(ascii: "u")
            else {
                return nil
            }
            return UInt16(String(decoding: json[place + 2..<place + 6], as: UTF8.self), radix: 16)
        }
        var result: [UInt8] = []
        result.reserveCapacity(json.count)
        var place = 0
        while place < json.count {
            guard json[place] == UInt8(ascii: "\\") else {
                result.append(json[place])
                place += 1
                continue
            }
            let first = unit(place)
            switch first {
            case .some(0xD800..<0xDC00) where unit(place + 6).map { (0xDC00..<0xE000).contains($0) } == true:
                result += json[place..<place + 12]
                place += 12
            case .some(0xD800..<0xE000):
                result += "\\uFFFD".utf8
                place += 6
            default:
                // The escape and what it escapes.
                let end = min(json.count, place + 2)
                result += json[place..<end]
                place = end
            }
        }
        return result
    }
}
