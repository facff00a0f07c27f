// SPDX-License-Identifier: Apache-2.0

/// Chooses the files of a repository that Ember reads: settings, vocabulary, templates, and weights in one format.
/// Leaves out the others, which are often the same weights again.
struct NeededFiles {
    private static let settings: Set<String> = [
        "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "tokenizer.model",
        "special_tokens_map.json", "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt", "chat_template.jinja",
        "chat_template.json", "modules.json", "sentence_bert_config.json", "config_sentence_transformers.json",
    ]

    /// Terms of use, which have to stay with the weights, whatever format these are in.
    private static let terms: Set<String> = ["LICENSE", "LICENSE.txt", "LICENSE.md", "NOTICE", "USE_POLICY.md"]

    /// - Parameter wish: a `.gguf` file of the repository, where there are several; a piece stands for its model.
    /// - Throws: `HubError` `.unsupported` when there is nothing that Ember runs, or a choice to be made.
    static func of(_ all: [RemoteFile], model: ModelID, wish: String?) throws(HubError) -> [RemoteFile] {
        let weights = try weights(among: all, model: model, wish: wish)
        // A GGUF file brings its settings and vocabulary; beside a config.json it would be taken for a part of
        // something else.
        let rest = all.filter { isTerm($0) || weights.first.map(isPacked) == false && isSetting($0) }
        let needed = weights + rest
        try RepositoryPath.requireDistinct(needed.map(\.path))
        // Small ones first: what is wrong with a model then shows before the gigabytes.
        return needed.sorted { ($0.size, $0.path.description) < ($1.size, $1.path.description) }
    }

    private static func isTerm(_ file: RemoteFile) -> Bool { file.path.isInRoot && terms.contains(file.path.name) }

    private static func isPacked(_ file: RemoteFile) -> Bool {
        file.path.isInRoot && file.path.name.hasSuffix(".gguf")
    }

    private static func isSetting(_ file: RemoteFile) -> Bool {
        if file.path.isInRoot { return settings.contains(file.path.name) || file.path.name.hasSuffix(".index.json") }
        guard file.path.components.count == 2 else { return false }
        let folder = file.path.components[0]
        // Further templates, and the steps of sentence-transformers: 1_Pooling/config.json.
        return folder == "additional_chat_templates" && file.path.name.hasSuffix(".jinja")
            || folder.contains("_") && folder.first?.isNumber == true && file.path.name == "config.json"
    }

    private static func weights(
        among all: [RemoteFile], model: ModelID, wish: String?
    ) throws(HubError) -> [RemoteFile] {
        let packed = all.filter(isPacked)
        if let wish {
            guard let file = packed.first(where: { $0.path.description == wish }) else {
                throw HubError(.notFound, printable(wish), "is not a .gguf file of \(model)" + choice(packed))
            }
            return try pieces(with: file, among: packed, model)
        }
        let tensors = all.filter(isTensors)
        if !tensors.isEmpty {
            guard all.contains(where: { $0.path.description == "config.json" }) else {
                throw HubError(.unsupported, "\(model)", "has weights but no config.json, which describes them")
            }
            // Where the usual names are there, others are the same weights in another order, or for another program.
            let usual = tensors.filter { $0.path.name.hasPrefix("model") }
            return usual.isEmpty ? tensors : usual
        }
        guard let first = packed.first else {
            throw HubError(
                .unsupported, "\(model)", "has no .safetensors and no .gguf weights, which are what Ember runs")
        }
        let models = oneOfEach(packed)
        guard models.count == 1 else {
            throw HubError(.unsupported, "\(model)", "has several .gguf files; say which" + choice(models))
        }
        return try pieces(with: first, among: packed, model)
    }

    /// Of the pieces of each split model the one that comes first, and all other files.
    private static func oneOfEach(_ packed: [RemoteFile]) -> [RemoteFile] {
        var seen: Set<PieceName> = []
        return packed.filter { file in PieceName(file.path.name).map { seen.insert($0.first).inserted } ?? true }
    }

    /// All files of the model that a file belongs to.
    /// - Throws: `HubError` `.unsupported` where the repository does not have them all.
    private static func pieces(
        with file: RemoteFile, among packed: [RemoteFile], _ model: ModelID
    ) throws(HubError) -> [RemoteFile] {
        guard let name = PieceName(file.path.name) else { return [file] }
        let files = Dictionary(packed.map { ($0.path.name, $0) }, uniquingKeysWith: { first, _ in first })
        var pieces: [RemoteFile] = []
        for piece in name.all {
            guard let file = files[piece] else {
                throw HubError(
                    .unsupported, "\(model)", "has the model \(file.path) in \(name.count) pieces, but not \(piece)")
            }
            pieces.append(file)
        }
        return pieces
    }

    /// The weights of an installed model that another choice of files leaves out, such as another quantisation.
    static func weights(of installed: [RemoteFile], goneFrom plan: [RemoteFile]) -> [String] {
        let kept = Set(plan.map(\.path))
        return installed.filter { (isPacked($0) || isTensors($0)) && !kept.contains($0.path) }.map { "\($0.path)" }
    }

    private static func isTensors(_ file: RemoteFile) -> Bool {
        file.path.isInRoot && file.path.name.hasSuffix(".safetensors")
            && !["consolidated", "adapter"].contains { file.path.name.hasPrefix($0) }
    }

    private static func choice(_ files: [RemoteFile]) -> String {
        files.isEmpty ? "" : ":" + files.prefix(40).map { "\n  \($0.path)" }.joined()
    }
}
