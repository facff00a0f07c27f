// SPDX-License-Identifier: Apache-2.0

/// A text with gaps, as Anki writes them: `{{c1::answer::hint}}`.
struct Cloze: Equatable {
    /// With `[…]`, or `[hint]`, for each gap.
    private(set) var question = ""
    private(set) var whole = ""
    /// What belongs into the gaps, in their order.
    private(set) var answers: [String] = []

    /// - Parameter text: plain. Gaps inside gaps are read as part of the outer one, as they stand.
    init(_ text: String) {
        // By bytes: a text of a megabyte has to be read in no time, too.
        let bytes = Array(text.utf8)
        var start = 0
        while let open = bytes.first(Self.opening, from: start),
            let close = bytes.first(Self.closing, from: open + Self.opening.count)
        {
            let parts = Self.parts(bytes[(open + Self.opening.count)..<close])
            let end = close + Self.closing.count
            let before = String(decoding: bytes[start..<open], as: UTF8.self)
            if parts.count > 1, Int(parts[0]) != nil {
                question += before + "[" + (parts.count > 2 ? parts[2...].joined(separator: "::") : "…") + "]"
                whole += before + parts[1]
                answers.append(parts[1])
            } else {
                let rest = String(decoding: bytes[start..<end], as: UTF8.self)
                question += rest
                whole += rest
            }
            start = end
        }
        let rest = String(decoding: bytes[start...], as: UTF8.self)
        question += rest
        whole += rest
    }

    private static let opening = Array("{{c".utf8)
    private static let closing = Array("}}".utf8)
    private static let divider = Array("::".utf8)

    private static func parts(_ bytes: ArraySlice<UInt8>) -> [String] {
        let bytes = Array(bytes)
        var (parts, start) = ([String](), 0)
        while let end = bytes.first(divider, from: start) {
            parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + divider.count
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}

extension [UInt8] {
    /// Where `mark` begins for the first time at or after `start`.
    func first(_ mark: [UInt8], from start: Int) -> Int? {
        var place = start
        while let next = self[place...].firstIndex(of: mark[0]) {
            if self[next...].starts(with: mark) { return next }
            place = next + 1
        }
        return nil
    }
}
