// SPDX-License-Identifier: Apache-2.0

public import EmberJSON
public import Foundation

/// A message with the facts that somebody found in it, to measure a model by.
public struct LabelledMessage: Sendable {
    struct Label: Sendable {
        let subject: String
        let value: String
        let others: [String]
        let evidence: String
        let isNegative: Bool
        let isOptional: Bool
        let isPerson: Bool
    }

    public let utterance: Utterance
    public let earlier: [Utterance]
    let labels: [Label]
    /// What makes it hard, in a word of the set's.
    let trap: String
    /// What no fact may state.
    let forbidden: [String]

    /// - Parameter json: a line in the format of `Facts/Resources/README.md`.
    /// - Throws: `LabelledMessageError` for a line that has not what it needs.
    public init(_ json: JSON, line: Int) throws {
        guard let id = json["id"]?.string, let text = json["text"]?.string, let day = json["date"]?.string,
            let date = try? Date("\(day)T12:00:00Z", strategy: .iso8601),
            let speaker = json["role"]?.string.flatMap(Utterance.Speaker.init)
        else {
            throw LabelledMessageError(
                line: line, detail: "needs \"id\", \"role\", \"date\" as yyyy-MM-dd and \"text\"")
        }
        utterance = Utterance(
            id: id, session: id, speaker: speaker, text: text, date: date, isPrivate: json["private"]?.bool ?? false,
            language: json["lang"]?.string)
        earlier = (json["context"]?.array ?? []).enumerated().compactMap { number, item in
            guard let role = item["role"]?.string.flatMap(Utterance.Speaker.init), let text = item["text"]?.string
            else { return nil }
            return Utterance(id: "\(id)-\(number)", session: id, speaker: role, text: text, date: date)
        }
        trap = json["trap"]?.string ?? ""
        labels = (json["facts"]?.array ?? []).map(Label.init)
        forbidden = (json["must_not"]?.array ?? []).compactMap(\.string)
    }

    /// Those that come with Hearth: English and French, written for it and for nothing else.
    public static func shipped() throws -> [LabelledMessage] { try shippedOnes.get() }

    private static let shippedOnes = Result {
        try read(Bundle.module.bundleURL.appending(path: "Resources/messages.jsonl"))
    }

    public static func read(_ file: URL) throws -> [LabelledMessage] {
        guard let text = String(validating: try Data(contentsOf: file), as: UTF8.self) else {
            throw LabelledMessageError(line: nil, detail: "is not UTF-8 text")
        }
        return try text.split(separator: "\n").enumerated().map { number, line in
            let json: JSON
            do { json = try JSON(parsing: String(line)) } catch {
                throw LabelledMessageError(line: number + 1, detail: "not JSON: \(error)")
            }
            return try LabelledMessage(json, line: number + 1)
        }
    }
}

/// What is wrong with a line of labelled messages.
public struct LabelledMessageError: Error, Sendable, CustomStringConvertible {
    /// Counted from 1; `nil` where it is the whole file.
    public let line: Int?
    public let detail: String
    public var description: String { line.map { "line \($0): \(detail)" } ?? detail }
}

extension LabelledMessage.Label {
    fileprivate init(_ json: JSON) {
        subject = json["subject"]?.string ?? "user"
        value = json["value"]?.string ?? ""
        others = (json["accept"]?.array ?? []).compactMap(\.string)
        evidence = json["evidence"]?.string ?? ""
        isNegative = json["polarity"]?.string == "negative"
        isOptional = json["optional"]?.bool ?? false
        isPerson = json["relation_or_type"]?.string == "person"
    }
}
