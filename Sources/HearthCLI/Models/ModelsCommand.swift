// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberHub
import Foundation
import HearthEngine

/// `hearth models …`: which models there are, and getting more.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, download, check and remove models.",
        discussion: """
            Models live in $HEARTH_HOME/models/OWNER/NAME. They are downloaded from $HF_ENDPOINT, else Hugging Face; $HF_TOKEN, or \
            the token that was kept in the app, is sent to that host and to no other.
            """,
        subcommands: [
            ListModelsCommand.self, CatalogueCommand.self, PullCommand.self, AddCommand.self, VerifyCommand.self,
            RemoveCommand.self,
        ],
        defaultSubcommand: ListModelsCommand.self
    )

    /// The folder of models that the environment names.
    static func folder(_ environment: [String: String]) -> URL { DataFolder(environment: environment).models }
}

/// The model that a command is about.
struct ModelArgument: ParsableArguments {
    @Argument(help: "The model's name on the hub: OWNER/NAME.")
    var model: String

    func id() throws(HubError) -> ModelID { try ModelID(model) }
}
