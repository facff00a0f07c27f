// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthTesting
import Synchronization

@testable import HearthWeb

/// Facts in memory.
final class ListedFacts: FactStore {
    private let all: Mutex<[Fact]>

    private let waiting: [Fact]

    init(_ facts: [Fact] = [], waiting: [Fact] = []) {
        all = Mutex(facts)
        self.waiting = waiting
    }

    func facts(history: Bool) -> [Fact] { all.withLock { $0.filter { history || $0.isCurrent } } }
    func queuedFacts() -> [Fact] { waiting }
    func keep(_ changes: FactChanges) { all.withLock { $0 += changes.facts } }
    func forgetFact(_ id: String) -> Bool {
        all.withLock { facts in
            defer { facts.removeAll { $0.id == id } }
            return facts.contains { $0.id == id }
        }
    }
}

extension Fact {
    /// A fact that a message says.
    static func sample(
        _ statement: String, id: String = "fact", message: String = "q", session: String = "s"
    ) -> Fact {
        Fact(
            id: id, statement: statement, subject: "user", kind: .people, isNegative: false, time: nil, confidence: 1,
            validFrom: someEvening, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: message, session: session, quote: statement, date: someEvening)])
    }
}

extension MemoryAccess {
    /// Modes in a folder of their own, and facts in memory.
    static func sample(
        facts: ListedFacts = ListedFacts(),
        undo: @escaping @Sendable (MemoryAction, String) async throws -> Bool = { _, _ in true }
    ) throws -> MemoryAccess {
        let folder = try TemporaryFolder()
        let modes = ModesFolder(folder.url)
        try modes.prepare()
        return MemoryAccess(
            modes: modes, facts: facts, undo: undo,
            forgetLearned: { messages, _ in
                // The folder stays for as long as what uses it.
                withExtendedLifetime(folder) {}
                let gone = facts.facts(history: true).filter { fact in
                    fact.evidence.contains { messages.contains($0.utterance) }
                }
                for fact in gone { _ = facts.forgetFact(fact.id) }
                return MemoryAction(gone.isEmpty ? .nothingFound : .forgotten, count: gone.count)
            })
    }
}

/// The pages of the companion, each as full as it can be.
struct CompanionSamples {
    private let site: Pages
    private let say: Phrases

    init(_ site: Pages, _ say: Phrases) { (self.site, self.say) = (site, say) }

    /// The memory's part of a conversation's page, with a question `q` and its answer `a`.
    static var memory: ChatMemory {
        var memory = ChatMemory()
        (memory.isThere, memory.isOwnMode, memory.country, memory.now) = (true, true, "FR", someEvening)
        memory.facts = ["fact": .sample("Mara plays"), "old": .sample("Mara sings", id: "old")]
        memory.recalled = [RecalledMemory.Kind.fact, .message, .entry].map {
            RecalledMemory(
                question: "q", isAtBeginning: true, kind: $0, source: "fact",
                thread: $0 == .entry ? JournalEntry.thread : "s", date: someEvening,
                language: "en", text: "Mara plays")
        }
        memory.mode = Mode(
            id: "friend", language: .english,
            text: ModeText(name: "Friend", about: "Listens", uses: [.memory], text: "You listen."),
            original: ModeText(name: "Friend", about: "Listens", uses: [.memory], text: "You talk."),
            changedAt: someEvening)
        return memory
    }

    static var deed: MemoryAction {
        var deed = MemoryAction(.corrected, fact: "fact", former: "old")
        deed.undoUntil = someEvening.timeIntervalSinceReferenceDate + 8
        return deed
    }

    var all: [any Page] { [settings, modes] + single }

    private var settings: CompanionSettingsPage {
        CompanionSettingsPage(MemorySettings(), reliability: FactExtractor.quality, isSaved: true, say)
    }

    private var modes: ModesPage {
        let own = Mode(
            id: "story", language: .english, text: ModeText(name: "Story", about: "", uses: [], text: ""),
            original: nil,
            changedAt: nil)
        return ModesPage(
            [Self.memory.mode, own].compactMap { $0 }, usual: "friend", files: 3, machine: "kitchen", isSaved: true, say
        )
    }

    private var single: [ModePage] {
        var own = Self.memory.mode
        own = own.map { Mode(id: "own", language: .english, text: $0.text, original: nil, changedAt: nil) }
        return [
            ModePage(
                Self.memory.mode, language: .english, trial: "<p>Hm.</p>", fault: "No.", isSaved: true, site.clock, say),
            ModePage(own, language: .french, site.clock, say), ModePage(nil, language: .english, site.clock, say),
        ]
    }
}
