// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthEngine

/// `hearth models add`: takes a model that lies elsewhere on this machine among Hearth's.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Use a model's folder or GGUF file that is on this machine already.",
        discussion: "Nothing is copied: a link to it is put among the models, which hearth models rm removes.")

    @Argument(help: "The folder, or the .gguf file.")
    var path: String

    @Option(name: .customLong("as"), help: "What to call it: OWNER/NAME; local/ and its own name otherwise.")
    var name: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let folder = ModelsFolder(environment: ProcessInfo.processInfo.environment)
        let model = try folder.link(path, as: name)
        let object: JSON = ["model": .string("\(model)")]
        let use: ScreenText =
            folder.embeds(model)
            ? "memories and journal entries are found with it" : "hearth chat --model \(line: model) talks with it"
        StandardStream.output.answer(
            json ? object : nil, else: "\(line: model) is there; \(use)")
    }
}
