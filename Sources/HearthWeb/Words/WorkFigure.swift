// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// Work curves that have been simulated, so that a page does not wait for the same one twice.
actor WorkCurves {
    /// A curve says nothing of a user but what their settings say.
    static let shared = WorkCurves()

    private struct Key: Hashable {
        let parameters: Parameters
        let settings: Scheduler.Settings

        init(_ settings: DeckSettings) {
            let scheduler = settings.scheduler
            parameters = scheduler.model.parameters
            var own = scheduler.settings
            // Each curve is of all retentions.
            own.desiredRetention = 0.9
            self.settings = own
        }
    }

    private var curves: [Key: Task<WorkCurve, Never>] = [:]
    private static let most = 32

    func curve(_ settings: DeckSettings) async -> WorkCurve {
        let key = Key(settings)
        if let known = curves[key] { return await known.value }
        if curves.count >= Self.most { curves.removeAll() }
        let task = Task.detached { WorkCurve(settings) }
        curves[key] = task
        return await task.value
    }
}

/// The cost of a target in work, as a plot whose x axis may be a slider's.
struct WorkFigure: Sendable {
    let title: String
    let note: String
    let label: String
    let y: [String]
    let x: [String]
    let curve: String
    let target: String
    let dot: String
    let table: PlotTable
    /// For the script: retention in hundredths, minutes, reviews.
    let points: String
    let lowest: String
    let highest: String
    let chosen: String
    /// Whether the slider is shown.
    let canSlide: Bool
    let slider: String

    /// - Parameter percent: the chosen retention in hundredths.
    init?(_ curve: WorkCurve, percent: Int, canSlide: Bool, _ say: Phrases) {
        guard let point = curve.point(at: Double(percent) / 100), let last = curve.points.last else { return nil }
        let (low, high) = (WorkCurve.retentions[0], max(WorkCurve.retentions.last ?? 97, percent))
        let most = Double(max(PlotView.roundUp(Int(last.minutesPerDay.rounded(.up))), 2))
        func place(_ percent: Double, _ minutes: Double) -> String {
            let left = (percent - Double(low)) / Double(high - low) * 100
            return "\(PlotView.decimal(left)) \(PlotView.decimal(96 - 92 * min(minutes / most, 1)))"
        }
        let places = curve.points.map { place($0.retention * 100, $0.minutesPerDay) }
        self.curve = places.enumerated().map { ($0 == 0 ? "M" : "L") + $1 }.joined()
        let here = place(Double(percent), point.minutesPerDay)
        target = "M\(here.split(separator: " ")[0]) 96V\(here.split(separator: " ")[1])"
        dot = "M\(here)h0"
        title = say("deck.knownShare", ["n": say.number(percent)])
        note = Self.note(point, say)
        label = say("deck.workLabel", ["low": Self.minutes(curve.points[0], say), "high": Self.minutes(last, say)])
        y = [say.wholeMinutes(most), say.wholeMinutes(most / 2), "0"]
        x = [low, 79, 88, high].map { say.percent($0) }
        table = PlotTable(
            label: say("deck.work"), heads: [say("stats.target"), say("deck.minutesHead"), say("deck.reviewsHead")],
            rows: curve.points.map {
                .init(cells: [
                    say.percent($0.retention), Self.minutes($0, say), say.number(Int($0.reviewsPerDay.rounded())),
                ])
            })
        points = curve.points.map {
            "\(Int(($0.retention * 100).rounded())) \(PlotView.decimal($0.minutesPerDay)) \(Int($0.reviewsPerDay.rounded()))"
        }.joined(separator: ",")
        (lowest, highest, chosen) = (String(low), String(high), String(percent))
        self.canSlide = canSlide
        slider = say.percent(percent)
    }

    private static func minutes(_ point: WorkCurve.Point, _ say: Phrases) -> String {
        point.minutesPerDay < 9.5
            ? say.number((point.minutesPerDay * 10).rounded() / 10) : say.number(Int(point.minutesPerDay.rounded()))
    }

    private static func note(_ point: WorkCurve.Point, _ say: Phrases) -> String {
        say(
            "deck.workNote",
            [
                "reviews": say.number(Int(point.reviewsPerDay.rounded())),
                "minutes": say.number(max(1, Int(point.minutesPerDay.rounded()))),
            ])
    }
}

extension Phrases {
    fileprivate func wholeMinutes(_ value: Double) -> String { "\(number(Int(value)))\u{A0}min" }
}

/// The state of fitting a deck's parameters to its user.
struct FitView: Sendable {
    let title: String
    let note: String
    let canUndo: Bool

    /// - Parameter reviews: how many answers there are now.
    init(_ settings: DeckSettings, reviews: Int, _ clock: WallClock, _ say: Phrases) {
        guard let fit = settings.fit else {
            title = say("deck.fitNever")
            note =
                say.count("deck.fitAnswers", reviews) + " "
                + say("deck.fitWhen", ["n": say.number(Refit.fewestReviews)])
            canUndo = false
            return
        }
        title = say("deck.fitted", ["day": say.day(fit.date, clock)])
        canUndo = fit.isInUse
        let since = max(0, reviews - fit.reviews)
        var sentences = [say.count("deck.fitFrom", fit.reviews), say.count("deck.fitSince", since)]
        let gain = fit.formerLogLoss > 0 ? 1 - fit.logLoss / fit.formerLogLoss : 0
        if fit.isInUse {
            if gain >= 0.001 { sentences.append(say("deck.fitGain", ["percent": say.percent(gain)])) }
        } else {
            sentences.append(say(fit.logLoss <= fit.formerLogLoss ? "deck.fitUndone" : "deck.fitNotBetter"))
        }
        note = sentences.joined(separator: " ")
    }
}
