// SPDX-License-Identifier: Apache-2.0

/// How close the passages of one model are to a question.
struct Closeness {
    /// How far the model knows the question's language, 0…1.
    let trust: Float
    private let question: [Float]
    private let vectors: VectorTable
    private let scale: CosineScale

    /// - Returns: `nil` where no passage has a vector of the model.
    init?(to question: [Float], in vectors: VectorTable, of space: RecallModels.Space, trust: Float) {
        guard !vectors.isEmpty else { return nil }
        (self.question, self.vectors, self.trust) = (question, vectors, trust)
        scale = space.traits.scale
    }

    /// The cosine of a row's vector and the question's, on the scale of all models; `nil` for a row without one.
    func cosine(of row: Int) -> Float? { vectors.product(with: question, row: row).map { scale($0) } }

    /// For each row, the cosine with the centred question times the trust in its model; 0 for a row without a vector.
    static func all(_ spaces: [Closeness]) -> [Float] {
        var all: [Float] = []
        for space in spaces {
            let products = space.vectors.products(with: space.vectors.centred(space.question))
            let share = space.vectors.shareOfMean
            if all.isEmpty { all = Array(repeating: 0, count: products.count) }
            for row in products.indices where space.vectors.hasVector(row) {
                all[row] = space.trust * space.scale(products[row], without: share)
            }
        }
        return all
    }
}
