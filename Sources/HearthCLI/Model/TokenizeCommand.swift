// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import EmberTokenizers

/// `hearth model tokenize`: text to ids and back.
struct TokenizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokenize",
        abstract: "JSON lines {\"text\":\"…\"} in, {\"ids\":[…]} out, and {\"ids\":[…]} in, {\"text\":\"…\"} out.",
        discussion: "Further keys: \"add_special_tokens\" (true) with a text, \"skip_special_tokens\" (false) with ids."
    )

    @OptionGroup var model: FolderArgument

    func run() async throws {
        let tokenizer = try ModelFiles(model.url).tokenizer()
        try await JSONLines.answerEach { line in
            if let text = line["text"]?.string {
                let ids = try tokenizer.encode(text, addSpecialTokens: line["add_special_tokens"]?.bool ?? true)
                return ["ids": .array(ids.map(JSON.integer))]
            }
            guard line["ids"] != nil else { throw LineError(detail: "needs \"text\" or \"ids\"") }
            let text = tokenizer.decode(
                try line.ids("ids"), skipSpecialTokens: line["skip_special_tokens"]?.bool ?? false)
            return ["text": .string(text)]
        }
    }
}
