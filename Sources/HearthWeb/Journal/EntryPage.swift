// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// An entry, to be read.
struct EntryPage: Page {
    static let template = "journal-entry"

    let title: String
    let back: String
    let backLabel: String
    let edit: String
    let entry: String
    let address: String
    let dayLabel: String
    let moment: String
    let mood: MoodView?
    /// HTML.
    let html: String
    let photos: [WritePage.PhotoView]
    let tags: [TagView]
    let hasTags: Bool
    /// Facts learned from the entry.
    let facts: [FactView]
    let hasFacts: Bool
    let isSaved: Bool
    /// People to call, where its writer may harm themselves.
    var care: CareView?

    struct FactView: Sendable {
        let statement: String
        let quote: String
        let address: String
    }

    struct TagView: Sendable {
        let name: String
        let address: String
    }

    init(
        _ entry: JournalEntry, _ facts: [Fact], isSaved: Bool, back: JournalBack = JournalBack(nil), today: JournalDay,
        _ markdown: MarkdownHTML,
        _ say: Phrases
    ) {
        let (title, body) = entry.titled
        (self.back, backLabel) = (back.address, back.label(say))
        edit = back.from("/journal/write?entry=\(entry.id.escapedForAddress)")
        let day = say.longDay(entry.day, today)
        self.title = title ?? day
        self.entry = entry.id
        address = "/journal/entries/\(entry.id.escapedForAddress)"
        let time = entry.minute.map { say.time(minute: $0) }
        dayLabel = title == nil ? time ?? say("journal.entry") : [day, time].compactMap { $0 }.joined(separator: ", ")
        moment = "\(entry.day)" + (entry.minute.map { "T\(EntryForm.clock($0))" } ?? "")
        mood = entry.mood.map { MoodView($0, say) }
        html = markdown.html(body, in: "entry")
        photos = WritePage.PhotoView.all(entry.photos, say)
        tags = entry.tags.map { TagView(name: $0, address: "/journal/search?tag=\($0.escapedForAddress)") }
        hasTags = !entry.tags.isEmpty
        self.facts = facts.compactMap { fact in
            fact.evidence.first { $0.utterance == entry.id }.map {
                FactView(
                    statement: fact.statement, quote: $0.plainQuote, address: "/you/facts/\(fact.id.escapedForAddress)")
            }
        }
        hasFacts = !self.facts.isEmpty
        self.isSaved = isSaved
    }
}
