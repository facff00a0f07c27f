// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hearth memory …`: what the memory keeps.
struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Look at what Hearth knows about you, forget it, and measure how well it learns.",
        subcommands: [
            ListFactsCommand.self, ForgetFactCommand.self, ExtractFactsCommand.self, CalibrateFactsCommand.self,
            WeighClausesCommand.self,
        ]
    )
}
