// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation

/// A fit to the answers of a file, as `hearth words fit` prints it.
struct Fitting {
    private let reviews: [TrainingReview]
    private let version: Version

    init(_ reviews: [TrainingReview], _ version: Version = .six) { (self.reviews, self.version) = (reviews, version) }

    /// - Returns: the parameters, how well they predict, and the seconds from the list of reviews to the parameters.
    func answer() async throws -> JSON {
        let clock = ContinuousClock()
        let start = clock.now
        let set = TrainingSet(reviews)
        let fit = try await Optimizer(version: version).fit(set)
        let seconds = start.duration(to: clock.now) / .seconds(1)
        let evaluation = Evaluation(fit.parameters, on: set)
        return [
            "parameters": .array(fit.parameters.values.map(JSON.number)), "log_loss": .number(evaluation.logLoss),
            "rmse_bins": .number(evaluation.rmseBins), "reviews": .integer(set.reviews), "seconds": .number(seconds),
        ]
    }
}

/// Reviews as JSON lines.
enum ReviewFile {
    /// - Throws: `LineError`, which names the line.
    static func read(_ file: URL) throws -> [TrainingReview] {
        // Why the system does not give it is of less help than the name.
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe) else {
            throw LineError(detail: "\(file.path) cannot be read; is that the file's name?")
        }
        var reviews: [TrainingReview] = []
        for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            do { reviews.append(try review(Array(line))) } catch {
                throw LineError(detail: "\(file.lastPathComponent), line \(number + 1): \(error)")
            }
        }
        guard !reviews.isEmpty else { throw LineError(detail: "\(file.path) has no reviews to fit to") }
        return reviews
    }

    private static func review(_ line: [UInt8]) throws(LineError) -> TrainingReview {
        let json: JSON
        do { json = try JSON(parsing: line) } catch { throw LineError(detail: "not JSON: \(error.detail)") }
        guard let card = json["card"]?.integer else { throw LineError(detail: "needs \"card\", a whole number") }
        guard let time = json["t"]?.double, abs(time) < 1e15 else {
            throw LineError(detail: "needs \"t\", seconds since 1970")
        }
        guard let rating = json["rating"]?.integer.flatMap(Rating.init) else {
            throw LineError(detail: "\"rating\" has to be 1, 2, 3 or 4")
        }
        guard let days = json["delta_t"]?.integer, (0...1_000_000).contains(days) else {
            throw LineError(detail: "\"delta_t\" has to be a number of days from 0 on")
        }
        return TrainingReview(card: Int64(card), time: Int64(time), rating: rating, elapsedDays: days)
    }
}
