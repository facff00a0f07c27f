// SPDX-License-Identifier: Apache-2.0

/// The name of a piece of a model that was split: `model-00002-of-00003.gguf`. All pieces together are the model.
struct PieceName: Hashable {
    private static let ending = ".gguf"

    let stem: String
    /// 1…`count`
    let number: Int
    let count: Int

    /// - Returns: `nil` for the name of a file that is a model by itself.
    init?(_ name: String) {
        guard let match = name.wholeMatch(of: /(.+)-(\d{5})-of-(\d{5})\.gguf/),
            let number = Int(match.2), let count = Int(match.3), count > 0, (1...count).contains(number)
        else { return nil }
        (stem, self.number, self.count) = (String(match.1), number, count)
    }

    private init(stem: String, number: Int, count: Int) { (self.stem, self.number, self.count) = (stem, number, count) }

    /// The names of all pieces, in order.
    var all: some Sequence<String> {
        (1...count).lazy.map { "\(stem)-\(Self.digits($0))-of-\(Self.digits(count))\(Self.ending)" }
    }

    /// Name of the first piece, the same for all pieces of one model.
    var first: PieceName { PieceName(stem: stem, number: 1, count: count) }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 5 - text.count)) + text
    }
}
