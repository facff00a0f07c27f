// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text as cmark-gfm reads it: what it must not read is taken out, and a mark stands in its place.
///
/// A mark holds two bytes that no UTF-8 has, so neither a text nor an entity in it (`&#xE000;`) can spell one. cmark-gfm passes such
/// bytes through. Only where it looks for emphasis it takes them for line ends; a private character at either end of a mark stands
/// there as a letter would.
struct MarkedText {
    /// What stands where a mark was.
    enum Piece: Equatable {
        case text(String)
        case formula(Formula)
    }

    /// Bytes of the text as it was written.
    let size: Int
    private(set) var bytes: [UInt8] = []
    private(set) var kept: [Piece] = []

    private static let open: UInt8 = 0xFF
    private static let close: UInt8 = 0xFE
    private static let letter: [UInt8] = Array("\u{E000}".utf8)

    init(size: Int) {
        self.size = size
        bytes.reserveCapacity(size)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        UTF8.encode(scalar).map { bytes.append(contentsOf: $0) }
    }

    /// Puts a mark where `piece` belongs.
    mutating func keep(_ piece: Piece) {
        bytes += Self.letter + [Self.open] + Array("\(kept.count)".utf8) + [Self.close] + Self.letter
        kept.append(piece)
    }

    /// Puts a text of cmark-gfm's together again from what stands between marks and what the marks stand for.
    func pieces(of literal: UnsafePointer<CChar>?) -> [Piece] {
        guard let literal else { return [] }
        var pieces: [Piece] = []
        var rest = UnsafeRawBufferPointer(start: literal, count: strlen(literal))[...]
        while let start = rest.firstIndex(of: Self.open), let end = rest[start...].firstIndex(of: Self.close) {
            pieces.append(.text(String(decoding: rest[..<start].dropLast(Self.letter.count), as: UTF8.self)))
            let number = Int(String(decoding: rest[start..<end].dropFirst(), as: UTF8.self))
            if let number, kept.indices.contains(number) { pieces.append(kept[number]) }
            rest = rest[end...].dropFirst(1 + Self.letter.count)
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
