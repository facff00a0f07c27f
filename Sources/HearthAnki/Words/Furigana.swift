// SPDX-License-Identifier: Apache-2.0

/// Readings beside the signs that they belong to, as Anki writes them: ` 食[た]べる`. Source: Anki's manual, "Field
/// Replacements", "Ruby Characters".
enum Furigana: String {
    /// Both, the reading in brackets: `食(た)べる`.
    case furigana
    /// The reading in the place of the signs.
    case kana
    /// The signs alone.
    case kanji

    /// A text with one of the two, or both. A space before signs only says where they begin.
    /// - Parameter isHTML: the text is HTML, and both together become an element `ruby`.
    func text(_ text: String, isHTML: Bool = false) -> String {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
        let bytes = Array(text.utf8)
        var (result, start, place): ([UInt8], Int, Int) = ([], 0, 0)
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
            let end = bytes[open...].firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") }
            guard let end else { break }
            let base =
                bytes[start..<open].lastIndex { $0 == 0x20 || $0 == 0x0A || isHTML && $0 == 0x3E }.map { $0 + 1 }
                ?? start
            guard bytes[end] == UInt8(ascii: "]"), base < open, end > open + 1 else {
                place = end + 1
                continue
            }
            let isMarked = base > start && bytes[base - 1] == 0x20
            result += bytes[start..<(isMarked ? base - 1 : base)]
            let (signs, reading) = (bytes[base..<open], bytes[(open + 1)..<end])
            switch self {
            case .furigana where isHTML: result += Self.ruby(signs, reading)
            case .furigana: result += signs + Array("(".utf8) + reading + Array(")".utf8)
            case .kana: result += reading
            case .kanji: result += signs
            }
            (start, place) = (end + 1, end + 1)
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    private static func ruby(_ signs: ArraySlice<UInt8>, _ reading: ArraySlice<UInt8>) -> [UInt8] {
        Array("<ruby>".utf8) + signs + Array("<rt>".utf8) + reading + Array("</rt></ruby>".utf8)
    }
}
