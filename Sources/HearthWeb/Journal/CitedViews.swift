// SPDX-License-Identifier: Apache-2.0

import HearthMemory
import HearthModels

/// A sentence as a page shows it: its last word stands together with the number of its source.
struct CitedSentenceView: Sendable {
    let lead: String
    let last: String
    /// `nil` for what the user wrote themselves.
    let cite: CiteView?

    struct CiteView: Sendable {
        let number: String
        let label: String
        let address: String
    }

    init(_ text: String, source: Int?, _ say: Phrases) {
        let words = text.split(separator: " ")
        last = words.last.map(String.init) ?? text
        lead = words.count > 1 ? words.dropLast().joined(separator: " ") + " " : ""
        cite = source.map {
            CiteView(
                number: say.number($0 + 1), label: say("journal.source", ["n": say.number($0 + 1)]),
                address: "#s\($0 + 1)")
        }
    }

    /// Shows a quotation in quotation marks, with the day that it is from; anything else as it is.
    init(_ sentence: CitedSentence, _ sources: [JournalSource], today: JournalDay, _ say: Phrases) {
        self.init(sentence.told(sources, today: today, say), source: sentence.source, say)
    }
}

extension CitedSentence {
    /// A quotation with the day that it is from; anything else as it is.
    func told(_ sources: [JournalSource], today: JournalDay, _ say: Phrases) -> String {
        guard isQuote, sources.indices.contains(source) else { return text }
        // Within quotation marks, those of the text become the inner ones.
        let inner = text.replacing("“", with: say("journal.openInner")).replacing("”", with: say("journal.closeInner"))
        return say("journal.youWrote", ["day": say.day(sources[source].entry.day, today), "words": inner])
    }
}

/// An entry that something is said from.
struct SourceView: Sendable {
    let id: String
    let number: String
    let label: String
    let address: String
    let day: String
    let title: String?
    /// HTML: the part that counts is marked.
    let quote: String
    let mood: MoodView?

    init(_ source: JournalSource, place: Int, today: JournalDay, _ say: Phrases) {
        let entry = source.entry
        id = "s\(place + 1)"
        number = say.number(place + 1)
        label = say("journal.source", ["n": number])
        address = "/journal/entries/\(entry.id.escapedForAddress)"
        day = say.day(entry.day, today)
        title = entry.titled.title
        quote = "<mark>\(source.quote.plainOfMarkdown.escapedForHTML)</mark>"
        mood = entry.mood.map { MoodView($0, say) }
    }
}

/// A question to the journal and what it says to it.
struct AskPage: Page {
    static let template = "journal-ask"

    let title: String
    let back = "/journal"
    let backLabel: String
    let question: String
    let sentences: [CitedSentenceView]
    let hasAnswer: Bool
    let writtenBy: String
    let sources: [SourceView]
    /// Nothing was found.
    let none: String?
    let scope: String
    let closest: SourceView?
    let next: [NextView]
    let hasNext: Bool
    /// Tells where entries are sent; `nil` where they stay on this machine.
    var sentTo: String?

    struct NextView: Sendable {
        let question: String
        let address: String
    }

    init(
        _ question: String, _ answer: JournalAnswer?, _ overview: JournalOverview, _ themes: [JournalThemes.Theme],
        today: JournalDay, _ journal: JournalContext, _ say: Phrases
    ) {
        title = say("journal.ask")
        backLabel = say("journal.backTo")
        self.question = question
        let found = answer?.sources ?? []
        sentences = answer?.sentences.map { CitedSentenceView($0, found, today: today, say) } ?? []
        hasAnswer = !sentences.isEmpty
        sources = found.enumerated().map { SourceView($1, place: $0, today: today, say) }
        let machine = answer?.model.flatMap(RemoteModel.host(awayOf:)) ?? journal.pages.configuration.machine
        writtenBy = say.count(
            answer?.model == nil ? "journal.quotedFrom" : "journal.writtenFrom", found.count,
            ["all": say.number(overview.entries), "machine": machine])
        none = answer != nil && sentences.isEmpty ? say("journal.nothingAbout") : nil
        scope = say.scope(overview, today) + " " + say("journal.onlyFrom")
        closest = answer?.closest.map { SourceView($0, place: 0, today: today, say) }
        next = themes.map {
            let name = $0.isName ? $0.name : say("journal.aThing", ["name": $0.name.lowercased()])
            let question = say("journal.askAbout", ["theme": name])
            return NextView(question: question, address: "/journal/ask?q=\(question.escapedForAddress)")
        }
        hasNext = !next.isEmpty
    }
}
