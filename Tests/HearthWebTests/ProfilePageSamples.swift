// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import HearthStore
import HearthTesting

@testable import HearthWeb

extension FactCuration {
    /// Over a store in memory that knows nothing yet.
    static var sample: FactCuration {
        guard let store = try? Store() else { preconditionFailure("no store in memory") }
        // What can be taken back can be for as long as a test takes.
        return FactCuration(store: store, clock: StepClock(), now: { someEvening })
    }
}

extension Fact {
    /// A fact of one message.
    static func sample(
        _ id: String, _ statement: String, subject: String = "user", quote: String? = nil, in session: String = "s",
        kind: Kind = .preferences, at date: Date = someEvening
    ) -> Fact {
        Fact(
            id: id, statement: statement, subject: subject, kind: kind, isNegative: false, time: nil, confidence: 0.9,
            validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "\(id)-m", session: session, quote: quote ?? statement, date: date)])
    }
}

/// The pages about the user, as full as they can be.
struct ProfilePageSamples {
    private let site: Pages
    private let say: Phrases

    init(_ site: Pages, _ say: Phrases) { (self.site, self.say) = (site, say) }

    var all: [any Page] { portraits + lists + queue + forms + slots + forgetting }

    private var facts: [Fact] {
        var old = Fact.sample("old", "I live in Rennes", kind: .places)
        (old.validUntil, old.supersededBy) = (someEvening, "new")
        var new = Fact.sample("new", "I live in Concarneau", kind: .places)
        (new.isPinned, new.time) = (true, "2025-08/..")
        new.evidence += (1...4).map {
            FactEvidence(utterance: "m\($0)", session: "s", quote: "Concarneau", date: someEvening)
        }
        new.evidence.append(
            FactEvidence(utterance: "y", session: FactEvidence.ownSession, quote: "I live here", date: someEvening))
        var hidden = Fact.sample("hidden", "I sing alto", in: "journal")
        hidden.isHidden = true
        return [old, new, Fact.sample("jun", "My flatmate Jun", kind: .people), hidden]
    }

    private var sayings: Sayings {
        Sayings(texts: ["new-m": "Well. Now I live in Concarneau, by the sea."], sessions: ["s"])
    }

    private var notice: ActNotice { ActNotice(.confirmed, "k", back: "/you", say) }

    private var lines: [ProfileLine] {
        [
            ProfileLine(
                id: "new", section: .places, text: "I live in Concarneau", facts: ["new", "old"], isPinned: true),
            ProfileLine(
                id: "jun", section: .people, text: "My flatmate Jun", facts: ["jun"], isPinned: true, isHidden: true),
            ProfileLine(id: "x", section: .habits, text: "I sing", facts: ["hidden"], isHidden: true),
        ]
    }

    private var portraits: [any Page] {
        let whole = PortraitPage.Contents(lines: lines, facts: facts, queued: 2, showsHidden: true)
        let sheet = EvidenceSheet(lines[0], facts, sayings, site.clock, say)
        return [
            PortraitPage(whole, sheet: sheet, notice: notice, site.clock, say),
            PortraitPage(.init(lines: [], facts: [], queued: 0), site.clock, say),
        ]
    }

    /// Facts in slots: a name, a home, a person, what is over, and a sentence that fits none.
    private var slotted: [Fact] {
        func fact(_ id: String, _ slot: String, _ value: String, of person: String = "user") -> Fact {
            var fact = Fact.sample(id, "\(slot): \(value)", subject: person)
            fact.slot = SlotValue(name: slot, value: value)
            return fact
        }
        var sister = fact("ana", "sibling", "Ana", of: "user")
        sister.slot?.relation = "sister"
        var death = fact("death", "person_death", "died", of: "Ana")
        death.time = "2019"
        var job = fact("job", "employer", "Tesco")
        (job.time, job.validUntil) = ("2015/2019", someEvening)
        var said = Fact.sample("said", "the light was strange", kind: .events)
        said.alsoSaid = .undecided
        return [
            fact("name", "name", "Ana"), fact("home", "home", "Gdynia"), sister,
            fact("leeds", "person_home", "Leeds", of: "Ana"), death, job, said,
        ]
    }

    private var slots: [any Page] {
        let lines = [
            ProfileLine(id: "ana", section: .people, text: "Ana", facts: ["ana", "leeds", "death"], isPinned: true),
            ProfileLine(id: "said", section: .said, text: "the light was strange", facts: ["said"]),
        ]
        let contents = PortraitPage.Contents(lines: lines, facts: slotted, queued: 0)
        let home = FactSlot.all(in: .places)[0]
        func fault(_ typed: String) -> FactEntry.Fault? {
            var draft = FactEntry.Draft()
            (draft.value, draft.since) = ("x", typed)
            do { _ = try FactEntry(home, draft, now: someEvening, .english, in: .gmt) } catch { return error }
            return nil
        }
        let form = try! Form("name=x&note=y")
        return [
            PortraitPage(contents, site.clock, say),
            SlotListPage(.health, about: nil, say), SlotListPage(.people, about: "Ana", say),
            SlotFormPage(.new, home, .init(), fault: fault("soon"), say),
            SlotFormPage(.fact(slotted[1]), home, .init(slotted[1], site.clock), say),
            SlotFormPage(.waiting(slotted[1]), home, .init(slotted[1], site.clock), say),
            AboutPage(AboutAnswers(form), fault: .init(field: "home", reason: .long), say),
            AboutPage(AboutAnswers(form), fault: .init(field: "note", reason: .long), say),
        ]
    }

    private var waiting: WaitingView { WaitingView(facts[1], closes: [facts[0]], sayings, site.clock, say) }

    private var lists: [any Page] {
        func list(_ all: [Fact], _ sheet: EvidenceSheet?, _ edit: (inout FactsPage.Query) -> Void = { _ in })
            -> FactsPage
        {
            var search = FactsPage.Query()
            edit(&search)
            return FactsPage(
                all, search, waiting: (waiting, 3), over: .init(sheet: sheet, notice: notice), site.clock, say)
        }
        let many = (0..<250).map { Fact.sample("f\($0)", "I own \($0) boats") }
        func sheet(_ index: Int) -> EvidenceSheet {
            EvidenceSheet(facts[index], among: facts, close: "/you/facts", sayings, site.clock, say)
        }
        return [
            list(facts, sheet(1)), list(facts, sheet(0)) { $0.show = .over },
            list(facts, sheet(3)) { $0.show = .hidden },
            list(many, nil) { $0.offset = 100 }, list([], nil), list(facts, nil) { $0.person = "Jun" },
        ]
    }

    private var queue: [any Page] {
        [
            QueuePage([waiting, waiting], count: 2, notice: notice, say),
            QueuePage([], count: 0, hasKeys: false, swipes: false, say),
        ]
    }

    private var forms: [any Page] {
        [
            FactFormPage(.new(try! Form("statement=x")), isRefused: true, say), FactFormPage(.fact(facts[1]), say),
            FactFormPage(.waiting(facts[1]), say), FactFormPage(.line(lines[0]), say),
        ]
    }

    private var forgetting: [any Page] {
        var counts = ForgottenCounts()
        (counts.facts, counts.waiting, counts.quotations, counts.lines, counts.passages) = (1, 2, 3, 1, 5)
        func page(_ target: DeletionQuery, _ counts: ForgottenCounts, _ statement: String? = nil) -> ForgetPage {
            let dialog = ForgetDialog(target, counts, statement: statement, chat: nil, site.clock, say)
            return ForgetPage(people: ["Jun"], chats: [("s", "A bed")], dialog: dialog, site.clock, say)
        }
        return [
            page(.fact("new"), counts, "I live in Concarneau"), page(.day("2026-11-21"), counts),
            page(.person("Nobody"), ForgottenCounts()), page(.everything, counts),
            ForgetPage(people: [], chats: [], site.clock, say), ForgottenPage(counts, uncleanCopies: 0, say),
            ForgottenPage(counts, uncleanCopies: 2, say),
        ]
    }
}
