// SPDX-License-Identifier: Apache-2.0

public import EmberJSON
import Foundation

/// The members of one object of a `MemoryFile`, each checked as it is read.
struct MemoryFields {
    /// Characters of a statement or quotation, and of an identifier.
    private static let longest = 20_000
    private static let longestID = 300

    private let json: JSON
    private let place: String

    init(_ json: JSON, _ place: String) { (self.json, self.place) = (json, place) }

    func error(_ key: String, _ detail: String) -> MemoryFileError { MemoryFileError("\(place).\(key)", detail) }

    func text(_ key: String) throws(MemoryFileError) -> String {
        guard let text = json[key]?.string else { throw error(key, "is missing, or is no string") }
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !isBlank else { throw error(key, "is empty") }
        guard text.count <= Self.longest else { throw error(key, "has more than \(Self.longest) characters") }
        return text
    }

    func optionalText(_ key: String) throws(MemoryFileError) -> String? {
        guard let value = json[key], value != .null else { return nil }
        return try text(key)
    }

    /// Identifiers stand in addresses: letters, digits and a few marks.
    func id(_ key: String) throws(MemoryFileError) -> String {
        let text = try text(key)
        let isFine = text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.:".unicodeScalars.contains($0))
        }
        guard isFine, text.count <= Self.longestID else {
            throw error(key, "may have only letters, digits and - _ . : and at most \(Self.longestID) of them")
        }
        return text
    }

    func flag(_ key: String) throws(MemoryFileError) -> Bool {
        guard let value = json[key] else { return false }
        guard let flag = value.bool else { throw error(key, "has to be true or false") }
        return flag
    }

    func date(_ key: String) throws(MemoryFileError) -> Date {
        guard let date = try optionalDate(key) else { throw error(key, "is missing") }
        return date
    }

    func optionalDate(_ key: String) throws(MemoryFileError) -> Date? {
        guard let text = try optionalText(key) else { return nil }
        for style in [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()] {
            if let date = try? style.parse(text) { return date }
        }
        throw error(key, "is no date like 2026-11-21T16:05:12Z")
    }

    /// 0…1.
    func share(_ key: String) throws(MemoryFileError) -> Double {
        guard let value = json[key] else { return 1 }
        guard let number = value.double, (0...1).contains(number) else { throw error(key, "has to be from 0 to 1") }
        return number
    }

    func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: String) throws(MemoryFileError) -> Value {
        let text = try text(key)
        guard let value = Value(rawValue: text) else {
            throw error(key, "has to be one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    func list(_ key: String) throws(MemoryFileError) -> [MemoryFields] {
        guard let list = json[key]?.array else { throw error(key, "is missing, or is no list") }
        return list.enumerated().map { MemoryFields($1, "\(place).\(key)[\($0)]") }
    }

    func texts(_ key: String) throws(MemoryFileError) -> [String] {
        guard let list = json[key]?.array else { throw error(key, "is missing, or is no list") }
        let texts = list.compactMap(\.string)
        guard texts.count == list.count else { throw error(key, "has to be a list of strings") }
        return texts
    }
}

extension Fact {
    init(_ fields: MemoryFields) throws(MemoryFileError) {
        var evidence: [FactEvidence] = []
        for item in try fields.list("evidence") {
            evidence.append(
                FactEvidence(
                    utterance: try item.id("utterance"), session: try item.id("session"), quote: try item.text("quote"),
                    date: try item.date("date")))
        }
        guard !evidence.isEmpty else { throw fields.error("evidence", "is empty: a fact needs the words that say it") }
        guard Set(evidence.map(\.utterance)).count == evidence.count else {
            throw fields.error("evidence", "has an utterance twice")
        }
        let statement = try fields.text("value")
        let slot = try SlotValue(fields)
        let said = slot?.value ?? statement
        guard
            evidence.contains(where: {
                FactEvidence.stands(said, in: $0.quote) || FactEvidence.stands(said, in: $0.plainQuote)
            })
        else {
            throw fields.error(slot == nil ? "value" : "slot_value", "stands in none of the quotations")
        }
        let polarity = try fields.text("polarity")
        guard polarity == "positive" || polarity == "negative" else {
            throw fields.error("polarity", "has to be positive or negative")
        }
        self.init(
            id: try fields.id("id"), statement: statement, subject: try fields.text("subject"),
            kind: try fields.choice("kind"), isNegative: polarity == "negative", time: try fields.optionalText("time"),
            confidence: try fields.share("confidence"), validFrom: try fields.date("valid_from"),
            validUntil: try fields.optionalDate("valid_until"), supersededBy: try fields.optionalText("superseded_by"),
            evidence: evidence)
        (isPinned, isHidden) = (try fields.flag("pinned"), try fields.flag("hidden"))
        self.slot = slot
        if let said = try fields.optionalText("also_said") {
            guard let known = AlsoSaid(rawValue: said) else {
                throw fields.error(
                    "also_said", "has to be one of \(AlsoSaid.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            alsoSaid = known
        }
    }

    /// Everything that is known of it.
    public func json(waits: Bool) -> JSON {
        var object = JSONObject()
        object["id"] = .string(id)
        object["value"] = .string(statement)
        object["subject"] = .string(subject)
        object["kind"] = .string(kind.rawValue)
        object["polarity"] = .string(isNegative ? "negative" : "positive")
        if let time { object["time"] = .string(time) }
        object["confidence"] = .number(confidence)
        object["valid_from"] = .string(validFrom.memoryText)
        if let validUntil { object["valid_until"] = .string(validUntil.memoryText) }
        if let supersededBy { object["superseded_by"] = .string(supersededBy) }
        if let slot {
            object["slot"] = .string(slot.name)
            object["slot_value"] = .string(slot.value)
            if let relation = slot.relation { object["relation"] = .string(relation) }
        }
        if let alsoSaid { object["also_said"] = .string(alsoSaid.rawValue) }
        object["pinned"] = .bool(isPinned)
        object["hidden"] = .bool(isHidden)
        object["waits"] = .bool(waits)
        object["evidence"] = .array(
            evidence.map {
                [
                    "quote": .string($0.quote), "date": .string($0.date.memoryText), "utterance": .string($0.utterance),
                    "session": .string($0.session),
                ]
            })
        return .object(object)
    }
}

extension SlotValue {
    /// - Returns: `nil` for a fact without a slot, as older versions wrote all of them.
    fileprivate init?(_ fields: MemoryFields) throws(MemoryFileError) {
        guard let name = try fields.optionalText("slot") else { return nil }
        self.init(
            name: name, value: try fields.text("slot_value"), relation: try fields.optionalText("relation"))
    }
}

extension ProfileLine {
    init(_ fields: MemoryFields, _ known: Set<Fact.ID>) throws(MemoryFileError) {
        let facts = try fields.texts("facts")
        guard !facts.isEmpty else { throw fields.error("facts", "is empty: a line needs a fact") }
        if let missing = facts.first(where: { !known.contains($0) }) {
            throw fields.error("facts", "names \(missing), which is no fact of this file")
        }
        self.init(
            id: try fields.id("id"), section: try fields.choice("section"), text: try fields.text("text"), facts: facts,
            isEdited: try fields.flag("edited"), isPinned: try fields.flag("pinned"),
            isHidden: try fields.flag("hidden"))
    }

    var json: JSON {
        [
            "id": .string(id), "section": .string(section.rawValue), "text": .string(text),
            "facts": .array(facts.map(JSON.string)), "edited": .bool(isEdited), "pinned": .bool(isPinned),
            "hidden": .bool(isHidden),
        ]
    }
}

extension Date {
    /// With milliseconds, in UTC.
    fileprivate var memoryText: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
