// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One reading of a question's words, from left to right, by the expressions that are known.
struct TimeScan {
    let words: [String]
    let vocabulary: TimeVocabulary
    let dates: TimeSpans

    private(set) var cues: [TimeCue] = []
    /// The places of the words that belong to an expression.
    private(set) var used: Set<Int> = []

    /// An expression: the dates that it means, and where the words go on behind it.
    typealias Found = (span: Range<Date>?, end: Int)

    init(words: [String], vocabulary: TimeVocabulary, dates: TimeSpans) {
        (self.words, self.vocabulary, self.dates) = (words, vocabulary, dates)
    }

    mutating func run() {
        var index = 0
        while index < words.count {
            if let found = compound(at: index) {
                take(found, from: index, as: found.span)
                index = found.end
            } else if let found = expression(at: index) {
                let narrowed = found.span.map { self.narrowed($0, at: index) }
                used.formUnion(narrowed?.used ?? index..<index)
                take(found, from: index, as: narrowed.map { bounded($0.span, at: index) })
                index = found.end
            } else if let end = event(at: index) {
                index = end
            } else {
                index += 1
            }
        }
    }

    private mutating func take(_ found: Found, from index: Int, as span: Range<Date>?) {
        if let span { cues.append(.dates(span)) }
        used.formUnion(index..<found.end)
    }

    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

    func has(_ expected: [String], at index: Int) -> Bool {
        expected.indices.allSatisfy { word(index + $0) == expected[$0] }
    }

    func number(_ index: Int) -> Int? {
        vocabulary.numbers[word(index)] ?? (word(index).count < 4 ? Int(word(index)) : nil)
    }

    private func year(_ index: Int) -> Int? { word(index).count == 4 ? Int(word(index)).filter(1900..<2101) : nil }

    /// A day of a month: `25`, `25th`, `1er`.
    func day(_ index: Int) -> Int? {
        let digits = word(index).prefix { $0.isASCII && $0.isNumber }
        guard digits.count < 3, ["", "st", "nd", "rd", "th", "er"].contains(word(index).dropFirst(digits.count)) else {
            return nil
        }
        return Int(digits).filter(1..<32)
    }

    func skippingFillers(_ index: Int) -> Int {
        var index = index
        while vocabulary.fillers.contains(word(index)) { index += 1 }
        return index
    }

    private var isFrench: Bool { !vocabulary.agoBefore.isEmpty }

    func expression(at index: Int) -> Found? {
        fixedDay(at: index) ?? isoDate(at: index) ?? ago(at: index) ?? month(at: index) ?? season(at: index)
            ?? directed(at: index) ?? feast(at: index) ?? namedDay(at: index) ?? plainYear(at: index)
    }

    func fixedDay(at index: Int) -> Found? {
        guard let found = vocabulary.days.first(where: { has($0.words, at: index) }) else { return nil }
        return (dates.day(ago: found.ago), index + found.words.count)
    }

    private func isoDate(at index: Int) -> Found? {
        guard let year = year(index), word(index + 1).count == 2, word(index + 2).count == 2,
            let month = Int(word(index + 1)), let day = Int(word(index + 2)), (1...12).contains(month)
        else { return nil }
        return (dates.day(day, month, year: year), index + 3)
    }

    /// `two weeks ago`, `il y a deux semaines`.
    private func ago(at index: Int) -> Found? {
        if let opening = vocabulary.agoBefore.first(where: { has($0, at: index) }) {
            let at = index + opening.count
            guard let count = number(at), let unit = vocabulary.units[word(at + 1)] else { return nil }
            return (dates.ago(count, unit), at + 2)
        }
        guard let count = number(index) else { return nil }
        let at = word(index) == "a" && ["couple", "few"].contains(word(index + 1)) ? index + 1 : index
        let unitAt = word(at + 1) == "of" ? at + 2 : at + 1
        guard let unit = vocabulary.units[word(unitAt)], vocabulary.agoAfter.contains(word(unitAt + 1)) else {
            return nil
        }
        return (dates.ago(number(at) ?? count, unit), unitAt + 2)
    }

    /// A month with what stands around it: `25 February 2022`, `February 25th`, `in June`, `en juin dernier`.
    private func month(at index: Int) -> Found? {
        var at = index
        let dayBefore = day(at)
        if dayBefore != nil { at = skippingFillers(at + 1) }
        var direction = dayBefore == nil ? vocabulary.directions[word(at)] : nil
        if direction != nil { at += 1 }
        guard let month = vocabulary.months[word(at)] else { return nil }
        let isNamed = direction != nil || index > 0 && vocabulary.prepositions.contains(word(index - 1))
        var end = at + 1
        var dayAfter: Int?
        if dayBefore == nil, let day = day(end) { (dayAfter, end) = (day, end + 1) }
        let yearAt = skippingFillers(end)
        let year = year(yearAt)
        if year != nil { end = yearAt + 1 }
        if let behind = vocabulary.directions[word(end)], behind != .this { (direction, end) = (behind, end + 1) }
        let isPlain = !vocabulary.ambiguous.contains(word(at))
        guard isPlain || isNamed || dayBefore != nil || dayAfter != nil || year != nil else { return nil }
        guard direction != .next else { return (nil, end) }
        let span = { (year: Int) in
            (dayBefore ?? dayAfter).map { dates.day($0, month, year: year) } ?? dates.months(month, year: year)
        }
        return (year.map(span) ?? dates.newest(ended: direction == .last, span), end)
    }

    private func season(at index: Int) -> Found? {
        var at = index
        var direction = vocabulary.directions[word(at)]
        if direction != nil { at += 1 }
        guard let season = vocabulary.seasons[word(at)] else { return nil }
        var before = index - 1
        while before >= 0, ["the", "l"].contains(words[before]) { before -= 1 }
        let isNamed = direction != nil || before >= 0 && vocabulary.prepositions.contains(words[before])
        var end = at + 1
        let yearAt = skippingFillers(end)
        let year = year(yearAt)
        if year != nil { end = yearAt + 1 }
        if let behind = vocabulary.directions[word(end)], behind != .this { (direction, end) = (behind, end + 1) }
        guard isNamed || direction != nil || year != nil || !vocabulary.ambiguous.contains(word(at)) else { return nil }
        guard direction != .next else { return (nil, end) }
        if let year { return (season == 4 ? dates.winters(of: year) : dates.season(season, year: year), end) }
        return (dates.newest(ended: direction == .last) { dates.season(season, year: $0) }, end)
    }

    /// `last week`, `the last two months`, `this year`, `last Monday`; `la semaine dernière`, `les deux derniers mois`,
    /// `lundi dernier`.
    private func directed(at index: Int) -> Found? {
        let begin = index
        if let direction = vocabulary.directions[word(begin)] {
            if let count = number(begin + 1), let unit = vocabulary.units[word(begin + 2)], !isArticle(begin + 1) {
                return (direction == .last ? dates.latest(count, unit) : nil, begin + 3)
            }
            return thing(at: begin + 1, direction)
        }
        if let count = number(begin), let direction = vocabulary.directions[word(begin + 1)], direction == .last,
            let unit = vocabulary.units[word(begin + 2)], !isArticle(begin)
        {
            return (dates.latest(count, unit), begin + 3)
        }
        return thing(at: begin, nil)
    }

    private func isArticle(_ index: Int) -> Bool { ["a", "an", "un", "une"].contains(word(index)) }

    /// A unit, a weekday or a weekend, with its direction before it or behind it.
    private func thing(at index: Int, _ direction: TimeVocabulary.Direction?) -> Found? {
        let weekend = vocabulary.weekend.first { has($0, at: index) }
        let count = weekend?.count ?? 1
        let behind = vocabulary.directions[word(index + count)].filter { $0 != .this && isFrench }
        let end = index + count + (behind == nil ? 0 : 1)
        guard let direction = behind ?? direction else { return nil }
        if weekend != nil { return (direction == .next ? nil : dates.weekend(direction), end) }
        if let unit = vocabulary.units[word(index)] {
            // `ce mois-ci`
            let here = isFrench && word(end) == "ci" ? end + 1 : end
            return (direction == .next ? nil : dates.calendarUnit(unit, before: direction == .last ? 1 : 0), here)
        }
        guard let weekday = vocabulary.weekdays[word(index)] else { return nil }
        return (direction == .next ? nil : dates.weekday(weekday, today: direction == .this), end)
    }

    private func feast(at index: Int) -> Found? {
        guard let feast = vocabulary.feasts.first(where: { has($0.words, at: index) }) else { return nil }
        let end = skippingFillers(index + feast.words.count)
        if let year = year(end) { return (dates.feast(feast.first, feast.last, year: year), end + 1) }
        return (dates.newest { dates.feast(feast.first, feast.last, year: $0) }, index + feast.words.count)
    }

    /// `on Monday`.
    private func namedDay(at index: Int) -> Found? {
        guard let weekday = vocabulary.weekdays[word(index)], index > 0, ["on", "ce"].contains(word(index - 1)) else {
            return nil
        }
        return (dates.weekday(weekday, today: true), index + 1)
    }

    private func plainYear(at index: Int) -> Found? {
        guard let year = year(index), index > 0, vocabulary.prepositions.contains(word(index - 1)) else { return nil }
        return (dates.year(year), index + 1)
    }
}

// MARK: - Before and after

extension TimeScan {
    /// The span, or all before or after it where the word in front says so.
    private func bounded(_ span: Range<Date>, at index: Int) -> Range<Date> {
        var before = index - 1
        while before >= 0, vocabulary.fillers.contains(words[before]) { before -= 1 }
        guard before >= 0 else { return span }
        if vocabulary.before.contains(words[before]) { return .distantPast..<span.lowerBound }
        if vocabulary.after.contains(words[before]) {
            let isSince = ["since", "depuis"].contains(words[before])
            return (isSince ? span.lowerBound : span.upperBound)..<(.distantFuture)
        }
        return span
    }

    /// `before the move`: the words behind the preposition, where they are no time.
    /// - Returns: where the words go on behind it.
    private mutating func event(at index: Int) -> Int? {
        let side: TimeCue.Side
        if vocabulary.before.contains(word(index)), word(index) != "by" {
            side = .before
        } else if vocabulary.after.contains(word(index)) {
            side = .after
        } else {
            return nil
        }
        var end = index + 1
        while end < words.count, end <= index + Self.longestEvent, expression(at: end) == nil { end += 1 }
        guard end > skippingFillers(index + 1), expression(at: skippingFillers(index + 1)) == nil else { return nil }
        cues.append(.event(side, words: Array(words[(index + 1)..<end])))
        return end
    }

    private static let longestEvent = 6
}

extension Optional {
    /// `nil` also where the value does not fit.
    fileprivate func filter(_ isFit: (Wrapped) -> Bool) -> Wrapped? { flatMap { isFit($0) ? $0 : nil } }
}

extension Int? {
    fileprivate func filter(_ range: Range<Int>) -> Int? { filter { range.contains($0) } }
}
