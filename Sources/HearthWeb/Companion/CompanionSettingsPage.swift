// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import Hummingbird

/// Whether the memory learns and is used, and how far it can be trusted.
struct CompanionSettingsPage: Page {
    static let template = "companion-settings"

    let title: String
    let back = "/settings"
    let backLabel: String
    let pauses: Bool
    let recalls: Bool
    let remoteMayRecall: Bool
    /// How reliable the memory was found, in words; `nil` where there is no memory here.
    let reliability: String?
    let countries: [ChoiceView]
    let isSaved: Bool

    init(
        _ settings: MemorySettings, reliability: FactQuality?, isSaved: Bool = false, _ say: Phrases
    ) {
        title = say("companion.title")
        backLabel = say("settings.backTo")
        pauses = settings.pausesMemory
        recalls = settings.recallsInAnswers
        remoteMayRecall = settings.remoteMayRecall
        self.reliability = reliability.map { measured in
            say(
                "companion.reliabilityNote",
                [
                    "right": say.percent(measured.precision), "found": say.percent(measured.recall),
                    "waiting": say.percent(measured.recallWithQueue), "n": say.number(measured.messages),
                ])
        }
        let locale = say.language.locale
        let named = CareCountry.all.map { country in
            ChoiceView(
                value: country.code, label: locale.localizedString(forRegionCode: country.code) ?? country.code,
                isChosen: country.code == settings.careCountry)
        }
        let isAutomatic = CareCountry.named(settings.careCountry) == nil
        countries =
            [ChoiceView(value: "", label: say("companion.countryAutomatic"), isChosen: isAutomatic)]
            + named.sorted { $0.label < $1.label }
        self.isSaved = isSaved
    }
}

struct CompanionSettingsRoutes: Sendable {
    let pages: Pages
    let memory: MemoryAccess?
    let settings: any SettingsStore

    @Sendable func settings(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = CompanionSettingsPage(
            locale.settings.memory, reliability: memory == nil ? nil : FactExtractor.quality,
            isSaved: request.query.get("saved") != nil, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        try await settings.change { settings in
            // A switch that is off is not sent.
            settings.memory.pausesMemory = form["pauses"] != nil
            settings.memory.recallsInAnswers = form["recalls"] != nil
            settings.memory.remoteMayRecall = form["remoteMayRecall"] != nil
            settings.memory.careCountry = CareCountry.named(form["country"])?.code
        }
        if form["pauses"] == nil { await memory?.catchUp() }
        return .redirect(to: "/settings/companion?saved=1")
    }

    /// Pauses the memory everywhere, or goes on with it, from a conversation.
    @Sendable func pause(_ request: Request, _ context: WebContext) async throws -> Response {
        let pauses = context.form["pauses"] != nil
        try await settings.change { $0.memory.pausesMemory = pauses }
        if !pauses { await memory?.catchUp() }
        let session = context.form["session"] ?? ""
        let isOne = !session.isEmpty && session.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 32 && $0 < 127 }
        return .redirect(to: isOne ? "/chat/\(session)" : "/chat/new")
    }
}
