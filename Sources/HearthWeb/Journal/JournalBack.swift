// SPDX-License-Identifier: Apache-2.0

/// The page that an entry was opened from and goes back to: `/journal/entries/ID?back=PLACE`. Only pages of the journal
/// are accepted.
struct JournalBack: Sendable {
    /// `nil` for the journal itself.
    let place: String?

    /// - Parameter typed: as an address or a form has it.
    init(_ typed: String?) {
        let places = /\/journal\/(?:calendar|search|on-this-day)(?:\?[^\s#\\]{0,400})?(?:#entries)?/
        place = typed.flatMap { $0.wholeMatch(of: places) == nil ? nil : $0 }
    }

    var address: String { place ?? "/journal" }

    func label(_ say: Phrases) -> String {
        switch place {
        case .some(let place) where place.hasPrefix("/journal/calendar"): say("journal.backToCalendar")
        case .some(let place) where place.hasPrefix("/journal/search"): say("journal.backToSearch")
        case .some: say("journal.back")
        case nil: say("journal.backTo")
        }
    }

    /// An address of an entry, which leads back here.
    func from(_ address: String) -> String {
        guard let place else { return address }
        return "\(address)\(address.contains("?") ? "&" : "?")back=\(place.escapedForAddress)"
    }
}
