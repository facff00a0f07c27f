// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthWords
import SimulatedMachine
import Synchronization

@testable import HearthWeb

/// Hearth from its services down, put together as the program does it, on a folder of the simulated machine. All that
/// the simulation knows of Hearth's structure is in this file.
struct SimulatedApp: Sendable {
    let folder: URL
    let store: Store
    let conversations: Conversations
    let memory: MemoryParts
    let translations: Translations
    let services: SimulatedTranslation
    let talkWords: TalkWords
    let deletions = DeletionQueue()
    let backgroundJobs: BackgroundJobs
    let modes: ModesFolder

    static let days = UserDays(timeZone: .gmt)

    /// Callbacks for everything that the app sends out, called as it happens.
    struct Watchers: Sendable {
        let asked: @Sendable (CompletionRequest) -> Void
        let translated: @Sendable ([String]) -> Void
    }

    /// Starts the app, as `AppServices` does it.
    static func start(in folder: URL, _ watchers: Watchers) async throws -> SimulatedApp {
        let steps = StoreSteps { name in
            Driver.shared.note("\(name)")
            await Task.yield()
        }
        switch Store.open(in: folder, cleansLater: true, steps: steps) {
        case .unusable(let recovery): throw recovery.problem
        case .ready(let store):
            let app = try await SimulatedApp(store, folder, watchers)
            try await app.begin()
            return app
        }
    }

    private init(_ store: Store, _ folder: URL, _ watchers: Watchers) async throws {
        (self.store, self.folder) = (store, folder)
        let model = SimulatedModel(asked: watchers.asked)
        backgroundJobs = BackgroundJobs()
        modes = ModesFolder(folder.appending(path: "modes"))
        _ = try await store.finishErasing(with: [folder.appending(path: "modes")])
        talkWords = TalkWords(store, settings: store)
        memory = try await MemoryParts(
            store, NoEmbedding(), model, backgroundJobs, modes: modes, words: talkWords, deletions: deletions)
        conversations = Conversations(
            store: store, models: model, settings: store, backgroundJobs: backgroundJobs, companion: memory.companion,
            deletions: deletions)
        services = SimulatedTranslation(sent: watchers.translated)
        translations = Translations(store: store, services: services, backgroundJobs: backgroundJobs)
    }

    private func begin() async throws {
        try await conversations.begin()
        try await memory.begin()
        Refitting(store).scheduleRefit(backgroundJobs)
    }

    /// Ends the app, as `App` does it.
    func end() async {
        _ = await conversations.end()
        await translations.cancelAll()
        try? store.close()
    }

    /// Lets go of the files after the program was killed.
    func letGo() { try? store.close() }

    /// Runs the daily work.
    /// - Returns: the name of the backup that was made; `nil` where there is one of today.
    func backUp() async throws -> String? {
        _ = try? await store.removeOrphans()
        let made = try await store.backUpDaily(at: Date())
        _ = try? await store.removeErasedFiles()
        return made?.file.lastPathComponent
    }

    /// Makes the backup that a user asks for, as `DatabaseBackupService` does it.
    func backUpNow() async throws -> String? { try await store.backUpNow(at: Date())?.file.lastPathComponent }

    /// The names of all backups, the newest first.
    func backups() async throws -> [String] { try store.backups().map(\.file.lastPathComponent) }

    /// Restores a backup, as `DatabaseBackupService` does it.
    /// - Returns: the name of the backup that what was there before has become.
    func restore(_ name: String) async throws -> String? {
        guard let backup = try store.backups().first(where: { $0.file.lastPathComponent == name }) else { return nil }
        let store = store
        try await store.check(backup)
        let former = Former()
        try await participants.replaceEverything {
            former.set(try await store.restore(backup, at: Date()).former?.lastPathComponent)
        }
        talkWords.forget()
        return former.name
    }

    private final class Former: Sendable {
        private let inside = Mutex<String?>(nil)
        var name: String? { inside.withLock { $0 } }
        func set(_ name: String?) { inside.withLock { $0 = name } }
    }

    /// Parts of the app that work on the stored data, and stop while it is replaced.
    private var participants: [any DataReplacementParticipant] {
        [deletions, conversations, memory.learning, memory.curation, translations]
    }

    /// Exports everything, as `DatabaseBackupService` does it.
    func export() async throws -> URL {
        let export = StoreFiles(folder: folder).exporting.appending(path: UUID().uuidString)
        _ = try await store.export(to: export) { _ in }
        return export
    }

    /// Returns the doctor's findings, except good ones and those about backups.
    func findings() -> [HealthFinding] {
        StoreHealth(folder: folder).findings().filter { $0.level != .good && $0.subject != "backups" }
    }

    /// As `DatabaseBackupService` does it.
    func eraseEverything() async throws {
        try await participants.replaceEverything(forgettingTemporary: true) {
            try await store.eraseEverything(with: [folder.appending(path: "modes")])
        }
        talkWords.forget()
        try? modes.prepare()
    }

    // MARK: Words

    var moment: StudyMoment { StudyMoment(now: Date(), days: Self.days) }

    func makeDeck(_ name: String, _ settings: DeckSettings) async throws -> Int64 {
        var deck = try await store.makeDeck(name, at: Date())
        deck.settings = settings
        try await store.save(deck)
        return deck.id
    }

    /// Adds a word with these cards. The settings of a deck say how many a word gets.
    func add(_ content: FlashcardContent, _ directions: [Direction], to deck: Int64) async throws {
        var batch = WordImport()
        let tree = try await store.decks()
        batch.decks = [ImportedDeck(path: tree.path(of: deck))]
        batch.words = [ImportedWord(deck: 0, content: content, cards: directions.map { ImportedCard(direction: $0) })]
        _ = try await store.importWords(batch, days: Self.days, at: Date()) { _ in }
    }

    /// Changes all words that lie in a deck, as `WordChangeRoutes` does it.
    func change(_ change: WordChange, deck: Int64) async throws -> ChangedWords {
        var query = FlashcardQuery(deck: deck)
        query.limit = 1_000
        return try await store.change(change, of: try await store.flashcards(query).flashcards.map(\.id), moment)
    }

    /// Disconnects the translation service, as `TranslationSettingsRoutes` does it.
    func disconnect() async throws { try await services.disconnect(.deepL) }

    func connect() async throws {
        _ = try await services.connect(.deepL, address: "", key: nil, unencrypted: false, at: Date())
    }

    func deck(at path: String) async throws -> Int64? { try await store.decks().deck(at: path)?.id }

    /// Adds a word with the cards that its deck's settings say.
    func add(_ content: FlashcardContent, to deck: Int64) async throws {
        _ = try await store.add([content], to: deck, at: Date())
    }

    func change(_ word: Int64, _ edit: @escaping @Sendable (inout FlashcardContent) -> Void) async throws -> Bool {
        try await store.change(word, at: Date()) { content in
            edit(&content)
            return true
        }
    }

    func undoAnswer(_ key: String) async throws -> AnswerUndo { try await store.undoAnswer(key) }
    func set(_ mark: CardMark, on card: Int64) async throws { try await store.set(mark, on: [card], at: Date()) }

    func translate(deck: Int64) async throws {
        try await translations.start(
            TranslationJob(deck: deck, pair: LanguagePair(from: "fr", to: "en"), translator: .deepL))
    }

    /// Returns the cards that each deck has to study, and its counts of them.
    func study() async throws -> [Int64: (batch: StudyBatch, counts: StudyCounts)] {
        let (moment, counts) = (moment, try await store.studyCounts(moment))
        var study: [Int64: (batch: StudyBatch, counts: StudyCounts)] = [:]
        for deck in try await store.decks().decks {
            let batch = try await store.study(StudyRequest(deck: deck.id, moment: moment, limit: 500))
            study[deck.id] = (batch, counts[deck.id] ?? StudyCounts())
        }
        return study
    }

    /// Deletes words, as `CardRoutes.delete` does it.
    /// - Returns: the key by which they come back.
    func delete(words: [Int64]) async throws -> String { try await keep(store.deleteFlashcards(words, at: Date())) }

    /// Deletes a deck, as `DeckRoutes.delete` does it.
    func delete(deck: Int64) async throws -> String { try await keep(store.deleteDeck(deck, at: Date())) }

    private func keep(_ deletion: WordDeletion?) async -> String {
        guard let deletion else { return "" }
        await deletions.add(deletion, in: store)
        return String(deletion.id)
    }

    /// Restores what was deleted, as `DeckRoutes.restore` does it.
    func restoreWords(_ key: String) async throws -> Bool {
        guard let id = Int64(key) else { return false }
        let store = store
        do {
            return try await deletions.restore(WordDeletion.key(of: id)) { _ = try await store.restore(id) }
                == .restored
        } catch let error as WordsError where error.code == .missing { return false }
    }

    /// Takes answers that a phone has collected, as `StudyRoutes.answers` does it.
    func take(_ answers: [StudyAnswer]) async throws {
        try await store.answer(answers, days: Self.days)
        Refitting(store).scheduleRefit(backgroundJobs)
    }

    /// All words with their cards, schedules and logs.
    func words() async throws -> [StoredWord] {
        var query = FlashcardQuery()
        query.limit = 1_000
        let page = try await store.flashcards(query)
        let logs = Dictionary(grouping: try await store.answers(keyed: "answer-").map(\.review), by: \.card)
        let cards = Dictionary(grouping: page.cards, by: \.flashcard)
        return page.flashcards.map { word in
            let cards = (cards[word.id] ?? []).sorted { $0.direction.rawValue < $1.direction.rawValue }
            return StoredWord(word: word, cards: cards.map { ($0, logs[$0.id] ?? []) })
        }
    }

    /// A word by its text, with its cards.
    func word(_ text: String) async throws -> StoredWord? {
        var query = FlashcardQuery()
        (query.word, query.limit) = (text, 1)
        let page = try await store.flashcards(query)
        let cards = page.cards.sorted { $0.direction.rawValue < $1.direction.rawValue }
        return page.flashcards.first.map { StoredWord(word: $0, cards: cards.map { ($0, []) }) }
    }

    struct StoredWord {
        let word: Flashcard
        var cards: [(card: StudyCard, log: [FlashcardReview])]
    }

    func pauseMemory(_ isPaused: Bool) async throws { try await store.change { $0.memory.pausesMemory = isPaused } }

    /// All facts that are shown, also those that hold no more.
    func facts() async throws -> [Fact] { try await store.facts(history: true) }

    // MARK: The journal

    struct StoredEntry {
        let entry: JournalEntry
        /// The marks in its photos.
        let photos: [Mark]
    }

    struct StoredJournal {
        var entries: [StoredEntry] = []
        /// The texts of drafts, by the steps of their entries, and those of looks back, by the first days of their
        /// weeks.
        var drafts: [Int: String] = [:]
        var lookBacks: [JournalDay: String] = [:]
    }

    func journalEntries() async throws -> [JournalEntry] {
        var query = JournalQuery()
        query.limit = 10_000
        return try await store.entries(query)
    }

    func journal(drafts: [Int: JournalEntry.ID]) async throws -> StoredJournal {
        var journal = StoredJournal()
        for entry in try await journalEntries() {
            var photos: [Mark] = []
            for photo in entry.photos {
                let data = try await store.photo(photo.id)?.data ?? Data()
                photos += data.withUnsafeBytes { Mark.all(in: $0).sorted() }
            }
            journal.entries.append(StoredEntry(entry: entry, photos: photos))
        }
        for (step, id) in drafts { journal.drafts[step] = try await store.draft(id)?.text }
        for lookBack in try await store.reflections(JournalDay.first...JournalDay.last) {
            journal.lookBacks[lookBack.firstDay] = lookBack.lines.map(\.text).joined(separator: "\n")
        }
        return journal
    }

    /// Saves an entry, as `JournalEntryRoutes.save` does it.
    func saveEntry(_ id: JournalEntry.ID, day: JournalDay, text: String, mood: Mood?) async throws {
        var entry = try await store.entry(id) ?? JournalEntry(id: id, day: day, text: "", createdAt: Date())
        entry.photos = try await store.photos(of: id)
        (entry.text, entry.mood, entry.changedAt) = (text, mood, Date())
        entry.language = MemoryLanguage(of: text)?.rawValue ?? "en"
        try await memory.journal.save(entry, in: .gmt)
    }

    func importEntries(_ file: URL) async throws {
        let batch = try await memory.journal.read(file, name: "journal.md") { _ in }
        try await memory.journal.add(batch, findingFacts: false, at: Date(), in: .gmt) { _ in }
    }

    // MARK: Conversations

    /// All conversations that can be seen, with their messages.
    func chats() async throws -> [(session: Session, messages: [Message])] {
        var chats: [(session: Session, messages: [Message])] = []
        for session in try await store.sessions(before: nil, limit: 10_000) {
            chats.append((session, try await store.messages(of: session.id)))
        }
        return chats
    }

    /// Brings conversations with another program in, as `ChatImportRoutes` does it.
    func importChats(_ file: URL) async throws {
        _ = try await ChatImporter(store: store, now: { Date() }).add(
            file, name: file.lastPathComponent, includingArchived: true, remembering: true
        ) { _ in }
    }

    /// Waits until an answer has ended.
    func wait(for answer: Message.ID) async -> Message? {
        for await event in conversations.events(of: answer) {
            if case .finished(let message) = event.change { return message }
        }
        return nil
    }
}

/// Conversations that a model has read, in memory.
struct ModelCaches: MemoryCache {
    let models: any ModelHost

    func letGo() async { await models.unload() }
}
