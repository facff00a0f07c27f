// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine
import HearthMemory
import HearthStore

/// `hearth memory told`: what a model would be told with a message.
struct ToldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "told", abstract: "Show what a model would be told about you with a message.",
        discussion:
            #"With --json the answer is {"block","facts","passages"}: the text of the prompt, and what it is made of."#)

    @Argument(help: "The message, as the first of a conversation.")
    var text: String

    @OptionGroup var embedding: EmbeddingArguments

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let store = try DataFolder.ofThisUser.existingStore()
        defer { try? store.close() }  // It was only read.
        let recall = Recall(store, using: try await embedding.find())
        let found = try await AnswerMemory(recall: recall, facts: store).passages(
            for: text, now: .now, besides: [], known: [], .init(isFirst: true, isTiny: false))
        let language = MemoryLanguage(of: text) ?? .english
        let block =
            found.isEmpty
            ? ""
            : AnswerMemory.block(
                of: found.map { ($0.text, $0.date, $0.kind == .fact) }, language: language.rawValue)
        let texts = { (isFact: Bool) -> JSON in
            .array(found.filter { ($0.kind == .fact) == isFact }.map { .string($0.text) })
        }
        let answer: JSON = ["block": .string(block), "facts": texts(true), "passages": texts(false)]
        StandardStream.output.answer(
            json ? answer : nil, else: block.isEmpty ? "nothing fits this message" : "\(block)")
    }
}
