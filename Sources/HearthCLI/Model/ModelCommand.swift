// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `hearth model …`: look into a model and run its parts one by one.
struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Inspect, run, measure and convert a model's folder.",
        subcommands: [
            InspectCommand.self, TokenizeCommand.self, TemplateCommand.self, LogitsCommand.self, GenerateCommand.self,
            EmbedCommand.self, AcceptsCommand.self, BenchCommand.self, ConvertCommand.self,
        ]
    )
}

/// The folder that a command works on.
struct FolderArgument: ParsableArguments {
    @Argument(help: "The model's folder.", completion: .directory)
    var folder: String

    var url: URL { URL(filePath: folder) }
}
