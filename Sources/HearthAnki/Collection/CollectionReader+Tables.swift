// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Notetypes and decks as schema 15 and later keep them: a table each, with the details in Protocol Buffers.
///
/// The numbers of fields are those of Anki's `notetypes.proto`, `decks.proto` and `deck_config.proto`.
extension CollectionReader {
    mutating func readTables() throws(AnkiError) {
        try readNotetypes()
        try readDecks()
        try readDeckOptions()
        var settings: [String: JSON] = [:]
        try database.rows("SELECT key, val FROM config", of: ["config"]) { (row) throws(AnkiError) in
            guard let key = row.text(0), Self.settings.contains(key), let bytes = row.bytes(1) else { return }
            // A setting that cannot be read is one that is not said.
            if bytes.count < 100 { settings[key] = try? JSON(parsing: bytes) }
        }
        setSettings { settings[$0] }
    }

    private static let settings: Set<String> = ["rollover", "fsrs", "creationOffset"]

    mutating func setSettings(_ setting: (String) -> JSON?) {
        collection.rolloverHour = setting("rollover")?.integer.flatMap { (0...23).contains($0) ? $0 : nil }
        // No clock is further from Greenwich than a day.
        collection.minutesWest = setting("creationOffset")?.integer.flatMap { (-1_440...1_440).contains($0) ? $0 : nil }
        collection.usesFSRS = setting("fsrs")?.bool
    }

    private mutating func readNotetypes() throws(AnkiError) {
        var notetypes: [Int: AnkiNotetype] = [:]
        try rows("SELECT id, name, config FROM notetypes", of: "notetypes", 2) { (row, config) throws(AnkiError) in
            guard let id = row.integer(0) else { return }
            var notetype = AnkiNotetype(id: id, name: Self.name(row.text(1)))
            while let (field, value) = try config.next() {
                switch field {
                case 1: notetype.isCloze = value.integer == 1
                case 3: notetype.css = value.text ?? ""
                default: break
                }
            }
            notetypes[id] = notetype
        }
        var fields: [Int: [Int: String]] = [:]
        try database.rows("SELECT ntid, ord, name FROM fields", of: ["fields"]) { (row) throws(AnkiError) in
            guard let id = row.integer(0), let position = row.integer(1), let name = row.text(2) else { return }
            try watch.took(100 + name.utf8.count, for: database.name)
            fields[id, default: [:]][position] = Self.name(name)
        }
        var templates: [Int: [Int: AnkiNotetype.Template]] = [:]
        try rows("SELECT ntid, ord, name, config FROM templates", of: "templates", 3) {
            (row, config) throws(AnkiError) in
            guard let id = row.integer(0), let position = row.integer(1) else { return }
            var template = AnkiNotetype.Template(name: row.text(2) ?? "", question: "", answer: "")
            while let (field, value) = try config.next() {
                switch field {
                case 1: template.question = value.text ?? ""
                case 2: template.answer = value.text ?? ""
                default: break
                }
            }
            templates[id, default: [:]][position] = template
        }
        collection.notetypes = notetypes.values.sorted { $0.id < $1.id }.map { notetype in
            var notetype = notetype
            notetype.fields = (fields[notetype.id] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            notetype.templates = (templates[notetype.id] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            return notetype
        }
    }

    private mutating func readDecks() throws(AnkiError) {
        var decks: [AnkiDeck] = []
        try rows("SELECT id, name, kind FROM decks", of: "decks", 2) { (row, kind) throws(AnkiError) in
            guard let id = row.integer(0), let name = row.text(1) else { return }
            var deck = AnkiDeck(
                id: id, name: name.split(separator: "\u{1F}", omittingEmptySubsequences: false).joined(separator: "::"))
            while let (field, value) = try kind.next() {
                if field == 2 { deck.isFiltered = true }
                guard field == 1, let content = value.content else { continue }
                var normal = ProtobufReader(content, database.name)
                while let (field, value) = try normal.next() {
                    switch field {
                    case 1: deck.options = value.integer
                    case 4: deck.description = value.text ?? ""
                    case 10: deck.desiredRetention = value.float.map { Double($0) }.flatMap(Self.share)
                    default: break
                    }
                }
            }
            decks.append(deck)
        }
        collection.decks = decks
    }

    private mutating func readDeckOptions() throws(AnkiError) {
        var found: [AnkiDeckOptions] = []
        try rows("SELECT id, name, config FROM deck_config", of: "deck_config", 2) { (row, config) throws(AnkiError) in
            guard let id = row.integer(0) else { return }
            var options = AnkiDeckOptions(id: id, name: row.text(1) ?? "")
            // An absent list of steps is an empty one: Protocol Buffers leave out what is empty.
            (options.learningSteps, options.relearningSteps, options.leechAction) = ([], [], 0)
            var parameters: [Int: [Double]] = [:]
            while let (field, value) = try config.next() {
                switch field {
                case 1: options.learningSteps += value.floats.map { Double($0) }
                case 2: options.relearningSteps += value.floats.map { Double($0) }
                case 3, 5, 6: parameters[field, default: []] += value.floats.map { Double($0) }
                case 9: options.newPerDay = value.integer ?? 0
                case 10: options.reviewsPerDay = value.integer ?? 0
                case 16: options.maximumInterval = value.integer ?? 36_500
                case 21: options.leechAction = value.integer ?? 0
                case 22: options.leechThreshold = value.integer ?? 0
                case 27: options.buriesNew = value.integer == 1
                case 28: options.buriesReviews = value.integer == 1
                case 37: options.desiredRetention = value.float.map { Double($0) }.flatMap(Self.share) ?? 0.9
                default: break
                }
            }
            options.parameters = Self.newest(parameters[6], parameters[5], parameters[3])
            found.append(options)
        }
        collection.deckOptions = found
    }

    /// Rows whose column `message` is a Protocol Buffers message.
    private func rows(
        _ sql: String, of table: String, _ message: Int32,
        _ body: (ForeignRow, inout ProtobufReader) throws(AnkiError) -> Void
    ) throws(AnkiError) {
        try database.rows(sql, of: [table]) { (row) throws(AnkiError) in
            let bytes = row.bytes(message) ?? []
            try watch.took(200 + bytes.count, for: database.name)
            var reader = ProtobufReader(bytes[...], "\(database.name), table \(table)")
            try body(row, &reader)
        }
    }

    /// A name that is kept with every word: not longer than any that people give.
    static func name(_ name: String?) -> String {
        guard let name, name.utf8.count > longestName else { return name ?? "" }
        return String(decoding: name.utf8.prefix(longestName - 4), as: UTF8.self)
    }

    static func share(_ value: Double) -> Double? { value > 0 && value <= 1 ? value : nil }

    /// The parameters of the newest algorithm for which there are as many as it has.
    static func newest(_ six: [Double]?, _ five: [Double]?, _ four: [Double]?) -> [Double] {
        if let six, six.count == 21 { return six }
        if let five, five.count == 19 { return five }
        if let four, four.count == 17 { return four }
        return []
    }
}
