// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text as cmark-gfm reads it: what it must not read is taken out, and a mark stands in its place.
///
/// A mark holds a number that is drawn anew for each text, so neither a text nor an entity in it (`&#xE000;`) can spell
/// one. It begins and ends with private characters, which stand where a letter would; cmark-gfm finds no cell of a
/// table in bytes that are no UTF-8.
struct MarkedText {
    /// The content that a mark stands for.
    enum Piece: Equatable {
        case text(String)
        case formula(MarkdownFormula)
    }

    /// Bytes of the text as it was written.
    let size: Int
    private(set) var bytes: [UInt8] = []
    private(set) var kept: [Piece] = []

    private let open: [UInt8]
    private static let close = Array("\u{E001}".utf8)

    init(size: Int) {
        self.size = size
        open = Array("\u{E000}\(String(UInt64.random(in: .min ... .max), radix: 36))\u{E000}".utf8)
        bytes.reserveCapacity(size)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        UTF8.encode(scalar).map { bytes.append(contentsOf: $0) }
    }

    /// Puts a mark where `piece` belongs.
    mutating func keep(_ piece: Piece) {
        bytes += open + Array("\(kept.count)".utf8) + Self.close
        kept.append(piece)
    }

    /// Puts a text of cmark-gfm's together again from what stands between marks and what the marks stand for.
    func pieces(of literal: UnsafePointer<CChar>?) -> [Piece] {
        guard let literal else { return [] }
        // Most texts have no formula, and to look for its mark takes long.
        guard !kept.isEmpty else { return [.text(String(cString: literal))] }
        var pieces: [Piece] = []
        var rest = UnsafeRawBufferPointer(start: literal, count: strlen(literal))[...]
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstRange(of: Self.close) {
            pieces.append(.text(String(decoding: rest[..<start.lowerBound], as: UTF8.self)))
            let number = Int(String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self))
            if let number, kept.indices.contains(number) { pieces.append(kept[number]) }
            rest = rest[end.upperBound...]
        }
        return pieces + [.text(String(decoding: rest, as: UTF8.self))]
    }

    /// As it was written, formulas too.
    func source(of literal: UnsafePointer<CChar>?) -> String {
        pieces(of: literal).map {
            switch $0 {
            case .text(let text): text
            case .formula(let formula): formula.source
            }
        }.joined()
    }
}
