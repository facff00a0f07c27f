// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct Hearth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "A private AI companion that runs wholly on your own machine.",
        subcommands: [
            ServeCommand.self, ChatCommand.self, ModelsCommand.self, ModelCommand.self, BackupCommand.self,
            RestoreCommand.self, ExportCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )
}
