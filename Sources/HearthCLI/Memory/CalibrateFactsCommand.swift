// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthMemory
import HearthStore

/// `hearth memory calibrate`: measures how reliably a model finds facts.
struct CalibrateFactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure how reliably a model finds facts, and keep its thresholds.",
        discussion: """
            The model looks at 360 labelled messages that come with Hearth. Where it reaches the precision that is asked, facts that it is \
            sure of are kept without asking; otherwise all of them wait to be confirmed.
            """
    )

    @OptionGroup var model: FactModelArguments

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let (models, name) = try model.find()
        let calibration = try await KnownCalibration.measure(name, models)
        let isKept = try await KnownCalibration.store { store in
            try await store.keep(calibration, of: name)
            return true
        }
        let measured = calibration.measured
        let answer: JSON = [
            "model": .string(name), "precision": .number(measured.precision), "recall": .number(measured.recall),
            "recall_with_queue": .number(measured.recallWithQueue), "messages": .integer(measured.messages),
            "stores_from": calibration.storesFrom.map { .number($0) } ?? .null,
            "queues_from": .number(calibration.queuesFrom),
            "kept": .bool(isKept == true),
        ]
        StandardStream.output.answer(json ? answer : nil, else: sentence(name, calibration))
    }

    private func sentence(_ name: String, _ calibration: FactCalibration) -> ScreenText {
        let measured = calibration.measured
        let waiting = percent(measured.recallWithQueue)
        guard calibration.storesFrom != nil else {
            return
                "\(line: name) is not reliable enough to keep facts by itself: all of them wait for you (\(line: waiting) of them found)"
        }
        return """
            \(line: name) keeps facts by itself: \(line: percent(measured.precision)) of them right, \(line: percent(measured.recall)) of all \
            found; with those that wait for you, \(line: waiting)
            """
    }

    private func percent(_ share: Double) -> String {
        share.formatted(.percent.precision(.fractionLength(0)).locale(Locale(identifier: "en")))
    }
}

/// `hearth memory weigh-clauses`: how the weights of clauses that come with Hearth are made.
struct WeighClausesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weigh-clauses", abstract: "Print weights of clauses, found in labelled messages.",
        shouldDisplay: false)

    @Argument(help: "More labelled messages, of which each counts three times as much as one that comes with Hearth.")
    var files: [String] = []

    func run() async throws {
        let more = try files.map { (messages: try LabelledMessage.all(in: $0), weight: 3.0) }
        StandardStream.output.write(jsonText: try ClauseWeights.found(in: [(try LabelledMessage.shipped(), 1)] + more))
    }
}

/// `hearth memory judge`: what a model and the clauses tell of each candidate, for weights that are tried elsewhere.
struct JudgeFactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge", abstract: "Print what is seen in each candidate of labelled messages.",
        shouldDisplay: false)

    @Argument(help: "Labelled messages as JSON lines; those that come with Hearth unless given.")
    var file: String?

    @OptionGroup var model: FactModelArguments

    func run() async throws {
        let messages = try file.map { try LabelledMessage.all(in: $0) } ?? LabelledMessage.shipped()
        let (models, name) = try model.find()
        let calibrator = FactCalibrator(model: models, name: name)
        for message in messages { StandardStream.output.write(json: try await calibrator.judgements(of: message)) }
    }
}
