// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension WebArea {
    /// Entries by day: written, talked over, found, looked back on, brought in and taken along.
    static let journal = WebArea(
        "Journal", place: Place("journal", icon: "journal"),
        features: [Feature("journal", at: "/journal", icon: "journal")]
    ) { router, site in
        let journal = JournalContext(pages: site.pages, kept: site.journal, memory: site.memory)
        addEntries(router, JournalEntryRoutes(journal: journal))
        addViews(router, JournalViewRoutes(journal: journal))
        let work = site.webState.journalJobs
        addAsking(
            router,
            JournalAskRoutes(journal: journal, work: work, models: site.models, backgroundJobs: site.backgroundJobs))
        addTalk(router, JournalTalkRoutes(journal: journal, models: site.models, backgroundJobs: site.backgroundJobs))
        addFiles(router, JournalFileRoutes(journal: journal, work: work))
        let erasing = JournalErasing(journal: journal, work: work)
        router.get("/journal/erase", use: erasing.choose)
        router.post("/journal/erase", use: erasing.erase)
    }

    private static func addEntries(_ router: Router<WebContext>, _ entries: JournalEntryRoutes) {
        router.get("/journal", use: entries.today)
        router.get("/journal/write", use: entries.write)
        router.post("/journal/write", use: entries.save)
        router.post("/journal/draft", use: entries.saveDraft)
        router.post("/journal/draft/discard", use: entries.discardDraft)
        router.get("/journal/entries/:entry", use: entries.entry)
        router.get("/journal/entries/:entry/markdown", use: entries.markdown)
        router.post("/journal/entries/:entry/delete", use: entries.delete)
        router.post("/journal/entries/:entry/undelete", use: entries.undelete)
        router.get("/journal/photos/:photo", use: entries.photo)
    }

    private static func addViews(_ router: Router<WebContext>, _ views: JournalViewRoutes) {
        router.get("/journal/calendar", use: views.calendar)
        router.get("/journal/search", use: views.search)
        router.get("/journal/on-this-day", use: views.onThisDay)
        router.get("/journal/moods", use: views.moods)
    }

    private static func addAsking(_ router: Router<WebContext>, _ asking: JournalAskRoutes) {
        router.get("/journal/ask", use: asking.ask)
        router.post("/journal/ask", use: asking.begin)
        router.get("/journal/ask/:job", use: asking.answer)
        router.get("/journal/week", use: asking.week)
        router.get("/journal/month", use: asking.month)
        router.post("/journal/reflect", use: asking.reflect)
        router.get("/journal/reflections/:job", use: asking.reflection)
        router.post("/journal/reflections/:job", use: asking.keep)
        router.post("/journal/reflections/:job/forget", use: asking.forget)
        for place in ["ask", "reflections", "import"] {
            router.post("/journal/\(place)/:job/cancel", use: asking.cancel)
        }
    }

    private static func addTalk(_ router: Router<WebContext>, _ talk: JournalTalkRoutes) {
        router.get("/journal/talk", use: talk.talk)
        router.post("/journal/talk", use: talk.answer)
        router.post("/journal/talk/keep", use: talk.keep)
    }

    private static func addFiles(_ router: Router<WebContext>, _ files: JournalFileRoutes) {
        router.get("/journal/export", use: files.exports)
        router.post("/journal/export", use: files.export)
        router.get("/journal/import", use: files.choose)
        router.post("/journal/import", use: files.upload)
        router.get("/journal/import/:job", use: files.file)
        router.post("/journal/import/:job", use: files.importFile)
    }
}
