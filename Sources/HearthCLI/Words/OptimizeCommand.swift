// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthStore
import HearthWords

/// `hearth words optimize`: fits FSRS's parameters to the user's own answers.
struct OptimizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimize",
        abstract: "Fit FSRS's parameters to your own answers, and use them if they predict these at least as well.",
        discussion: """
            Decks without settings of their own share those of the deck around them, and are fitted together. Dates stay as they are; \
            the next answers use the new parameters.
            """)

    @Option(help: "The deck; all decks unless one is named.") var deck: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // What was to be written has been written.
        let tree = try await home.store.decks()
        let presets = try home.deck(deck, in: tree).map { [tree.preset(of: $0.id)] } ?? tree.presets
        var (answers, lines): ([JSON], [ScreenText]) = ([], [])
        for preset in presets {
            let start = ContinuousClock.now
            let fit = try await Refitting(home.store).fit(preset)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let path = tree.path(of: preset).joined(separator: Deck.separator)
            answers.append(Self.object(path, fit, seconds))
            lines.append("\(line: path): \(line: Self.sentence(fit))")
        }
        if lines.isEmpty { lines = ["there are no decks yet"] }
        let answer: JSON = ["decks": .array(answers)]
        StandardStream.output.answer(json ? answer : nil, else: lines.joined(separator: "\n"))
    }

    private static func object(_ path: String, _ fit: ParameterFit?, _ seconds: Double) -> JSON {
        guard let fit else { return ["deck": .string(path), "reviews": 0, "kept": false] }
        return [
            "deck": .string(path), "reviews": .integer(fit.reviews), "kept": .bool(fit.isInUse),
            "log_loss": .number(fit.logLoss), "former_log_loss": .number(fit.formerLogLoss),
            "parameters": .array(fit.parameters.map(JSON.number)), "seconds": .number(seconds),
        ]
    }

    private static func sentence(_ fit: ParameterFit?) -> String {
        guard let fit else { return "no answers to learn from yet" }
        let losses = "log loss \(fit.logLoss.rounded(to: 5)), before \(fit.formerLogLoss.rounded(to: 5))"
        return "\(fit.reviews) answers, \(losses); \(fit.isInUse ? "in use now" : "not better, so nothing was changed")"
    }
}

extension Double {
    /// To so many places behind the point.
    fileprivate func rounded(to places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}
