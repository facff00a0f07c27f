// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A dictionary as the server `dictd` has it: an index of headwords, and a file with their articles.
///
/// Source: dictd(8) and dictfmt(1): each line of the index is a headword, the article's place and its length, with tabs
/// between; numbers are written in the 64 digits of base64, the largest first.
struct DictionaryFile: Sendable {
    private let index: Data
    private let articles: ChunkedFile

    /// Articles of one headword that are read.
    private static let most = 10

    /// - Parameter file: the index, such as `wn.index`; the articles lie beside it.
    /// - Throws: `DictionaryError`.
    init(index file: URL) throws {
        do { index = try Data(contentsOf: file, options: .alwaysMapped) } catch {
            throw DictionaryError(file, "it cannot be read")
        }
        let base = file.deletingPathExtension()
        let packed = base.appendingPathExtension("dict.dz")
        articles = try ChunkedFile(
            FileManager.default.fileExists(atPath: packed.path) ? packed : base.appendingPathExtension("dict"))
    }

    /// The articles of a headword, written like this but for case.
    func articles(of word: String) -> [String] {
        let word = word.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !word.isEmpty, word.utf8.count <= 200, !word.contains(where: { $0.isNewline || $0 == "\t" }) else {
            return []
        }
        var seen: Set<String> = []
        for form in [word, word.lowercased(), word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
        where seen.insert(form).inserted {
            let found = places(of: form).compactMap { articles.bytes(at: $0.start, count: $0.count) }
            if !found.isEmpty { return found.map { String(decoding: $0, as: UTF8.self) } }
        }
        return []
    }

    private func places(of headword: String) -> [(start: Int, count: Int)] {
        let wanted = Data("\n\(headword)\t".utf8)
        var places: [(start: Int, count: Int)] = []
        var rest = index.startIndex..<index.endIndex
        // The first line has no line before it.
        if index.starts(with: wanted.dropFirst()), let place = place(after: wanted.count - 1) { places.append(place) }
        while places.count < Self.most, let found = index.range(of: wanted, in: rest) {
            if let place = place(after: found.upperBound) { places.append(place) }
            // The end of this line begins the next one.
            rest = found.upperBound - 1..<index.endIndex
        }
        return places
    }

    private func place(after start: Int) -> (start: Int, count: Int)? {
        let line = index[start...].prefix(40).prefix { $0 != UInt8(ascii: "\n") }
        let parts = line.split(separator: UInt8(ascii: "\t"))
        guard parts.count >= 2, let place = Self.number(parts[0]), let count = Self.number(parts[1]) else { return nil }
        return (place, count)
    }

    private static func number(_ digits: Data) -> Int? {
        guard !digits.isEmpty, digits.count <= 8 else { return nil }
        var number = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): number = number << 6 + Int(digit - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): number = number << 6 + Int(digit - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 6 + Int(digit - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"): number = number << 6 + 62
            case UInt8(ascii: "/"): number = number << 6 + 63
            default: return nil
            }
        }
        return number
    }
}
