// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hearth words replay`: what FSRS makes of reviews, to be compared with other implementations.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "JSON lines of reviews in, JSON lines of states and intervals out.",
        discussion: """
            Follows py-fsrs to the letter (5.1.3 for FSRS-5, 6.3.2 for FSRS-6), without fuzz. A line:
            {"version":6,"parameters":null,"desired_retention":0.9,"learning_steps_s":[60,600],"relearning_steps_s":[600],\
            "maximum_interval":36500,"reviews":[{"rating":3,"elapsed_seconds":0}]}
            Everything but the reviews may be left out.
            """)

    func run() async throws {
        try await JSONLines.answerEach { try Replay($0).answer() }
    }
}
