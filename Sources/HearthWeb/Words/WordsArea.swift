// SPDX-License-Identifier: Apache-2.0

import HearthWords
import Hummingbird

extension WebArea {
    /// Decks and cards: kept, studied, brought in and taken along.
    static let words = WebArea(
        "Words", place: Place("words", icon: "words"), features: [Feature("words", at: "/words", icon: "words")],
        settings: [SettingsEntry("wordSettings", in: .chat, at: "/settings/words", icon: "words", hasNote: true)]
    ) { router, site in
        let words = WordsContext(pages: site.pages, kept: site.words)
        let deletions = site.deletions
        let sessions = site.studySessions
        addDecks(
            router,
            DeckRoutes(
                words: words, deletions: deletions, changes: site.webState.wordChanges,
                removedSearches: site.webState.wordSearches))
        let marks = MarkedWords(
            words: words, conversations: site.conversations, journal: site.journal, settings: site.settings)
        addCards(
            router,
            CardRoutes(words: words, deletions: deletions, help: site.wordHelp, drafts: site.helpDrafts, marks: marks))
        addStudy(
            router,
            StudyRoutes(
                words: words, sessions: sessions, backgroundJobs: site.backgroundJobs, hasStories: site.wordHelp != nil)
        )
        let chosen = ChosenStudyRoutes(words: words, sessions: sessions)
        router.get("/words/decks/:deck/these", use: chosen.ask)
        router.post("/words/decks/:deck/these", use: chosen.begin)
        router.post("/words/talk/:message", use: TalkReviews(site).change)
        addChanges(router, WordChangeRoutes(words: words, changes: site.webState.wordChanges))
        let searches = SavedSearchRoutes(words: words, settings: site.settings, removed: site.webState.wordSearches)
        router.post("/words/decks/:deck/searches", use: searches.save)
        router.post("/words/decks/:deck/searches/remove", use: searches.remove)
        router.post("/words/searches/restore", use: searches.restore)
        addFiles(router, WordFileRoutes(words: words, imports: site.webState.imports))
        let deckSettings = DeckSettingsRoutes(words: words)
        router.get("/words/decks/:deck/settings", use: deckSettings.settings)
        router.post("/words/decks/:deck/settings", use: deckSettings.save)
        router.post("/words/decks/:deck/fit", use: deckSettings.fit)
        let settings = WordSettingsRoutes(pages: site.pages, settings: site.settings)
        router.get("/settings/words", use: settings.settings)
        router.post("/settings/words", use: settings.save)
        router.get("/words/statistics", use: WordStatisticsRoutes(words: words, curves: deckSettings.curves).statistics)
    }

    private static func addDecks(_ router: Router<WebContext>, _ decks: DeckRoutes) {
        router.get("/words", use: decks.overview)
        router.get("/words/first", use: decks.first)
        router.post("/words/first", use: decks.makeFirst)
        router.get("/words/new", use: decks.newDeck)
        router.post("/words/new", use: decks.makeDeck)
        router.post("/words/restore", use: decks.restore)
        router.get("/words/decks/:deck", use: decks.deck)
        router.post("/words/decks/:deck/delete", use: decks.delete)
    }

    private static func addChanges(_ router: Router<WebContext>, _ changes: WordChangeRoutes) {
        router.post("/words/decks/:deck/change", use: changes.change)
        router.get("/words/decks/:deck/replace", use: changes.preview)
        router.post("/words/decks/:deck/replace", use: changes.replace)
        router.get("/words/decks/:deck/tag", use: changes.tag)
        router.post("/words/decks/:deck/tag", use: changes.retag)
        router.post("/words/changes/undo", use: changes.undo)
    }

    private static func addCards(_ router: Router<WebContext>, _ cards: CardRoutes) {
        router.get("/words/add", use: cards.newCard)
        router.post("/words/add", use: cards.add)
        router.get("/words/cards/:word", use: cards.card)
        router.post("/words/cards/:word", use: cards.save)
        router.post("/words/decks/:deck/suspend", use: cards.suspend)
        router.post("/words/decks/:deck/bury", use: cards.bury)
        router.post("/words/decks/:deck/unbury", use: cards.unbury)
        router.post("/words/decks/:deck/reset", use: cards.reset)
        router.post("/words/decks/:deck/resume", use: cards.resume)
        router.post("/words/decks/:deck/move", use: cards.move)
        router.post("/words/decks/:deck/delete-cards", use: cards.delete)
        router.get("/words/media/:name", use: cards.media)
    }

    private static func addStudy(_ router: Router<WebContext>, _ study: StudyRoutes) {
        router.get("/words/decks/:deck/study", use: study.study)
        router.get("/words/decks/:deck/next", use: study.next)
        router.get("/words/decks/:deck/check", use: study.check)
        router.post("/words/decks/:deck/answer", use: study.answer)
        router.post("/words/decks/:deck/answers", use: study.answers)
        router.post("/words/decks/:deck/undo", use: study.undo)
        router.get("/words/decks/:deck/summary", use: study.summary)
    }

    private static func addFiles(_ router: Router<WebContext>, _ files: WordFileRoutes) {
        router.get("/words/import", use: files.choose)
        router.post("/words/import", use: files.upload)
        router.get("/words/import/:file", use: files.look)
        router.get("/words/import/:file/progress", use: files.progress)
        router.post("/words/import/:file/cancel", use: files.cancel)
        router.post("/words/import/:file", use: files.importFile)
        router.get("/words/export", use: files.exports)
        router.post("/words/export", use: files.export)
    }
}
