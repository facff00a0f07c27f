// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// A quotation in the sentences around it, and where it was said.
struct EvidenceView: Sendable {
    let before: String
    let quote: String
    let after: String
    /// The address of the text that it stands in; `nil` if that cannot be opened.
    let address: String?
    let label: String
    let icon: String

    /// Letters that are shown on either side.
    private static let around = 120

    init(_ evidence: FactEvidence, _ sayings: Sayings, _ clock: WallClock, _ say: Phrases) {
        let text = Markup.plain(sayings.texts[evidence.utterance] ?? "")
        let found = text.range(of: evidence.plainQuote, options: [.caseInsensitive, .diacriticInsensitive])
        quote = found.map { String(text[$0]) } ?? evidence.plainQuote
        before = found.map { Self.end(of: text[..<$0.lowerBound]) } ?? ""
        after = found.map { Self.beginning(of: text[$0.upperBound...]) } ?? ""
        let day = say.day(evidence.date, clock)
        if evidence.isOwn {
            (address, icon) = (nil, "pencil")
            label = say("you.ownSource", ["day": day])
        } else if sayings.sessions.contains(evidence.session) {
            address = .message(evidence.utterance, in: evidence.session)
            (icon, label) = ("chat", say("you.chatSource", ["day": day, "time": say.time(evidence.date, clock)]))
        } else if evidence.session == Self.journal {
            address = "/journal/entries/\(evidence.utterance.pathPart)"
            (icon, label) = ("journal", say("you.journalSource", ["day": day]))
        } else {
            (address, icon) = (nil, "clock")
            label = say("you.goneSource", ["day": day])
        }
    }

    /// The session of what was written in the journal.
    static let journal = "journal"

    /// The sentence up to the quotation.
    private static func end(of text: Substring) -> String {
        let near = text.suffix(around)
        let start = near.lastIndex { ".!?\n".contains($0) }.map { near.index(after: $0) }
        let rest = start.map { near[$0...] } ?? near
        let isCut = start == nil && near.startIndex != text.startIndex
        return (isCut ? "…" : "") + rest.drop { $0.isWhitespace }
    }

    private static func beginning(of text: Substring) -> String {
        let near = text.prefix(around)
        let end = near.firstIndex { ".!?\n".contains($0) }.map { near[$0].isNewline ? $0 : near.index(after: $0) }
        let rest = end.map { near[..<$0] } ?? near
        return rest + (end == nil && near.endIndex != text.endIndex ? "…" : "")
    }
}
