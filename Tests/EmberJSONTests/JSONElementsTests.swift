// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Testing

/// A long list that comes in pieces.
@Suite struct JSONElementsTests {
    private struct Stop: Error {}

    /// The elements of a text that comes in pieces of `size` bytes; `nil` for those that are too long.
    private func split(_ text: String, longest: Int = 1_000, size: Int) throws -> [String?] {
        var elements = JSONElements(longest: longest)
        var found: [String?] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { piece in
                try elements.take(piece) { found.append($0.map { String(decoding: $0, as: UTF8.self) }) }
            }
        }
        try elements.end()
        return found
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `each element comes whole, however the pieces are cut`(size: Int) throws {
        let elements = [
            #"{"a": [1, {"b": "]},\"["}], "c": "\\"}"#, "[]", "12", "\"x, ]\"", "null", #"{"é": "日本"}"#,
        ]
        for space in ["", " ", "\n\t "] {
            let text = "\u{FEFF}\(space)[\(space)" + elements.joined(separator: "\(space),\(space)") + "]\(space)"
            let found = try split(text, size: size)
            #expect(found.map { $0?.trimmed } == elements)
        }
        #expect(try split("[]", size: size) == [])
        #expect(try split(#" {"a": [1]} "#, size: size) == [#"{"a": [1]}"#])
    }

    @Test(arguments: [1, 5, 1_000])
    func `an element that is too long is passed over`(size: Int) throws {
        let long = "\"\(String(repeating: "x", count: 50))\""
        #expect(
            try split("[1, \(long), {\"a\": \(long)}, 2]", longest: 20, size: size).map { $0?.trimmed } == [
                "1", nil, nil, "2",
            ])
    }

    @Test(arguments: [
        "", " ", "[", "[1", "[1,", "{\"a\": 1", "[{]", "x", "\"x\"", "1", "[1] 2", "[[1] [2]]x", "[\"]",
        "\u{FEFF}\u{FEFF}[]", "]",
    ])
    func `what is no whole list is refused`(text: String) {
        for size in [1, 1_000] { #expect(throws: JSONError.self) { try split(text, size: size) } }
    }

    @Test func `what the caller throws ends the work`() throws {
        var elements = JSONElements(longest: 10)
        var count = 0
        #expect(throws: Stop.self) {
            try Array("[1, 2, 3]".utf8).withUnsafeBytes { piece in
                try elements.take(piece) { _ in
                    count += 1
                    throw Stop()
                }
            }
        }
        #expect(count == 1)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
