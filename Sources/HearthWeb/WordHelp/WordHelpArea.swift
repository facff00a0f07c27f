// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension WebArea {
    /// Suggestions of dictionaries and the local model for a word, and words marked in a text.
    static let wordHelp = WebArea("WordHelp") { router, site in
        let help = WordHelpRoutes(
            words: WordsContext(pages: site.pages, kept: site.words), help: site.wordHelp, drafts: site.helpDrafts)
        let pages = WordsContext(pages: site.pages, kept: site.words)
        router.get("/words/decks/:deck/quiz", use: QuizRoutes(words: pages).quiz)
        let story = StoryRoutes(words: pages, help: site.wordHelp, sessions: site.studySessions)
        router.get("/words/decks/:deck/story", use: story.show)
        router.post("/words/decks/:deck/story", use: story.write)
        router.post("/words/decks/:deck/story/cancel", use: story.cancel)
        router.post("/words/add/help", use: help.askForNew)
        router.post("/words/add/use", use: help.useForNew)
        router.post("/words/cards/:word/help", use: help.ask)
        router.post("/words/cards/:word/use", use: help.use)
        router.post("/words/help/:draft/cancel", use: help.cancel)
        router.get("/words/help/:draft/events", use: help.events)
    }
}
