// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `hearth model …`: look into a model and run its parts one by one.
struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Inspect, run and measure a model's folder.",
        subcommands: [
            InspectCommand.self, TokenizeCommand.self, TemplateCommand.self, LogitsCommand.self, GenerateCommand.self,
            AcceptsCommand.self, BenchCommand.self,
        ]
    )
}

/// The folder that a command works on.
struct FolderArgument: ParsableArguments {
    @Argument(help: "The model's folder.", completion: .directory)
    var folder: String

    var url: URL { URL(filePath: folder) }
}
