// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthMemory

/// A message of a file that commands of the memory read, with what was said before it.
struct LabelledMessage {
    let utterance: Utterance
    let earlier: [Utterance]

    /// Those of a file.
    /// - Throws: `LineError`, which names the file and the line; what reading it throws.
    static func all(in path: String) throws -> [LabelledMessage] {
        guard let text = String(validating: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) else {
            throw LineError(detail: "\(path) is not UTF-8 text")
        }
        return try text.split(separator: "\n").enumerated().map { number, line in
            let place = "\(path): line \(number + 1)"
            let json: JSON
            do { json = try JSON(parsing: String(line)) } catch {
                throw LineError(detail: "\(place): not JSON: \(error)")
            }
            return try LabelledMessage(json, place)
        }
    }

    private init(_ json: JSON, _ place: String) throws(LineError) {
        guard let id = json["id"]?.string, let text = json["text"]?.string,
            let date = json["date"]?.string.flatMap(Date.noon),
            let speaker = json["role"]?.string.flatMap(Utterance.Speaker.init)
        else {
            throw LineError(detail: "\(place): needs \"id\", \"role\", \"date\" as yyyy-MM-dd and \"text\"")
        }
        utterance = Utterance(
            id: id, session: id, speaker: speaker, text: text, date: date, isPrivate: json["private"]?.bool ?? false,
            language: json["lang"]?.string)
        earlier = (json["context"]?.array ?? []).enumerated().compactMap { number, item in
            guard let role = item["role"]?.string.flatMap(Utterance.Speaker.init), let text = item["text"]?.string
            else { return nil }
            return Utterance(id: "\(id)-\(number)", session: id, speaker: role, text: text, date: date)
        }
    }
}

extension Date {
    /// A day such as 2026-11-21, or a moment of it, in UTC: the middle of the day where no hour is said.
    static func noon(of text: String) -> Date? {
        (try? Date("\(text)T12:00:00Z", strategy: .iso8601)) ?? (try? Date(text, strategy: .iso8601))
    }
}
