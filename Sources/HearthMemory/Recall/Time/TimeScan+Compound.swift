// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times that are told by other times: `the weekend before 4 October`, « la veille de Noël », `the first week of June`,
/// « entre juin et août ».
extension TimeScan {
    func compound(at index: Int) -> Found? {
        // `the day before yesterday` is a day of its own.
        guard fixedDay(at: index) == nil else { return nil }
        return beside(at: index) ?? ordinal(at: index) ?? between(at: index) ?? partOfYear(at: index)
    }

    /// `two days after 3 May`, `the Monday before July 24`, « la semaine avant Noël », « le lendemain du 14 juillet ».
    private func beside(at index: Int) -> Found? {
        let named: (part: TimePart, count: Int, side: TimeCue.Side, end: Int)
        if let side = vocabulary.eves[word(index)] {
            named = (.unit(.day), 1, side, index + 1)
        } else {
            let counted = number(index)
            let at = counted == nil ? index : index + 1
            guard let (part, behind) = part(at: at), let side = side(at: behind) else { return nil }
            named = (part, counted ?? 1, side, behind + 1)
        }
        guard let other = expression(at: skippingFillers(named.end)), let span = other.span,
            let found = dates.beside(span, named.side, named.part, named.count)
        else { return nil }
        return (found, other.end)
    }

    /// `the first weekend of August`, « la dernière semaine de mai », `the first half of September`.
    private func ordinal(at index: Int) -> Found? {
        guard let place = vocabulary.ordinals[word(index)] else { return nil }
        let isHalf = vocabulary.halves.contains(word(index + 1))
        guard let (part, behind) = isHalf ? (TimePart.half, index + 2) : part(at: index + 1),
            vocabulary.fillers.contains(word(behind)), let whole = expression(at: skippingFillers(behind)),
            let span = whole.span, let found = dates.part(part, place, of: span)
        else { return nil }
        return (found, whole.end)
    }

    /// `between June and August`, `from 3 May to 8 May`, « entre juin et août », « du 3 au 8 mai ».
    private func between(at index: Int) -> Found? {
        guard vocabulary.between.contains(word(index)) else { return nil }
        let begin = skippingFillers(index + 1)
        if let day = day(begin), vocabulary.and.contains(word(begin + 1)),
            let last = expression(at: skippingFillers(begin + 2)), let span = last.span,
            let found = dates.sameMonth(day, until: span)
        {
            return (found, last.end)
        }
        guard let first = expression(at: begin), let from = first.span, vocabulary.and.contains(word(first.end)),
            let last = expression(at: skippingFillers(first.end + 1)), let until = last.span,
            let found = dates.hull(from, until)
        else { return nil }
        return (found, last.end)
    }

    /// `at the beginning of the year`, « en fin d'année »: of the year that is now.
    private func partOfYear(at index: Int) -> Found? {
        guard let third = vocabulary.portions[word(index)] else { return nil }
        var at = index + 1
        while vocabulary.portionFillers.contains(word(at)) { at += 1 }
        guard vocabulary.units[word(at)] == .year, at > index + 1, vocabulary.directions[word(at + 1)] == nil,
            let year = dates.year(dates.year), let found = dates.third(third, of: year)
        else { return nil }
        return (found, at + 1)
    }

    /// A day, week, month, year, weekday or weekend, and where the words go on behind it.
    private func part(at index: Int) -> (TimePart, Int)? {
        if let weekend = vocabulary.weekend.first(where: { has($0, at: index) }) {
            return (.weekend, index + weekend.count)
        }
        if let unit = vocabulary.units[word(index)] { return (.unit(unit), index + 1) }
        return vocabulary.weekdays[word(index)].map { (.weekday($0), index + 1) }
    }

    private func side(at index: Int) -> TimeCue.Side? {
        switch word(index) {
        case "before", "avant", "precedant": .before
        case "after", "following", "apres", "suivant": .after
        default: nil
        }
    }

    /// The first, middle or last third of a long span, where a word in front says so: `early June`, « fin 2024 ».
    func narrowed(_ span: Range<Date>, at index: Int) -> (span: Range<Date>, used: Range<Int>) {
        var before = index - 1
        while before >= 0, vocabulary.portionFillers.contains(words[before]) { before -= 1 }
        guard before >= 0, let third = vocabulary.portions[words[before]],
            let part = dates.third(third, of: span)
        else { return (span, index..<index) }
        return (part, before..<index)
    }
}

/// Units that times are counted in.
enum TimePart {
    case unit(TimeVocabulary.Unit)
    case weekday(Int)
    case weekend
    case half
}

extension TimeSpans {
    /// The part of the calendar before or after a span.
    ///
    /// A single day that is named is part of it: what happened before or after it is often told on that day.
    func beside(_ span: Range<Date>, _ side: TimeCue.Side, _ part: TimePart, _ count: Int) -> Range<Date>? {
        let isDay = span.upperBound <= (days(from: span.lowerBound, 1)?.upperBound ?? span.lowerBound)
        switch side {
        case .before:
            guard let begin = outer(span.lowerBound, .before, part, count) else { return nil }
            return begin..<(isDay ? span.upperBound : span.lowerBound)
        case .after:
            guard let end = outer(span.upperBound, .after, part, count) else { return nil }
            return (isDay ? span.lowerBound : span.upperBound)..<end
        }
    }

    /// The beginning or end of a part before or after a moment, whichever is farther from it.
    private func outer(_ date: Date, _ side: TimeCue.Side, _ part: TimePart, _ count: Int) -> Date? {
        let sign = side == .before ? -1 : 1
        switch part {
        case .unit(let unit): return calendar.date(byAdding: unit.component, value: sign * count, to: date)
        case .weekday(let weekday): return near(date, side, weekday: weekday)
        case .weekend: return near(date, side, weekday: side == .before ? 7 : 1)
        case .half: return nil
        }
    }

    private func near(_ date: Date, _ side: TimeCue.Side, weekday: Int) -> Date? {
        let today = calendar.component(.weekday, from: date)
        switch side {
        case .before:
            let back = (today - weekday + 6) % 7 + 1
            return calendar.date(byAdding: .day, value: -back, to: date)
        case .after:
            let ahead = (weekday - today + 7) % 7
            return calendar.date(byAdding: .day, value: ahead + 1, to: date)
        }
    }

    /// - Parameter place: from 1; -1 for the last.
    func part(_ part: TimePart, _ place: Int, of span: Range<Date>) -> Range<Date>? {
        let found: Range<Date>?
        switch part {
        case .unit(.week): found = place < 0 ? days(before: span.upperBound, 7) : week(place, of: span)
        case .weekend: found = repeated(7, place, of: span).flatMap { days(from: $0, 2) }
        case .weekday(let weekday): found = repeated(weekday, place, of: span).flatMap { days(from: $0, 1) }
        case .half:
            let middle = span.lowerBound + span.upperBound.timeIntervalSince(span.lowerBound) / 2
            found = place == 1 ? span.lowerBound..<middle : middle..<span.upperBound
        case .unit: found = nil
        }
        return found.flatMap { span.overlaps($0) ? $0 : nil }
    }

    private func week(_ place: Int, of span: Range<Date>) -> Range<Date>? {
        calendar.date(byAdding: .day, value: 7 * (place - 1), to: span.lowerBound).flatMap { days(from: $0, 7) }
    }

    private func days(before date: Date, _ count: Int) -> Range<Date>? {
        calendar.date(byAdding: .day, value: -count, to: date).map { $0..<date }
    }

    /// A weekday of a span: its first, its second, or its last.
    private func repeated(_ weekday: Int, _ place: Int, of span: Range<Date>) -> Date? {
        if place < 0 { return near(span.upperBound, .before, weekday: weekday) }
        let ahead = (weekday - calendar.component(.weekday, from: span.lowerBound) + 7) % 7
        return calendar.date(byAdding: .day, value: ahead + 7 * (place - 1), to: span.lowerBound)
    }

    /// - Parameter third: 0, 1 or 2.
    /// - Returns: `nil` for what is too short to be told apart.
    func third(_ third: Int, of span: Range<Date>) -> Range<Date>? {
        let days = calendar.dateComponents([.day], from: span.lowerBound, to: span.upperBound).day ?? 0
        // In days: where a clock is put back, a third of the seconds ends in the evening before.
        guard (20...800).contains(days),
            let begin = calendar.date(byAdding: .day, value: days * third / 3, to: span.lowerBound),
            let end = calendar.date(byAdding: .day, value: days * (third + 1) / 3, to: span.lowerBound)
        else { return nil }
        return begin..<end
    }

    /// From one span to another. A month without a year belongs to the year of the other.
    func hull(_ first: Range<Date>, _ last: Range<Date>) -> Range<Date>? {
        var begin = first.lowerBound
        let years = calendar.component(.year, from: last.lowerBound) - calendar.component(.year, from: begin)
        if years != 0 { begin = calendar.date(byAdding: .year, value: years, to: begin) ?? begin }
        if begin > last.lowerBound { begin = calendar.date(byAdding: .year, value: -1, to: begin) ?? begin }
        return begin < last.upperBound ? begin..<last.upperBound : nil
    }

    /// From a day to a span in the same month.
    func sameMonth(_ day: Int, until last: Range<Date>) -> Range<Date>? {
        let parts = calendar.dateComponents([.year, .month], from: last.lowerBound)
        guard let month = parts.month, let year = parts.year, let first = self.day(day, month, year: year),
            first.lowerBound <= last.lowerBound
        else { return nil }
        return first.lowerBound..<last.upperBound
    }
}
