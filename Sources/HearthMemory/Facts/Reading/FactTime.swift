// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resolves the times that people write, such as "on Saturday" or « il y a trois ans », against the day on which they
/// write.
///
/// The result is an ISO date, an interval `a/b`, `../b` until b or `a/..` from a on. Source of the notation: ISO
/// 8601-2:2019, section 6 (open ends) and ISO 8601-1:2019, section 5.5 (intervals).
struct FactTime {
    let today: Date
    let language: String
    /// The time zone of the writer's day.
    var zone = TimeZone.gmt

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        return calendar
    }

    /// The day of writing, as an ISO date.
    var written: String { iso(today) }

    /// - Parameter tense: says which Saturday is meant.
    /// - Returns: `nil` where no time is told.
    func find(in words: [Word], tense: ClauseReading.Tense) -> String? {
        let texts = words.map(\.text)
        for index in texts.indices {
            switch range(texts, index, tense) {
            case .dated(let time): return time
            case .weekly: return nil
            case nil: break
            }
            let opening = opening(texts, index)
            // What something is so since has been.
            let tense = opening == .since ? .past : tense
            if let time = written(texts, index, tense) ?? near(texts, index) ?? counted(texts, index) ?? weekday(
                texts, index, tense)
                ?? month(texts, index, tense) ?? year(texts, index) ?? season(texts, index, tense)
            {
                return opened(time, opening)
            }
        }
        return nil
    }

    // MARK: Since and until

    private enum Opening { case since, until }

    /// "Since March", « jusqu'au 5 décembre »: what stands before a time, with nothing but its small words between.
    private func opening(_ texts: [String], _ index: Int) -> Opening? {
        let before = texts[..<index].suffix(5).reversed().drop { Self.small.contains($0) || day($0) != nil }
        switch before.first {
        case "since", "depuis": return .since
        case "until", "till", "til", "jusqu'", "jusque": return .until
        default: return nil
        }
    }

    private func opened(_ time: String, _ opening: Opening?) -> String {
        let ends = time.split(separator: "/").map(String.init)
        guard let first = ends.first, let last = ends.last, !time.contains("..") else { return time }
        switch opening {
        case .since: return "\(first)/.."
        case .until:
            let day = iso(today)
            return last < day && !day.hasPrefix(last) ? "../\(last)" : "\(day)/\(last)"
        case nil: return time
        }
    }

    // MARK: From one day to another

    private enum Span {
        case dated(String)
        /// A weekly time, which has no date.
        case weekly
    }

    /// "From 3 to 10 January", « du lundi au vendredi ».
    private func range(_ texts: [String], _ index: Int, _ tense: ClauseReading.Tense) -> Span? {
        let joints = [
            "from": ["to", "till", "until"], "du": ["au"], "de": ["à"], "between": ["and"], "entre": ["et"],
        ]
        guard let joint = joints[texts[index]],
            let middle = texts.indices.dropFirst(index + 2).prefix(4).first(where: { joint.contains(texts[$0]) }),
            let end = texts.indices.dropFirst(middle + 1).prefix(2).first(where: { !Self.small.contains(texts[$0]) })
        else { return nil }
        let start = texts[(index + 1)..<middle].first { !Self.small.contains($0) } ?? ""
        if let first = Self.weekdays[start], let last = Self.weekdays[texts[end]] {
            guard tense == .past || tense == .future, let until = weekday(texts, end, tense),
                let from = back((last - first + 7) % 7, before: until)
            else { return .weekly }
            return .dated("\(from)/\(until)")
        }
        if let first = Int(start), let last = Int(texts[end]), 1900 <= first, first < last, last < 2200 {
            return .dated("\(first)/\(last)")
        }
        if let first = Self.months[start], let last = Self.months[texts[end]], middle - index < 4 {
            let year = nearestYear(last, tense == .past ? 1 : 28, tense == .past ? .past : .present)
            return .dated("\(first > last ? year - 1 : year)-\(two(first))/\(year)-\(two(last))")
        }
        let months = texts.indices.filter { Self.months[texts[$0]] != nil }
        guard let to = months.first(where: { (end..<end + 3).contains($0) }), let until = written(texts, to, tense)
        else { return nil }
        if let month = months.first(where: { (index..<middle).contains($0) }) {
            guard let from = written(texts, month, tense), from < until else { return nil }
            return .dated("\(from)/\(until)")
        }
        guard let first = day(start), let last = day(texts[end]), first < last else { return nil }
        return .dated("\(until.prefix(8))\(two(first))/\(until)")
    }

    private func back(_ days: Int, before day: String) -> String? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3,
            let end = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])),
            let start = calendar.date(byAdding: .day, value: -days, to: end)
        else { return nil }
        return iso(start)
    }

    // MARK: Dates

    /// "29 November", "March 3rd", « le 1er mars », "the 1st".
    private func written(_ texts: [String], _ index: Int, _ tense: ClauseReading.Tense) -> String? {
        if let month = Self.months[texts[index]] {
            let before =
                index > 0
                ? day(texts[index - 1]) ?? (texts[index - 1] == "of" && index > 1 ? day(texts[index - 2]) : nil) : nil
            let after = index + 1 < texts.count ? day(texts[index + 1]) : nil
            guard let day = before ?? after else { return nil }
            let written = texts.dropFirst(index + 1).prefix(2).compactMap(Int.init).first { $0 > 1900 && $0 < 2200 }
            return date(year: written ?? nearestYear(month, day, tense), month: month, day: day)
        }
        // "on the 1st", of this month or a neighbour.
        guard let day = day(texts[index]), texts[index].last?.isLetter == true || texts[index] == "1er", index > 0,
            ["the", "le"].contains(texts[index - 1]),
            index + 1 == texts.count || Self.months[texts[index + 1]] == nil && texts[index + 1] != "of"
        else { return nil }
        let now = calendar.dateComponents([.year, .month, .day], from: today)
        guard let year = now.year, let month = now.month, let this = now.day else { return nil }
        let shift = tense == .past ? (day > this ? -1 : 0) : (day < this ? 1 : 0)
        let (shifted, carried) = (month + shift, month + shift < 1 ? -1 : month + shift > 12 ? 1 : 0)
        return date(year: year + carried, month: (shifted + 11) % 12 + 1, day: day)
    }

    private func day(_ text: String) -> Int? {
        let digits = text.prefix(while: \.isNumber)
        let rest = text.dropFirst(digits.count)
        guard ["", "st", "nd", "rd", "th", "er"].contains(String(rest)), let day = Int(digits), (1...31).contains(day)
        else { return nil }
        return day
    }

    private func date(year: Int, month: Int, day: Int) -> String? {
        let parts = DateComponents(year: year, month: month, day: day)
        guard let date = calendar.date(from: parts), calendar.component(.month, from: date) == month else { return nil }
        return iso(date)
    }

    private func nearestYear(_ month: Int, _ day: Int, _ tense: ClauseReading.Tense) -> Int {
        let now = calendar.dateComponents([.year, .month, .day], from: today)
        let (year, isLater) = (now.year ?? 0, (month, day) > (now.month ?? 0, now.day ?? 0))
        if tense == .past { return isLater ? year - 1 : year }
        return isLater || (month, day) == (now.month ?? 0, now.day ?? 0) ? year : year + 1
    }

    // MARK: Days near today

    private func near(_ texts: [String], _ index: Int) -> String? {
        let two = texts[index...].prefix(2).joined(separator: " ")
        switch texts[index] {
        case "today", "tonight", "aujourd'hui": return iso(today)
        case "yesterday", "hier": return shifted(days: -1)
        case "tomorrow", "demain": return shifted(days: 1)
        case "avant-hier": return shifted(days: -2)
        case "après-demain": return shifted(days: 2)
        default: break
        }
        switch two {
        case "this morning", "this evening", "this afternoon", "ce matin", "ce soir", "cet après-midi", "ce midi":
            return iso(today)
        case "last night": return shifted(days: -1)
        case "last week", "semaine dernière": return week(-1)
        case "next week", "semaine prochaine": return week(1)
        case "this week", "cette semaine": return week(0)
        case "last month", "mois dernier": return span(.month, -1)
        case "next month", "mois prochain": return span(.month, 1)
        case "this month", "ce mois": return span(.month, 0)
        case "last year", "an dernier", "année dernière": return span(.year, -1)
        case "next year", "an prochain", "année prochaine": return span(.year, 1)
        case "this year", "cette année": return span(.year, 0)
        default: return nil
        }
    }

    // MARK: Counted times

    /// "three years ago", "in two weeks", « il y a trois ans », « dans deux jours », "for two years".
    private func counted(_ texts: [String], _ index: Int) -> String? {
        guard let count = Self.numbers[texts[index]] ?? Int(texts[index]), (1...120).contains(count),
            index + 1 < texts.count,
            let unit = Self.units[texts[index + 1]]
        else { return nil }
        let after = index + 2 < texts.count ? texts[index + 2] : ""
        let before = texts[max(0, index - 3)..<index].joined(separator: " ")
        if after == "ago" || before.hasSuffix("il y a") || before.hasSuffix("y a") { return moved(unit, -count) }
        if before.hasSuffix("in") || before.hasSuffix("dans") { return moved(unit, count) }
        if before.hasSuffix("depuis") || before.hasSuffix("for the last") {
            return moved(unit, -count).map { "\($0)/.." }
        }
        return nil
    }

    private func moved(_ unit: Calendar.Component, _ count: Int) -> String? {
        let days = unit == .weekOfYear ? count * 7 : count
        guard let date = calendar.date(byAdding: unit == .weekOfYear ? .day : unit, value: days, to: today) else {
            return nil
        }
        // A year ago is no day.
        return String(iso(date).prefix(unit == .year ? 4 : unit == .month ? 7 : 10))
    }

    // MARK: Weekdays, months, years, seasons

    private func weekday(_ texts: [String], _ index: Int, _ tense: ClauseReading.Tense) -> String? {
        guard let wanted = Self.weekdays[texts[index]] else { return nil }
        let before = index > 0 ? texts[index - 1] : ""
        let after = index + 1 < texts.count ? texts[index + 1] : ""
        // « le mardi » is every Tuesday, so is "Every Sunday".
        if ["every", "each", "le", "chaque", "les", "tous"].contains(before), after != "prochain", after != "dernier" {
            return nil
        }
        let isPast =
            tense == .past || ["last", "since", "depuis"].contains(before) || ["dernier", "last"].contains(after)
        let isNext = before == "next" || after == "prochain"
        let now = calendar.component(.weekday, from: today)
        let ahead = (wanted - now + 7) % 7
        let days =
            isPast && !isNext
            ? (ahead == 0 ? (before == "last" || after == "dernier" ? -7 : 0) : ahead - 7)
            : ahead == 0 && isNext ? 7 : ahead
        guard let day = shifted(days: days) else { return nil }
        return ["since", "depuis"].contains(before) ? "\(day)/.." : day
    }

    private func month(_ texts: [String], _ index: Int, _ tense: ClauseReading.Tense) -> String? {
        guard let month = Self.months[texts[index]], index > 0 else { return nil }
        let before = texts[index - 1]
        guard
            [
                "in", "en", "since", "depuis", "last", "next", "until", "till", "de", "fin", "début", "mid", "early",
                "late", "this", "by",
            ].contains(before)
        else { return nil }
        let written = texts.dropFirst(index + 1).first.flatMap(Int.init).flatMap { $0 > 1900 && $0 < 2200 ? $0 : nil }
        let isPast = tense == .past || ["since", "depuis", "last"].contains(before)
        let year = written ?? nearestYear(month, isPast ? 1 : 28, isPast ? .past : .present)
        let text = "\(year)-\(month < 10 ? "0" : "")\(month)"
        return ["since", "depuis"].contains(before) ? "\(text)/.." : text
    }

    private func year(_ texts: [String], _ index: Int) -> String? {
        guard let year = Int(texts[index]), (1900...2199).contains(year), index > 0 else { return nil }
        switch texts[index - 1] {
        case "in", "en", "of": return "\(year)"
        case "since", "depuis": return "\(year)/.."
        default: return nil
        }
    }

    private func season(_ texts: [String], _ index: Int, _ tense: ClauseReading.Tense) -> String? {
        guard let first = Self.seasons[texts[index]], index > 0 else { return nil }
        let before = texts[index - 1]
        let after = index + 1 < texts.count ? texts[index + 1] : ""
        guard
            ["in", "this", "last", "next", "the", "au", "en", "cet", "ce", "l'", "cette", "probably"].contains(before)
        else { return nil }
        let isPast = tense == .past || before == "last" || after.hasPrefix("derni")
        let year = nearestYear(first, isPast ? 1 : 28, isPast ? .past : .present)
        let last = first + 2 > 12 ? first - 10 : first + 2
        return "\(year)-\(two(first))/\(last < first ? year + 1 : year)-\(two(last))"
    }

    // MARK: Writing

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func iso(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return "\(parts.year ?? 0)-\(two(parts.month ?? 1))-\(two(parts.day ?? 1))"
    }

    private func shifted(days: Int) -> String? { calendar.date(byAdding: .day, value: days, to: today).map(iso) }

    private func week(_ count: Int) -> String? {
        guard let date = calendar.date(byAdding: .day, value: 7 * count, to: today),
            let week = calendar.dateInterval(of: .weekOfYear, for: date),
            let last = calendar.date(byAdding: .day, value: 6, to: week.start)
        else { return nil }
        return "\(iso(week.start))/\(iso(last))"
    }

    private func span(_ unit: Calendar.Component, _ count: Int) -> String? {
        calendar.date(byAdding: unit, value: count, to: today).map { String(iso($0).prefix(unit == .year ? 4 : 7)) }
    }
}

extension FactTime {
    fileprivate static let months: [String: Int] = numbered([
        "january janvier", "february février fevrier", "march mars", "april avril", "may mai", "june juin",
        "july juillet", "august août aout",
        "september septembre", "october octobre", "november novembre", "december décembre decembre",
    ])
    /// As the calendar counts them: Sunday is 1.
    fileprivate static let weekdays: [String: Int] = numbered([
        "sunday dimanche", "monday lundi", "tuesday mardi", "wednesday mercredi", "thursday jeudi", "friday vendredi",
        "saturday samedi",
    ])
    fileprivate static let numbers: [String: Int] = numbered([
        "one a an un une", "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept", "eight huit",
        "nine neuf", "ten dix", "eleven onze",
        "twelve douze",
    ])
    /// Words that may stand between "since" or "until" and a time.
    fileprivate static let small = Lexicon.set(
        "the of last next this early late mid about around on le la l' les à au en de du d' ce cet cette fin début")
    fileprivate static let units: [String: Calendar.Component] = [
        "day": .day, "days": .day, "jour": .day, "jours": .day, "week": .weekOfYear, "weeks": .weekOfYear,
        "semaine": .weekOfYear,
        "semaines": .weekOfYear, "fortnight": .weekOfYear, "month": .month, "months": .month, "mois": .month,
        "year": .year, "years": .year, "an": .year,
        "ans": .year, "année": .year, "années": .year,
    ]
    /// The first month of each, in the north. Source: meteorological seasons.
    fileprivate static let seasons: [String: Int] = [
        "spring": 3, "printemps": 3, "summer": 6, "été": 6, "autumn": 9, "fall": 9, "automne": 9, "winter": 12,
        "hiver": 12,
    ]

    private static func numbered(_ names: [String]) -> [String: Int] {
        let pairs = names.enumerated().flatMap { number, names in
            names.split(separator: " ").map { (String($0), number + 1) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
