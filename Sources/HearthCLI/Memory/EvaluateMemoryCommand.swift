// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthMemory

/// `hearth memory eval`: how much of what answers labelled questions does the memory find?
struct EvaluateMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Measure how much of the evidence for labelled questions is found.",
        discussion: """
            Each file has a conversation or diary: {"turns":[{"id","speaker","date","text","image_caption"}],\
            "questions":[{"question","evidence":["D1:3",…]}]}. The measure is |found ∩ evidence| / |evidence|, averaged over all \
            questions, after so many turns found; for sessions (what stands before the colon of an id) after 10 of them. Nothing \
            of it is kept.
            """,
        shouldDisplay: false)

    @Argument(help: "Files with labelled questions.", completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: "After how many turns found, separated by commas.")
    var limit = "5,10,20"

    @OptionGroup var embedding: EmbeddingArguments

    @Flag(help: "Print one JSON object.")
    var json = false

    private func limits() throws -> [Int] {
        let limits = limit.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard limits.allSatisfy({ $0.map((1...1000).contains) == true }) else {
            throw ValidationError("--limit must be numbers from 1 to 1000 with commas between them, found \(limit)")
        }
        return limits.compactMap(\.self)
    }

    func validate() throws { _ = try limits() }

    func run() async throws {
        let begun = ContinuousClock.now
        let found = try await embedding.find()
        let model = found?.models.names.joined(separator: ", ")
        var measure = RecallMeasure(found, limits: try limits())
        for file in files {
            do {
                guard let text = String(validating: try Data(contentsOf: URL(filePath: file)), as: UTF8.self) else {
                    throw LineError(detail: "is not UTF-8 text")
                }
                try await measure.add(try LabelledConversation(parsing: text))
            } catch let error as LineError { throw LineError(detail: "\(file): \(error.detail)") }
        }
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        StandardStream.output.answer(
            json ? .object(facts(measure, model, seconds)) : nil, else: Self.sentence(measure, model))
    }

    private static func sentence(_ measure: RecallMeasure, _ model: String?) -> ScreenText {
        let shares = measure.limits.map { "\(rounded(measure.recall(at: $0))) after \($0)" }.joined(separator: ", ")
        return """
            \(measure.questions) questions, \(model ?? "keywords alone")
            turns found:    \(shares)
            sessions found: \(rounded(measure.sessionRecall)) after \(RecallMeasure.sessionLimit)
            """
    }

    private static func rounded(_ share: Double) -> String { String(format: "%.3f", share) }

    private func facts(_ measure: RecallMeasure, _ model: String?, _ seconds: Double) -> JSONObject {
        var recall = JSONObject()
        for limit in measure.limits { recall["\(limit)"] = .number(measure.recall(at: limit)) }
        var facts = JSONObject()
        facts["questions"] = .integer(measure.questions)
        facts["recall"] = .object(recall)
        facts["session_recall"] = ["\(RecallMeasure.sessionLimit)": .number(measure.sessionRecall)]
        facts["model"] = model.map { .string($0) } ?? .null
        facts["seconds"] = .number(seconds)
        facts["search_seconds"] = .number(measure.searchSeconds)
        return facts
    }
}
