// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `hearth model …`: look into a model and run its parts one by one.
struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Inspect, run, measure and convert a model's folder or GGUF file.",
        subcommands: [
            InspectCommand.self, TokenizeCommand.self, TemplateCommand.self, LogitsCommand.self, GenerateCommand.self,
            EmbedCommand.self, AcceptsCommand.self, BenchCommand.self, ConvertCommand.self,
        ]
    )
}

/// The folder or file that a command works on.
struct FolderArgument: ParsableArguments {
    @Argument(help: "The model's folder, or its .gguf file.", completion: .file())
    var folder: String

    var url: URL { URL(filePath: folder) }
}
