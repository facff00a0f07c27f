// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hearth words`: everything about word cards that is not studying them.
struct WordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words",
        abstract: "Word cards: bring them in, take them along, and see how well you know them.",
        subcommands: [
            ImportWordsCommand.self, ExportWordsCommand.self, WordStatisticsCommand.self, OptimizeCommand.self,
            SuggestCommand.self, ReplayCommand.self, FitCommand.self,
        ])
}
