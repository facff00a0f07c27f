// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Roles of a notetype's fields, guessed from their names and from what its templates ask and answer.
struct FieldRoles {
    private let names: [String]
    private let exact: [WordRole?]
    private let loose: [WordRole?]
    private let templates: [TemplateFields]
    private var roles: [WordRole: Int] = [:]

    /// Guesses a role for each field.
    static func columns(_ notetype: AnkiNotetype) -> [ColumnMapping.Column] {
        var guess = FieldRoles(notetype)
        if notetype.isCloze { guess.readCloze(notetype) } else { guess.readWord() }
        let found = Dictionary(guess.roles.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return notetype.fields.enumerated().map { place, name in found[place].map { .role($0) } ?? .extra(name) }
    }

    private init(_ notetype: AnkiNotetype) {
        names = notetype.fields
        exact = names.map { WordRole(named: $0) }
        loose = names.indices.map { [exact, names] in exact[$0] ?? WordRole(partOf: names[$0]) }
        templates = notetype.templates.map { [names] in TemplateFields($0, names) }
    }

    /// The text with gaps is the word.
    private mutating func readCloze(_ notetype: AnkiNotetype) {
        guard !names.isEmpty else { return }
        roles[.word] = TemplateFields.clozes(notetype).first ?? 0
        give(exact, to: Array(names.indices))
    }

    private mutating func readWord() {
        roles[.word] = word
        let shown = Set(templates.flatMap { $0.question + $0.answer })
        give(exact, to: names.indices.filter(shown.contains))
        give(loose, to: names.indices.filter(shown.contains))
        give(exact, to: Array(names.indices))
        guard roles[.translation] == nil, roles[.definition] == nil else { return }
        // What a card answers is a translation, whatever it is called.
        let taken = Set(roles.values)
        let free = answers.first { !taken.contains($0) } ?? names.indices.first { !taken.contains($0) }
        if let free { roles[.translation] = free }
    }

    private mutating func give(_ guess: [WordRole?], to fields: [Int]) {
        for field in fields where !roles.values.contains(field) {
            guard let role = guess[field], role != .tags, role != .deck, role != .word, roles[role] == nil else {
                continue
            }
            roles[role] = field
        }
    }

    private var asked: [Int] { templates.flatMap(\.question).filter(isText) }
    private var answers: [Int] { templates.flatMap { $0.answer + $0.question }.filter(isText) }

    private func isText(_ field: Int) -> Bool { loose[field] != .image && loose[field] != .audio }

    private func isMeaning(_ field: Int) -> Bool { loose[field] == .translation || loose[field] == .definition }

    /// The field that has the word: one of those that are asked, unless all of them are meanings.
    private var word: Int? {
        let named = names.indices.filter { exact[$0] == .word }
        let (asked, answers) = (asked, answers)
        return named.first(where: asked.contains) ?? asked.first { !isMeaning($0) }
            ?? named.first(where: answers.contains) ?? answers.first { !isMeaning($0) } ?? asked.first ?? named.first
            ?? names.indices.first { exact[$0] == nil } ?? names.indices.first
    }
}

/// Directions in which the cards of a notetype ask.
struct CardDirections {
    /// By the number of the template.
    private let directions: [Int]
    /// Templates that ask something else than Hearth does.
    private let simplified: Set<Int>

    init(_ notetype: AnkiNotetype, _ columns: [ColumnMapping.Column]) {
        // Hearth's own have a template for each direction, in their order.
        guard !notetype.isCloze, !notetype.fields.contains(NoteFields.empty) else {
            (directions, simplified) = ([], [])
            return
        }
        func field(_ role: WordRole) -> Int? { columns.firstIndex(of: .role(role)) }
        let (word, meanings) = (field(.word), [field(.translation), field(.definition)].compactMap(\.self))
        let asked = notetype.templates.map { TemplateFields($0, notetype.fields).question }
        let kinds = asked.map { fields -> Int? in
            if let word, fields.contains(word) { return Direction.recognition.rawValue }
            return fields.contains { meanings.contains($0) } ? Direction.production.rawValue : nil
        }
        let hasWord = kinds.contains(Direction.recognition.rawValue)
        var (found, others) = ([Int](), Set<Int>())
        for (place, kind) in kinds.enumerated() {
            // A card that asks a sound or a sentence alone is asked by its word; what asks nothing keeps its number.
            let wanted = asked[place].isEmpty ? place : kind ?? (hasWord ? 2 : Direction.recognition.rawValue)
            var direction = wanted
            if found.contains(direction) { direction = max(direction, 2) }
            while found.contains(direction) { direction += 1 }
            found.append(direction)
            if !asked[place].isEmpty, kind == nil || direction != wanted { others.insert(place) }
        }
        (directions, simplified) = (found, others)
    }

    /// - Parameter taken: directions that the note has already.
    func direction(of ordinal: Int, besides taken: [ImportedCard]) -> Direction {
        var direction = directions.indices.contains(ordinal) ? directions[ordinal] : ordinal
        while taken.contains(where: { $0.direction.rawValue == direction }) { direction += 1 }
        return Direction(rawValue: direction)
    }

    func isSimplified(_ ordinal: Int) -> Bool { simplified.contains(ordinal) }
}
