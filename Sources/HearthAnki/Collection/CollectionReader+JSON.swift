// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Notetypes and decks as schema 11 keeps them: as JSON in the one row of the table `col`.
extension CollectionReader {
    /// Bytes of one column. The largest we know of are a few megabytes, and JSON takes 20 times its length of memory.
    private static let longestJSON = 16 << 20

    mutating func readJSONColumns() throws(AnkiError) {
        let models = try column("models")
        for (key, json) in models {
            guard let id = Int(key) else { continue }
            collection.notetypes.append(AnkiNotetype(id: id, schema11: json))
        }
        for (key, json) in try column("decks") {
            guard let id = Int(key), let name = json["name"]?.string else { continue }
            var deck = AnkiDeck(id: id, name: name)
            deck.isFiltered = json["dyn"]?.integer == 1
            deck.options = json["conf"]?.integer
            deck.description = json["desc"]?.string ?? ""
            // In percent here.
            deck.desiredRetention = json["desiredRetention"]?.double.flatMap { Self.share($0 > 1 ? $0 / 100 : $0) }
            collection.decks.append(deck)
        }
        for (key, json) in try column("dconf") {
            guard let id = Int(key) else { continue }
            collection.deckOptions.append(AnkiDeckOptions(id: id, schema11: json))
        }
        let settings = try column("conf")
        setSettings { settings[$0] }
    }

    /// - Throws: `damaged`, `tooLarge`.
    private func column(_ name: String) throws(AnkiError) -> JSONObject {
        var found: JSONObject?
        try database.rows("SELECT \(name) FROM col", of: ["col"]) { (row) throws(AnkiError) in
            guard found == nil else { return }
            guard let bytes = row.bytes(0) else {
                throw AnkiError(.damaged, database.name, "its column \(name) is not a text")
            }
            guard bytes.count <= Self.longestJSON else {
                throw AnkiError(.tooLarge, database.name, "its column \(name) is \(bytes.count) bytes long")
            }
            try watch.took(bytes.count, for: database.name)
            // genanki writes a notetype twice where two decks have it; to Anki the last one counts.
            do { found = bytes.isEmpty ? JSONObject() : try JSON(parsing: bytes, keepsLast: true).object } catch {
                throw AnkiError(.damaged, database.name, "its column \(name) is not JSON: \(error)")
            }
        }
        guard let found else { throw AnkiError(.damaged, database.name, "its column \(name) is not an object") }
        return found
    }
}

extension AnkiNotetype {
    fileprivate init(id: Int, schema11 json: JSON) {
        self.init(id: id, name: CollectionReader.name(json["name"]?.string))
        isCloze = json["type"]?.integer == 1
        css = json["css"]?.string ?? ""
        fields = Self.ordered(json["flds"]).compactMap { $0["name"]?.string }.map { CollectionReader.name($0) }
        templates = Self.ordered(json["tmpls"]).map {
            Template(
                name: $0["name"]?.string ?? "", question: $0["qfmt"]?.string ?? "", answer: $0["afmt"]?.string ?? "")
        }
    }

    private static func ordered(_ list: JSON?) -> [JSON] {
        (list?.array ?? []).enumerated().sorted {
            ($0.element["ord"]?.integer ?? $0.offset, $0.offset) < ($1.element["ord"]?.integer ?? $1.offset, $1.offset)
        }.map(\.element)
    }
}

extension AnkiDeckOptions {
    fileprivate init(id: Int, schema11 json: JSON) {
        self.init(id: id, name: json["name"]?.string ?? "")
        func numbers(_ list: JSON?) -> [Double]? { list?.array?.compactMap(\.double) }
        learningSteps = numbers(json["new"]?["delays"]) ?? learningSteps
        relearningSteps = numbers(json["lapse"]?["delays"]) ?? relearningSteps
        newPerDay = json["new"]?["perDay"]?.integer ?? newPerDay
        reviewsPerDay = json["rev"]?["perDay"]?.integer ?? reviewsPerDay
        maximumInterval = json["rev"]?["maxIvl"]?.integer ?? maximumInterval
        leechThreshold = json["lapse"]?["leechFails"]?.integer ?? leechThreshold
        leechAction = json["lapse"]?["leechAction"]?.integer ?? leechAction
        buriesNew = json["new"]?["bury"]?.bool ?? false
        buriesReviews = json["rev"]?["bury"]?.bool ?? false
        desiredRetention = json["desiredRetention"]?.double.flatMap(CollectionReader.share) ?? desiredRetention
        parameters = CollectionReader.newest(
            numbers(json["fsrsParams6"]), numbers(json["fsrsParams5"]), numbers(json["fsrsWeights"]))
    }
}
