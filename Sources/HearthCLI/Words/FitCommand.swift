// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import EmberJSON
public import FSRS
import Foundation

/// `hearth words fit`: the parameters of whoever gave these answers.
struct FitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Fits FSRS's parameters to a file of reviews and prints them as JSON.",
        discussion: """
            A review a line: {"card":7,"t":1736152005,"rating":3,"delta_t":2}, where "t" is in seconds since 1970 and "delta_t" counts \
            days since the card's review before. "log_loss" is weighted by recency, in nats per prediction.
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "5 for FSRS-5, 6 for FSRS-6.") var fsrs = Version.six

    func run() async throws {
        let reviews = try ReviewFile.read(URL(filePath: file))
        StandardStream.output.write(json: try await Fitting(reviews, fsrs).answer())
    }
}

extension Version: ExpressibleByArgument {}
