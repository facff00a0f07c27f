// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hearth words`: everything about word cards that is not studying them.
struct WordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words",
        abstract: "Word cards: scheduling and what it learns from your answers.",
        subcommands: [ReplayCommand.self, FitCommand.self])
}
