// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How a table is written in a text file, found out from its beginning.
public struct DelimitedFormat: Sendable, Equatable {
    public var encoding: TextEncoding = .utf8
    /// An ASCII character.
    public var separator: Character = ","
    /// `"` or `'`.
    public var quote: Character = "\""
    /// Whether the first record has the names of the columns.
    public var hasHeader = false
    /// Whether fields are HTML, as Anki writes them.
    public var isHTML = false

    /// Bytes of a file that are examined for its format.
    private static let sample = 64 << 10

    /// - Parameters:
    ///   - bytes: UTF-8, after the directives.
    ///   - known: the separator, where the file says it.
    init(sniffing bytes: ArraySlice<UInt8>, encoding: TextEncoding, separator known: Character? = nil) {
        self.encoding = encoding
        let sample = Array(bytes.prefix(Self.sample))
        var best = 0.0
        for separator in known.map(String.init) ?? "\t;,|" {
            let score = Self.score(sample, separator)
            if score > best { (best, self.separator) = (score, separator) }
        }
        separator = known ?? separator
        quote = Self.quote(sample, separator)
        var reader = DelimitedReader(sample, separator: separator.asciiValue ?? 0x2C, quote: quote.asciiValue ?? 0x22)
        let first = reader.next()
        let second = reader.next()
        hasHeader = first.map { HeaderNames.isHeader($0, before: second) } ?? false
    }

    /// How well a separator fits: the share of records with as many fields as most have, times a little more for more
    /// fields.
    private static func score(_ sample: [UInt8], _ separator: Character) -> Double {
        var reader = DelimitedReader(sample, separator: separator.asciiValue ?? 0x2C, quote: 0x22)
        var (counts, records) = ([Int: Int](), 0)
        while records < 200, let fields = reader.next() {
            counts[fields.count, default: 0] += 1
            records += 1
        }
        guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key > 1 else { return 0 }
        return Double(most.value) / Double(records) + 0.001 * Double(min(most.key, 50))
    }

    /// A single quote is one where most fields begin and end with it and none does with a double one.
    private static func quote(_ sample: [UInt8], _ separator: Character) -> Character {
        let text = String(decoding: sample, as: UTF8.self)
        let fields = text.split { $0 == separator || $0.isNewline }
        func share(_ quote: Character) -> Double {
            let quoted = fields.count { $0.count > 1 && $0.first == quote && $0.last == quote }
            return fields.isEmpty ? 0 : Double(quoted) / Double(fields.count)
        }
        return share("'") > 0.5 && share("\"") == 0 ? "'" : "\""
    }
}
