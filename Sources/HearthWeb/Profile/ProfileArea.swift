// SPDX-License-Identifier: Apache-2.0

import HearthMemory
import Hummingbird

extension WebArea {
    /// Everything that Hearth knows about its user, shown with its sources, confirmed, corrected and forgotten.
    static let profile = WebArea(
        "Profile", place: Place("you", icon: "person"),
        features: [
            Feature("you", at: "/you", icon: "person"), Feature("facts", at: "/you/facts", icon: "list"),
            Feature("forget", at: "/you/forget", icon: "trash"),
        ],
        settings: [SettingsEntry("about", in: .chat, at: "/you/about", icon: "person", hasNote: true)]
    ) { router, site in
        let profile = ProfileContext(pages: site.pages, conversations: site.conversations, curation: site.curation)
        addPortrait(router, PortraitRoutes(profile: profile))
        addFacts(router, FactRoutes(profile: profile))
        let slots = SlotRoutes(profile: profile)
        router.get("/you/slots", use: slots.slots)
        router.get("/you/slots/:slot", use: slots.form)
        router.post("/you/slots/:slot", use: slots.add)
        let about = AboutRoutes(profile: profile, settings: site.settings)
        router.get("/you/about", use: about.questions)
        router.post("/you/about", use: about.answer)
        router.post("/you/about/skip", use: about.skip)
        let queue = QueueRoutes(profile: profile)
        router.get("/you/confirm", use: queue.queue)
        router.post("/you/confirm/:fact", use: queue.answer)
        router.get("/you/confirm/:fact/edit", use: queue.edit)
        let forgetting = ForgetRoutes(profile: profile)
        router.get("/you/forget", use: forgetting.choose)
        router.post("/you/forget", use: forgetting.forget)
        router.get("/you/forgotten", use: forgetting.forgotten)
    }

    private static func addPortrait(_ router: Router<WebContext>, _ portrait: PortraitRoutes) {
        router.get("/you", use: portrait.portrait)
        router.get("/you/lines/:line", use: portrait.line)
        router.get("/you/lines/:line/edit", use: portrait.edit)
        router.post("/you/lines/:line/edit", use: portrait.save)
        router.post("/you/lines/:line/pin", use: portrait.pin)
        router.post("/you/lines/:line/hide", use: portrait.hide)
        router.post("/you/undo", use: portrait.undo)
    }

    private static func addFacts(_ router: Router<WebContext>, _ facts: FactRoutes) {
        router.get("/you/facts", use: facts.facts)
        router.get("/you/add", use: facts.newFact)
        router.post("/you/add", use: facts.add)
        router.get("/you/facts/:fact", use: facts.fact)
        router.get("/you/facts/:fact/edit", use: facts.edit)
        router.post("/you/facts/:fact/edit", use: facts.save)
        router.post("/you/facts/:fact/pin", use: facts.pin)
        router.post("/you/facts/:fact/hide", use: facts.hide)
        router.post("/you/facts/:fact/keep", use: facts.keep)
        router.post("/you/facts/:fact/end", use: facts.end)
        router.post("/you/facts/:fact/wrong", use: facts.wrong)
        router.post("/you/facts/:fact/reopen", use: facts.reopen)
    }
}
