// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import Hummingbird

extension ChatRoutes {
    /// Collects the memory's part of a conversation's page.
    /// - Parameter showsFacts: whether facts are shown though no answer rests on one.
    func chatMemory(
        of session: Session?, turns: [Turn] = [], mode: String? = nil, showsFacts: Bool = false,
        _ locale: RequestLocale,
        _ request: Request
    ) async throws -> ChatMemory {
        var shown = ChatMemory()
        guard let memory else { return shown }
        shown.isThere = true
        shown.isPaused = locale.settings.memory.pausesMemory
        let usual = locale.settings.memory.usualMode
        shown.mode = memory.modes.mode(session?.mode ?? mode ?? usual, in: locale.text.memoryLanguage)
        shown.isOwnMode = (shown.mode?.id ?? usual) != ModesFolder.usual
        shown.country = CareView.country(of: request, locale.settings)
        shown.now = pages.clock.now()
        shown.phrases = pages.phrases
        guard let session, !session.isTemporary else { return shown }
        shown.recalled = try await conversations.recalled(in: session)
        let isAnyShown = shown.recalled.contains { $0.kind == .fact } || turns.contains { $0.message.deed != nil }
        guard showsFacts || isAnyShown else { return shown }
        let waiting = try await memory.facts.queuedFacts()
        let facts = try await memory.facts.facts(history: true) + waiting
        shown.facts = Dictionary(facts.map { ($0.id, $0) }) { first, _ in first }
        shown.waiting = Set(waiting.map(\.id))
        return shown
    }

}

extension CareView {
    /// The country of the settings, else of the browser's first language that names one, else the machine's.
    static func country(of request: Request, _ settings: AppSettings) -> String? {
        if let chosen = settings.memory.careCountry { return chosen }
        let wishes = (request.headers[.acceptLanguage] ?? "").split(separator: ",")
        let regions = wishes.compactMap { wish -> String? in
            let tag = wish.split(separator: ";").first?.split(separator: "-") ?? []
            guard tag.count > 1, let region = tag.last, region.count == 2 else { return nil }
            return region.trimmingCharacters(in: .whitespaces).uppercased()
        }
        return regions.first { CareCountry.named($0) != nil } ?? Locale.current.region?.identifier
    }
}

extension Phrases {
    var memoryLanguage: MemoryLanguage { language == .french ? .french : .english }
}
