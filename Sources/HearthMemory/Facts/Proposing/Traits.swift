// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is seen in a clause, as numbers that a calibration weighs. All are 0 or 1 unless they say otherwise.
struct Traits {
    let reading: MessageReading
    let sentence: Sentence
    let number: Int
    let around: SentenceTraits
    let clause: Clause
    let read: ClauseReading

    private var lexicon: Lexicon { reading.lexicon }

    var all: [String: Double] {
        var traits = around.all
        traits["subject." + read.subject.rawValue] = 1
        traits["tense." + read.tense.rawValue] = 1
        if read.mood != .stated { traits["mood." + read.mood.rawValue] = 1 }
        traits["negative"] = read.isNegative ? 1 : 0
        for (name, words) in classes where clause.words.contains(where: { words.contains($0.text) }) {
            traits["word." + name] = 1
        }
        for (name, words) in headClasses where head.contains(where: { words.contains($0.text) }) {
            traits["verb." + name] = 1
        }
        traits["name"] = hasName ? 1 : 0
        traits["number"] = clause.words.contains(where: \.isNumber) ? 1 : 0
        traits["full"] = min(Double(full.count), 8) / 4
        traits["full.few"] = full.count <= 1 ? 1 : 0
        traits["long"] = clause.words.count > 14 ? 1 : 0
        traits["toReader"] = clause.words.contains { lexicon.youWords.contains($0.text) } ? 1 : 0
        traits["first"] = clause == sentence.clauses.first && clause.joint == nil ? 1 : 0
        traits["caused"] = clause.joint.map { ["because", "car", "parce", "cos"].contains($0) } == true ? 1 : 0
        traits["object.vague"] = endsVaguely ? 1 : 0
        traits["unsaid.negative"] = read.subject == .unsaid && read.isNegative ? 1 : 0
        traits["unsaid.past"] = read.subject == .unsaid && read.tense == .past ? 1 : 0
        if read.subject == .unsaid { traits["unsaid." + firstKind] = 1 }
        // What a person of the writer's reports was refused: "my wife is called Anna" reports nothing.
        let reports = read.subject != .ownPerson && head.contains { lexicon.reports.contains($0.text) }
        traits["verb.reports"] = reports ? 1 : 0
        traits["pretends"] = clause.words.contains { TellingWords.pretending.contains($0.text) } ? 1 : 0
        traits["afterComma"] = clause.joint == nil && clause != sentence.clauses.first ? 1 : 0
        traits["first.thing"] = number == 0 && clause == sentence.clauses.first ? 1 : 0
        traits["past.plain"] = read.tense == .past && !lasts ? 1 : 0
        return traits.filter { $0.value != 0 }
    }

    private var classes: [(String, Lexicon.Words)] {
        [
            ("likes", lexicon.likes), ("dislikes", lexicon.dislikes), ("working", lexicon.working),
            ("habits", lexicon.habits),
            ("feelings", lexicon.feelings), ("health", lexicon.health), ("body", lexicon.body), ("kin", lexicon.kin),
            ("study", lexicon.study),
            ("changes", lexicon.changes), ("time", lexicon.timeWords), ("living", lexicon.living),
            ("hedges", lexicon.hedges), ("planning", lexicon.planning),
        ]
    }

    private var headClasses: [(String, Lexicon.Words)] {
        [
            ("being", lexicon.being), ("having", lexicon.having), ("chatter", lexicon.chatter),
            ("progress", lexicon.progress),
            ("beliefs", lexicon.beliefs), ("planning", lexicon.planning), ("living", lexicon.living),
            ("likes", lexicon.likes), ("unreal", lexicon.unreal),
        ]
    }

    /// What a clause without a subject begins with.
    private var firstKind: String {
        guard let word = clause.words.dropFirst(read.start).first?.text else { return "nothing" }
        if lexicon.prepositions.contains(word) || lexicon.times.contains(word) { return "preposition" }
        if lexicon.past.contains(word) || word.hasSuffix("ed") || word.hasSuffix("é") || word.hasSuffix("ée") {
            return "participle"
        }
        if lexicon.feelings.contains(word) || lexicon.health.contains(word) { return "state" }
        if word.hasSuffix("ing") { return "progressive" }
        if lexicon.articles.contains(word) { return "article" }
        if lexicon.openers.contains(word) || lexicon.negators.contains(word) { return "opener" }
        return "other"
    }

    /// Whether a past event changes something that lasts, or tells how things are: a move, an illness, work, a skill.
    private var lasts: Bool {
        let classes = [
            lexicon.changes, lexicon.living, lexicon.health, lexicon.working, lexicon.study, lexicon.feelings,
            lexicon.planning, lexicon.habits,
        ]
        return clause.words.contains { word in classes.contains { $0.contains(word.text) } }
    }

    /// The verb and what stands close to it.
    private var head: ArraySlice<Word> { read.predicate.prefix(3) }

    private var hasName: Bool {
        clause.words.contains { word in
            word.isCapital && !lexicon.iWords.contains(word.text) && !lexicon.kin.contains(word.text)
                && word.text.count > 1
                && word.range.lowerBound != sentence.range.lowerBound
        }
    }

    private var full: [Word] {
        let empty = [
            lexicon.openers, lexicon.vague, lexicon.articles, lexicon.prepositions, lexicon.negators, lexicon.iWords,
            lexicon.meWords, lexicon.weWords, lexicon.being,
        ]
        return clause.words.filter { word in word.text.count > 2 && !empty.contains { $0.contains(word.text) } }
    }

    /// "I told him that", « je le fais »: what is meant stands elsewhere.
    private var endsVaguely: Bool {
        guard let last = clause.words.last?.text else { return false }
        return lexicon.vague.contains(last) || lexicon.theirWords.contains(last)
    }
}

extension Clause: Equatable {
    static func == (a: Clause, b: Clause) -> Bool { a.range == b.range }
}
