// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthMemory

/// A conversation or diary with questions, and for each the turns in which its answer is.
struct LabelledConversation {
    struct Turn {
        let id: String
        let speaker: String
        let date: Date
        /// Text of the turn, with the caption of a picture in brackets.
        let text: String

        /// The part of the identifier before the colon: `D3` of `D3:12`.
        var session: String { String(id.prefix { $0 != ":" }) }
    }

    struct Question {
        let text: String
        let evidence: Set<String>
    }

    let turns: [Turn]
    let questions: [Question]

    /// - Throws: `LineError` that names what is missing where.
    init(parsing text: String) throws {
        let json: JSON
        do { json = try JSON(parsing: text) } catch { throw LineError(detail: "not JSON: \(error.detail)") }
        turns = try Self.list(json, "turns").enumerated().map { try Self.turn($1, "turns[\($0)]") }
        let known = Set(turns.map(\.id))
        questions = try Self.list(json, "questions").enumerated().map {
            try Self.question($1, "questions[\($0)]", known)
        }
    }

    private static func list(_ json: JSON, _ key: String) throws -> [JSON] {
        guard let list = json[key]?.array else { throw LineError(detail: "needs \"\(key)\", a list") }
        return list
    }

    private static func string(_ json: JSON, _ key: String, _ place: String) throws -> String {
        guard let text = json[key]?.string else { throw LineError(detail: "\(place) needs \"\(key)\", a string") }
        return text
    }

    private static func turn(_ json: JSON, _ place: String) throws -> Turn {
        let written = try string(json, "date", place)
        guard let date = date(written) else {
            throw LineError(detail: "\(place): the date \(written) is not like 1:56 pm on 8 May, 2023")
        }
        let caption = json["image_caption"]?.string.map { " [\($0)]" } ?? ""
        return Turn(
            id: try string(json, "id", place), speaker: try string(json, "speaker", place), date: date,
            text: try string(json, "text", place) + caption)
    }

    private static func question(_ json: JSON, _ place: String, _ known: Set<String>) throws -> Question {
        let evidence = Set(try list(json, "evidence").compactMap(\.string))
        guard !evidence.isEmpty, evidence.isSubset(of: known) else {
            throw LineError(detail: "\(place): its evidence is not among the turns")
        }
        return Question(text: try string(json, "question", place), evidence: evidence)
    }

    /// `1:56 pm on 8 May, 2023`, in UTC.
    private static func date(_ text: String) -> Date? {
        let parts = text.lowercased().split { " :,".contains($0) }.map(String.init)
        guard parts.count == 7, parts[3] == "on", let month = months.firstIndex(of: parts[5]),
            let hour = Int(parts[0]), let minute = Int(parts[1]), let day = Int(parts[4]), let year = Int(parts[6]),
            (1...12).contains(hour), (0..<60).contains(minute), ["am", "pm"].contains(parts[2])
        else { return nil }
        let components = DateComponents(
            calendar: utc, year: year, month: month + 1, day: day, hour: hour % 12 + (parts[2] == "pm" ? 12 : 0),
            minute: minute)
        return components.isValidDate ? components.date : nil
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The calendar in which the dates are read.
    static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
