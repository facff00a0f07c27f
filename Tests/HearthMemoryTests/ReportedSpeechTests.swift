// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthMemory

/// What is said of the writer's people, and what they say.
@Suite struct ReportedSpeechTests {
    private struct Clause { let quote: String, mayBeStored: Bool }

    /// The clauses that are not refused.
    private func candidates(_ text: String) -> [Clause] {
        let reading = MessageReading(text)
        return ClauseVerdicts(reading).all.filter { $0.refusal == nil }.map {
            Clause(quote: reading.text($0.range), mayBeStored: !$0.isDoubtful)
        }
    }

    @Test(arguments: [
        "My wife is called Anna.", "Ma fille s'appelle Ella.", "Mon chien s'appelle Rex.",
        "My sister goes to university in Leeds.", "My son keeps bees.", "My brother writes crime novels.",
        "Ma sœur écrit des romans policiers.", "My mum calls me every Sunday.", "Ma mère m'appelle tous les dimanches.",
        "My father believes in God.", "Ma tante croit en Dieu.", "My sister dreams of a farm.",
    ])
    func `what the writer's people are called and do is learned`(text: String) {
        let found = candidates(text)
        #expect(found.contains { $0.quote == String(text.dropLast()) && $0.mayBeStored }, "\(found.map(\.quote))")
    }

    @Test(arguments: [
        "My wife dreams that we live in Rome.", "Ma femme rêve que nous vivons à Rome.", "My mother calls me lazy.",
        "My brother called me an idiot.", "Ma mère m'appelle la reine.", "Ma mère croit que je suis paresseux.",
        "My sister writes that I am stubborn.", "My sister goes like I am stubborn.", "My brother calls my job a joke.",
        "My boss keeps telling me I'm useless.", "My boss keeps on about my mistakes.", "My dad wrote to me.",
        "Ma sœur demande si je viens.", "My boss said I should rest.", "Mon père dit que je ronfle.",
    ])
    func `what they say and think is not`(text: String) {
        #expect(candidates(text).map(\.quote) == [])
    }
}
