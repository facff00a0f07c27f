// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import Foundation
import HearthStore
public import HearthWords

/// `hearth study`: word cards in the terminal.
struct StudyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Study word cards in the terminal.",
        discussion: """
            Space or Enter shows the answer and then takes the suggested rating; 1 is Again, 2 Hard, 3 Good, 4 Easy; u takes the last \
            answer back; q ends. Every answer is saved at once. Without a terminal, each line of the input is a key, or a typed answer \
            where the deck asks for one.
            """)

    @Argument(
        help: "The deck, such as French::Verbs; the decks with something due, one after another, unless one is named.")
    var deck: String?
    @Option(help: "scheduled asks what is due; cram asks everything and changes no dates.")
    var mode = StudyMode.scheduled
    @Option(help: "The most answers.") var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, found \(limit)") }
    }

    func run() async throws {
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // Every answer has been saved.
        let environment = ProcessInfo.processInfo.environment
        let keys = StudyKeys(environment: environment)
        defer { keys.end() }
        var session = TerminalStudy(home, mode, limit: limit ?? .max, keys, environment: environment)
        for deck in try await decks(home) {
            guard try await session.study(deck) else { break }
        }
        try await session.sayGoodbye()
    }

    /// Returns the decks to study, in order: the named one, or all those in no other deck.
    private func decks(_ home: WordHome) async throws -> [Deck] {
        let tree = try await home.store.decks()
        if let deck = try home.deck(deck, in: tree) { return [deck] }
        return tree.decks.filter { $0.parent == nil }
    }
}

extension StudyMode: ExpressibleByArgument {}
