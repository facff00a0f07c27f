// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension WebArea {
    /// Entries by day: written, talked over, found, looked back on, brought in and taken along.
    static let journal = WebArea(
        "Journal", place: Place("journal", icon: "journal"),
        features: [Feature("journal", at: "/journal", icon: "journal")]
    ) { router, site in
        let journal = JournalPages(pages: site.pages, kept: site.journal)
        addEntries(router, JournalEntryRoutes(journal: journal))
        addViews(router, JournalViewRoutes(journal: journal))
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
        router.post("/journal/photos/:photo/delete", use: entries.deletePhoto)
    }

    private static func addViews(_ router: Router<WebContext>, _ views: JournalViewRoutes) {
        router.get("/journal/calendar", use: views.calendar)
        router.get("/journal/search", use: views.search)
        router.get("/journal/on-this-day", use: views.onThisDay)
        router.get("/journal/moods", use: views.moods)
    }
}
