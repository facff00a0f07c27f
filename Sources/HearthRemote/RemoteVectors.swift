// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Reads vectors as endpoints send them. Source: OpenAI API reference, Embeddings, "The embedding object".
enum RemoteVectors {
    private static let longest = 65_536

    /// - Parameter count: the texts that were sent, at least 1.
    /// - Returns: a vector of length 1 for each of them, all as long as one another; `nil` for anything else.
    static func read(_ body: [UInt8], count: Int) -> Embeddings? {
        guard let json = try? JSON(parsing: body), let entries = json["data"]?.array, entries.count == count else {
            return nil
        }
        var vectors = [[Float]](repeating: [], count: count)
        for (place, entry) in entries.enumerated() {
            let index = entry["index"]?.number(in: 0...(count - 1)) ?? place
            guard vectors[index].isEmpty, let numbers = entry["embedding"]?.array, numbers.count <= longest,
                let vector = unit(numbers.compactMap(\.double)), vector.count == numbers.count
            else { return nil }
            vectors[index] = vector
        }
        guard vectors.allSatisfy({ $0.count == vectors[0].count }) else { return nil }
        return Embeddings(vectors: vectors, tokens: json["usage"]?["prompt_tokens"]?.number(in: 0...100_000_000) ?? 0)
    }

    /// The vector with the same direction and length 1; `nil` where there is none.
    private static func unit(_ vector: [Double]) -> [Float]? {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length.isFinite, length > 0 else { return nil }
        return vector.map { Float($0 / length) }
    }
}
