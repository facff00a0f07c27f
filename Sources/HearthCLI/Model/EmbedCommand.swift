// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON

/// `hearth model embed`: texts to vectors.
struct EmbedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract:
            "JSON lines {\"text\":\"…\"} in, {\"embedding\":[…]} out: a vector of length 1 for each text, in order.",
        discussion: """
            Lines that have arrived are computed together. A text that is longer than the model reads (max_seq_length of \
            sentence_bert_config.json, or else what tokenizer and positions allow) counts up to there.
            """
    )

    @OptionGroup var model: FolderArgument

    @Option(help: "The name of a prompt of the model that is put before each text, such as query.")
    var prompt: String?

    @Option(help: "For quantised weights: reference computes in fp32, fast rounds activations to int8.")
    var precision = Precision.fast

    @Flag(help: "Round weights of 16 or 32 bits to 8 as they are loaded: faster, and nearly the same vectors.")
    var int8 = false

    @Option(help: "Threads for arithmetic; one for each core unless given.")
    var threads: Int?

    func validate() throws {
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads must be 1…1024, found \(threads)")
        }
    }

    func run() async throws {
        let options = LoadOptions(threads: threads, roundsWeights: int8)
        let embedder = try await loadEmbedder(directory: model.url, options: options)
        try await JSONLines.answerTogether { lines in
            var texts: [String] = []
            var failures: [Int: LineError] = [:]
            for (index, line) in lines.enumerated() {
                switch Self.text(line) {
                case .success(let text): texts.append(text)
                case .failure(let error): failures[index] = error
                }
            }
            var vectors = try await embedder.embed(texts, prompt: prompt, precision: precision)[...]
            return lines.indices.map { index in
                if let failure = failures[index] { return .failure(failure) }
                let numbers = vectors.removeFirst().map { $0.isFinite ? "\($0)" : "null" }
                return .success("{\"embedding\":[\(numbers.joined(separator: ","))]}")
            }
        }
    }

    /// The text of a line. A key that is not known is refused: a misspelt one would be ignored silently.
    static func text(_ line: JSON) -> Result<String, LineError> {
        if let other = line.object?.keys.first(where: { $0 != "text" }) {
            return .failure(LineError(detail: "the key \(other) is not known"))
        }
        guard let text = line["text"]?.string else {
            return .failure(LineError(detail: "needs \"text\", a string"))
        }
        return .success(text)
    }
}
