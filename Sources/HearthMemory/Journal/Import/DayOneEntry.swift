// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// An entry as Day One writes it.
struct DayOneEntry {
    let object: JSONObject
    let date: Date
    let day: JournalDay
    /// `nil` for one of a whole day.
    let minute: Int?
    /// In Markdown.
    let text: String

    /// - Returns: `nil` where it has no date.
    init?(_ object: JSONObject) {
        guard let date = object["creationDate"]?.string.flatMap({ try? Date($0, strategy: .iso8601) }) else {
            return nil
        }
        let zone = object["timeZone"]?.string.flatMap { TimeZone(identifier: $0) } ?? .gmt
        day = JournalDay(date, in: zone)
        guard day >= .first, day <= .last else { return nil }
        let seconds = Int(date.timeIntervalSince1970) + zone.secondsFromGMT(for: date)
        minute = object["isAllDay"]?.bool == true ? nil : ((seconds % 86_400) + 86_400) % 86_400 / 60
        (self.object, self.date) = (object, date)
        text = object["text"]?.string ?? object["richText"]?.string.flatMap(Self.markdown) ?? ""
    }

    // MARK: Texts

    /// The name by which a text shows a picture, a video or a sound; `nil` for another address.
    static func moment(_ address: String) -> String? {
        guard address.hasPrefix("dayone-moment:") else { return nil }
        let path = address.dropFirst("dayone-moment:".count).split { $0 == "/" || $0 == "\\" }
        return path.last.map(String.init) ?? ""
    }

    /// Day One puts a backslash before signs that need none.
    static func withoutEscapes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var (result, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped, !".!(),'’".unicodeScalars.contains(scalar) { result.append("\\") }
            isEscaped = scalar == "\\"
            if !isEscaped { result.append(scalar) }
        }
        if isEscaped { result.append("\\") }
        return String(result)
    }

    /// The text of an entry that has it as pieces with attributes alone.
    private static func markdown(_ rich: String) -> String? {
        guard let contents = (try? JSON(parsing: Array(rich.utf8), depthLimit: 16))?["contents"]?.array else {
            return nil
        }
        var (result, isAtStart) = ("", true)
        for piece in contents {
            for one in piece["embeddedObjects"]?.array ?? [] {
                if let name = one["identifier"]?.string { result += "![](dayone-moment://\(name))\n" }
                isAtStart = true
            }
            guard let text = piece["text"]?.string else { continue }
            let attributes = piece["attributes"]
            if isAtStart { result += mark(of: attributes?["line"]) }
            let words = text.trimmingCharacters(in: .newlines)
            let mark = attributes?["bold"]?.bool == true ? "**" : attributes?["italic"]?.bool == true ? "*" : ""
            result += words.isEmpty ? "" : mark + words + mark
            result += text.hasSuffix("\n") ? "\n" : ""
            isAtStart = text.hasSuffix("\n")
        }
        return result
    }

    /// The sign that Markdown puts before a line.
    private static func mark(of line: JSON?) -> String {
        if let level = line?["header"]?.number(in: 1...6) { return String(repeating: "#", count: level) + " " }
        return switch line?["listStyle"]?.string {
        case "bulleted": "- "
        case "numbered": "1. "
        case "checkbox": line?["checked"]?.bool == true ? "- [x] " : "- [ ] "
        default: line?["quote"]?.bool == true ? "> " : ""
        }
    }

    // MARK: Details

    /// The details that Day One keeps beside the text, as a line: place, weather, and whether it is starred.
    var details: String {
        var place: [String] = []
        for key in ["placeName", "localityName", "country"] {
            guard let name = object["location"]?[key]?.string, !name.isEmpty, !place.contains(name) else { continue }
            place.append(String(name.prefix(200)))
        }
        var weather: [String] = []
        if let name = object["weather"]?["conditionsDescription"]?.string, !name.isEmpty {
            weather.append(String(name.prefix(100)))
        }
        if let degrees = object["weather"]?["temperatureCelsius"]?.number(in: -150.0...150.0) {
            weather.append("\(Int(degrees.rounded()))\u{A0}°C")
        }
        let star = object["starred"]?.bool == true ? "★" : ""
        return [place.joined(separator: ", "), weather.joined(separator: ", "), star].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
