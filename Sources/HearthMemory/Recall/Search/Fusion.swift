// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much each sign counts that a passage is what a question asks for.
///
/// They were found on five long conversations, each time on four of them for the fifth, and rounded; see
/// docs/memory.md. Scores are such that a difference of 1 makes a passage about e times as likely.
enum FusionWeights {
    /// Keywords in the passage with the one before it, in what is around it, and in its run.
    static let pair: Float = 3
    static let around: Float = 3
    static let run: Float = 3.5
    /// The question names the passage's speaker.
    static let speaker: Float = 3
    /// The passage is itself a question.
    static let question: Float = -0.5
    /// For each natural logarithm of the number of words.
    static let length: Float = 0.75
    /// It names a time; it does and the question asks for one.
    static let namesTime: Float = 0.25
    static let answersWhen: Float = 1.75
    /// It was said in the time that the question names.
    static let time: Float = 4.5
    /// Cosine of the passage, of the one before and the one behind, and the highest of its run.
    static let cosine: Float = 5.5
    static let cosineBeside: Float = 1.5
    static let cosineOfRun: Float = 2.5
    /// For each natural logarithm of the number of stems of a conversation, where whole conversations are compared.
    static let lengthOfThread: Float = 0.32
    /// Share of the cosines' weights that stays where the model has not learned the question's language.
    static let foreign: Float = 0.3

    /// Words that count; a longer text is not better for it.
    private static let longest = 200

    static func prior(of traits: PassageTraits) -> Float {
        length * Float(log(1 + Double(min(traits.wordCount, longest)))) + (traits.isQuestion ? question : 0)
            + (traits.namesTime ? namesTime : 0)
    }
}

/// One score for each passage.
struct Fusion {
    private typealias Weights = FusionWeights

    let table: PassageTable
    let reading: QuestionReading
    /// The times that the question names.
    let spans: [Range<Date>]

    /// - Parameter cosines: by row, each times the trust in its model; `nil` where there are no embeddings.
    func scores(_ keywords: KeywordScores, cosines: [Float]?) -> [Float] {
        var scores = table.priors
        for row in scores.indices {
            scores[row] +=
                Weights.pair * keywords.pair[row] + Weights.around * keywords.around[row]
                + Weights.run * keywords.run[Int(table.runs[row])]
        }
        if let speaker = namedSpeaker {
            for row in scores.indices where table.speakers[row] == speaker { scores[row] += Weights.speaker }
        }
        if reading.isWhen {
            for row in scores.indices where table.namesTime[row] { scores[row] += Weights.answersWhen }
        }
        for time in spans.map(TimeCloseness.init) {
            for row in scores.indices { scores[row] += Weights.time * time.closeness(of: table.dates[row]) }
        }
        if let cosines {
            let ofRun = highestOfRuns(cosines)
            for row in scores.indices { scores[row] += ofCosines(row, cosines, ofRun) }
        }
        return scores
    }

    private func ofCosines(_ row: Int, _ cosines: [Float], _ ofRun: [Float]) -> Float {
        let (before, after) = (Int(table.previous[row]), Int(table.next[row]))
        let beside = (before < 0 ? 0 : cosines[before]) + (after < 0 ? 0 : cosines[after])
        return Weights.cosine * cosines[row] + Weights.cosineBeside * beside
            + Weights.cosineOfRun * ofRun[Int(table.runs[row])]
    }

    private func highestOfRuns(_ cosines: [Float]) -> [Float] {
        var highest = [Float](repeating: 0, count: table.lengths.run.count)
        for (row, run) in table.runs.enumerated() { highest[Int(run)] = max(highest[Int(run)], cosines[row]) }
        return highest
    }

    /// The one speaker that the question names, where there are others.
    private var namedSpeaker: Int32? {
        guard table.speakerNames.names.count > 1, reading.speakers.count == 1 else { return nil }
        return reading.speakers.first.flatMap(table.speakerNames.find)
    }
}

/// How close a date is to a span: 1 within it, less with each day before or after it.
struct TimeCloseness {
    private let span: Range<Double>
    /// Seconds in which it falls to 1/e.
    private let decay: Double

    private static let day = 86_400.0

    init(_ span: Range<Date>) {
        self.span =
            span.lowerBound.timeIntervalSinceReferenceDate..<span.upperBound.timeIntervalSinceReferenceDate
        decay = min(max(3 * Self.day, 0.5 * (self.span.upperBound - self.span.lowerBound)), 30 * Self.day)
    }

    /// - Parameter date: seconds since 2001.
    func closeness(of date: Double) -> Float {
        if span.contains(date) { return 1 }
        let distance = date < span.lowerBound ? span.lowerBound - date : date - span.upperBound
        return Float(exp(-distance / decay))
    }
}
