// SPDX-License-Identifier: Apache-2.0

/// The embedding models of the memory: for each language, of those that are installed, the one that finds best in it.
///
/// A passage has a vector of the model of its language. A question is compared with each passage by that passage's
/// model. docs/memory.md has the rule and the figures behind it.
public struct RecallModels: Sendable, Equatable {
    /// A model with the passages that it is for.
    struct Space: Sendable, Equatable {
        let model: String
        /// The languages of its passages; `nil` means those of all languages, also those that nobody can tell.
        let languages: Set<MemoryLanguage>?

        /// The name under which its vectors are stored. Vectors that were made otherwise have another one, and are
        /// replaced: with a model for each language, or before E5 was given its prompt.
        var key: String {
            let codes = languages.map { " [" + $0.map(\.rawValue).sorted().joined(separator: " ") + "]" }
            return model + (traits.isE5 ? " passage:" : "") + (codes ?? "")
        }

        var traits: EmbedderTraits { EmbedderTraits(model) }
    }

    /// One model, or one for each language; none searches by keywords and time.
    private(set) var spaces: [Space] = []
    /// Index of the space of passages whose language nobody can tell.
    private var otherwise = 0

    /// - Parameter names: the models that are installed.
    public init(installed names: [String]) {
        let best = MemoryLanguage.allCases.map { language in Self.best(of: names) { $0.rank(in: language) } }
        guard let anywhere = Self.best(of: names, by: \.rankAnywhere) else { return }
        let different = Set(best.compactMap(\.self))
        guard different.count > 1 else {
            spaces = different.map { Space(model: $0, languages: nil) }
            return
        }
        spaces = different.sorted().map { model in
            Space(model: model, languages: Set(zip(MemoryLanguage.allCases, best).filter { $0.1 == model }.map(\.0)))
        }
        otherwise = spaces.firstIndex { $0.model == anywhere } ?? 0
    }

    private static func best(
        of names: [String], by rank: (EmbedderTraits) -> (Int, Double)
    ) -> String? {
        let ranks = names.map { rank(EmbedderTraits($0)) }
        // The first of equals.
        return names.indices.max { ranks[$0] < ranks[$1] || ranks[$0] == ranks[$1] && $0 > $1 }.map { names[$0] }
    }

    public var isEmpty: Bool { spaces.isEmpty }

    /// The models' names, each once.
    public var names: [String] { spaces.map(\.model) }

    var keys: [String] { spaces.map(\.key) }

    /// Index of the space of a passage.
    func space(of text: String) -> Int {
        guard spaces.count > 1, let language = MemoryLanguage(of: text) else { return otherwise }
        return spaces.firstIndex { $0.languages?.contains(language) == true } ?? otherwise
    }
}

/// The memory's knowledge of an embedding model, by its name.
struct EmbedderTraits: Sendable, Equatable {
    /// Recall at 10 with it in docs/memory.md, where it was measured.
    private let recall: [MemoryLanguage: Double]
    private let hasManyLanguages: Bool
    let isE5: Bool
    let scale: CosineScale

    /// Most small models have learned English alone.
    private static let manyLanguages = ["multilingual", "bge-m3", "labse", "arctic-embed-l-v2", "multi-lingual"]

    private static let measured: [(name: String, recall: [MemoryLanguage: Double])] = [
        ("all-minilm-l6-v2", [.english: 0.815, .french: 0.825]),
        ("multilingual-e5-small", [.english: 0.812, .french: 0.892]),
    ]

    init(_ name: String) {
        let name = name.lowercased()
        let parts = name.split { !$0.isLetter && !$0.isNumber }
        hasManyLanguages = Self.manyLanguages.contains(where: name.contains)
        isE5 = parts.contains("e5") && !parts.contains("instruct")
        scale = parts.contains("e5") ? .e5 : .plain
        recall = Self.measured.first { name.hasSuffix($0.name) }?.recall ?? [:]
    }

    func hasLearned(_ language: MemoryLanguage?) -> Bool { hasManyLanguages || language == .english }

    /// Models that have learned a language come first, then those that are known to find more in it.
    func rank(in language: MemoryLanguage) -> (Int, Double) { (hasLearned(language) ? 1 : 0, recall[language] ?? 0) }

    /// The rank for texts of any language.
    var rankAnywhere: (Int, Double) { (hasManyLanguages ? 1 : 0, recall.values.min() ?? 0) }
}

/// Brings cosines of a model to the scale of all-MiniLM-L6-v2, for which the weights of a search were found.
struct CosineScale: Sendable, Equatable {
    /// The cosine of texts that have nothing to do with each other, less what it is there.
    let zero: Float
    let gain: Float

    static let plain = CosineScale(zero: 0, gain: 1)
    /// E5 was trained at a temperature of 0.01, so its cosines lie between 0.7 and 1. The gain finds most in English
    /// conversations, and with this zero others' questions are told as little as with MiniLM; see docs/memory.md.
    static let e5 = CosineScale(zero: 0.75, gain: 6)

    /// - Parameter share: how much of the mean of all vectors was taken from the question's, 0…1.
    func callAsFunction(_ cosine: Float, without share: Float = 0) -> Float { gain * (cosine - zero * (1 - share)) }
}
