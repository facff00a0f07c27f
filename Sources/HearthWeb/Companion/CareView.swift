// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import Hummingbird

/// People to call, from the app's own table.
struct CareView: Sendable {
    /// The conversation's, in which all of it is.
    let language: String
    let label: String
    /// Said first, where the app does not say it above.
    let lead: String?
    let lines: [LineView]
    let call: String
    let others: String
    let elsewhere: String
    /// The line that answers, of each other country of the table.
    let countries: [LineView]
    let promise: String

    struct LineView: Sendable {
        let number: String
        let dialled: String
        let name: String
        let callLabel: String
    }

    /// The reader's country, and the machine.
    struct Place: Sendable {
        /// ISO 3166; `nil` where it is not known.
        let country: String?
        let machine: String
        /// Whether the conversation is sent to a model elsewhere.
        var leaves = false
    }

    init?(_ answer: Message, _ memory: ChatMemory, machine: String, leaves: Bool, _ say: Phrases) {
        guard let mark = answer.care.flatMap(CareMark.init) else { return nil }
        let place = Place(country: memory.country, machine: machine, leaves: leaves)
        self.init(mark, place, Language(rawValue: mark.language.rawValue).flatMap { memory.phrases[$0] } ?? say)
    }

    /// - Parameter heading: names it where several stand on a page.
    init(_ mark: CareMark, _ place: Place, heading: String? = nil, _ say: Phrases) {
        language = say.language.rawValue
        func own(_ key: String, _ values: [String: String] = [:]) -> String {
            say("care.\(key)\(mark.isFamiliar ? "Familiar" : "")", values)
        }
        func line(_ line: CareLine, _ name: String) -> LineView {
            LineView(
                number: line.number, dialled: line.dialled, name: name,
                callLabel: say("care.callNumber", ["number": line.number]))
        }
        call = say("care.call")
        let country = CareCountry.named(place.country)
        let name = country.flatMap { say.language.locale.localizedString(forRegionCode: $0.code) }
        let inside = name.map { say.inside($0, code: country?.code) }
        label = heading ?? inside.map { say("care.helpIn", ["country": $0]) } ?? say("care.help")
        lead =
            mark.level == .soft
            ? CareWords.line(of: mark.kind, in: say.memoryLanguage, isFamiliar: mark.isFamiliar) : nil
        let emergency = CareWords.emergency(in: say.memoryLanguage, isFamiliar: mark.isFamiliar)
        lines = (country?.lines(for: mark.kind) ?? []).prefix(2).map { line($0, $0.name ?? emergency) }
        others = inside.map { say("care.notIn", ["country": $0]) } ?? say("care.byCountry")
        elsewhere = say("care.elsewhere")
        countries = CareCountry.all.filter { $0 != country }.compactMap { other in
            other.lines(for: mark.kind).first.map {
                line($0, say.language.locale.localizedString(forRegionCode: other.code) ?? other.code)
            }
        }.sorted { $0.name.compare($1.name, locale: say.language.locale) == .orderedAscending }
        promise = place.leaves ? say("care.promiseShort") : own("promise", ["machine": place.machine])
    }

    /// The numbers for a text that somebody has written; `nil` where it asks for none.
    init?(about text: String, _ place: Place, _ pages: Pages, _ locale: RequestLocale) {
        let reading = CareReading(text)
        guard let kind = reading.care.kind else { return nil }
        let level: CareMark.Level = reading.care == .soft(kind) ? .soft : .card
        let say = Language(rawValue: reading.language.rawValue).map(pages.phrases) ?? locale.text
        self.init(CareMark(reading.language, kind, level), place, say)
    }
}

extension Phrases {
    /// A country's name as it stands after "in": English has an article before some.
    fileprivate func inside(_ name: String, code: String?) -> String {
        language == .english && ["GB", "NL", "US"].contains(code) ? "the \(name)" : name
    }
}

extension CareView.Place {
    init(_ request: Request, _ locale: RequestLocale, _ pages: Pages) {
        self.init(country: CareView.country(of: request, locale.settings), machine: pages.configuration.machine)
    }
}
