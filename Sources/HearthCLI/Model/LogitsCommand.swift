// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Ember
import EmberJSON

extension Precision: ExpressibleByArgument {}
extension CacheFormat: ExpressibleByArgument {}

/// `hearth model logits`: what the model believes after each token.
struct LogitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logits",
        abstract: "JSON lines {\"ids\":[…]} in, {\"logits\":[[…],…]} out: one row for each token."
    )

    @OptionGroup var model: FolderArgument

    @Option(help: "reference computes in fp32 throughout; fast rounds activations to int8 for quantised weights.")
    var precision = Precision.fast

    @Option(help: "How keys and values are kept in fast precision.")
    var cache = CacheFormat.float16

    func run() async throws {
        let container = try await loadModelContainer(directory: model.url, options: LoadOptions(cache: cache))
        try await container.perform { context in
            try await JSONLines.writeEach { line, output in
                let ids = try line.ids("ids")
                // Buffered whole, so that a failure in the middle leaves no half line.
                let rows = try await context.logits(of: ids, precision: precision)
                output.write("{\"logits\":[")
                for (index, row) in rows.enumerated() {
                    output.write(index == 0 ? "[" : ",[")
                    output.write(row.map { $0.isFinite ? "\($0)" : "null" }.joined(separator: ","))
                    output.write("]")
                }
                output.write("]}\n")
            }
        }
    }
}

extension JSON {
    /// The list of token ids under `key`.
    func ids(_ key: String) throws -> [Int] {
        guard let list = self[key]?.array else { throw LineError(detail: "\(key) must be a list of token ids") }
        return try list.map { value in
            guard let id = value.integer else {
                throw LineError(detail: "\(key) holds \(value.kind), expected token ids")
            }
            return id
        }
    }
}
