// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// The formats by which other implementations are compared with ours.
@Suite struct ReplayFitTests {
    /// Of py-fsrs; see Tests/Fixtures/README.md.
    @Test(arguments: [5, 6])
    func `replaying gives what the reference gives`(version: Int) throws {
        let file = WordsHome.fixtures.appending(path: "fsrs/fsrs\(version)_vectors.json")
        let vectors = try JSON(parsing: Array(Data(contentsOf: file)))
        let sequences = try #require(vectors["sequences"]?.array).prefix(40)
        var lines = ""
        for sequence in sequences {
            var line: JSONObject = ["version": .integer(version)]
            line["parameters"] = vectors["params"]?[sequence["params"]?.string ?? ""]
            for key in ["desired_retention", "learning_steps_s", "relearning_steps_s", "maximum_interval"] {
                line[key] = sequence[key]
            }
            line["reviews"] = .array(
                (sequence["reviews"]?.array ?? []).map {
                    ["rating": $0["rating"] ?? .null, "elapsed_seconds": $0["elapsed_seconds"] ?? .null]
                })
            lines += JSON.object(line).text + "\n"
        }
        let result = try runHearth(["words", "replay"], stdin: lines)
        #expect(result.status == 0, "\(result.errors)")
        let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(answers.count == sequences.count)
        for (answer, sequence) in zip(answers, sequences) {
            let (steps, wanted) = (answer["steps"]?.array ?? [], sequence["reviews"]?.array ?? [])
            #expect(steps.count == wanted.count)
            for (step, review) in zip(steps, wanted) {
                #expect(step["interval_seconds"]?.double == review["interval_seconds"]?.double)
                #expect(step["state"] == review["state"])
                let (found, reference) = (step["stability"]?.double ?? 0, review["stability"]?.double ?? 1)
                #expect(abs(found - reference) <= 1e-9 * max(1, reference))
            }
        }
    }

    @Test func `a line that cannot be replayed is answered with an error, and the others are not lost`() throws {
        let good = #"{"reviews":[{"rating":3,"elapsed_seconds":0}]}"#
        let result = try runHearth(["words", "replay"], stdin: "{\n\(good)\n{\"reviews\":[{\"rating\":7}]}\n")
        let answers = try result.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(answers.map { $0["error"] == nil } == [false, true, false] && result.status == 1)
    }

    @Test func `a fit predicts no worse than the published parameters, and is the same each time`() throws {
        let home = try WordsHome()
        var lines = ""
        for card in 0..<60 {
            var (time, days) = (1_700_000_000 + card * 1_000, 0)
            for review in 0..<9 {
                time += days * 86_400
                let rating = review > 0 && (card * 7 + review * 3) % 5 == 0 ? 1 : 3
                lines += #"{"card":\#(card),"t":\#(time),"rating":\#(rating),"delta_t":\#(days)}"# + "\n"
                days = rating == 1 ? 1 : 1 + review * (2 + card % 3)
            }
        }
        let file = try home.write("history.jsonl", lines)
        let fits = try (0..<2).map { _ in try home.json("words", "fit", file) }
        #expect(fits[0]["parameters"] == fits[1]["parameters"] && fits[0]["reviews"] == .integer(540))
        #expect(fits[0]["parameters"]?.array?.count == 21)
        #expect(try #require(fits[0]["log_loss"]?.double) < 0.7)
        let broken = try home.run("words", "fit", try home.write("broken.jsonl", "{\"card\":1}\n"))
        #expect(broken.status == 1 && broken.errors.contains("broken.jsonl, line 1"))
    }
}
