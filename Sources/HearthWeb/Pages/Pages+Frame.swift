// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

extension Pages {
    /// A frame that asks nobody, for pages that stand alone.
    func bareFrame(_ locale: RequestLocale, model: ModelState = ModelState(name: nil, phase: .none)) -> PageFrame {
        frame(locale, place: nil, model: model, recent: [], open: nil)
    }

    func frame(
        _ locale: RequestLocale, place: WebArea.Place?, model: ModelState, recent: [Session], open: Session.ID?
    ) -> PageFrame {
        let (appearance, say) = (locale.settings.appearance, locale.text)
        return PageFrame(
            say: say, lang: say.language.rawValue,
            theme: appearance.theme == .automatic ? nil : appearance.theme.rawValue,
            textSize: appearance.textSize == .standard ? nil : appearance.textSize.rawValue,
            motion: appearance.reducesMotion ? "reduce" : nil, glass: appearance.reducesTransparency ? "solid" : nil,
            vibrates: appearance.vibrates, assets: assets.base, formulas: assets.formulas, icons: icons,
            formToken: access.formToken,
            machine: configuration.machine, version: configuration.version, model: ModelView(model, say),
            places: WebArea.all.compactMap(\.place).map { PageFrame.PlaceView($0, isCurrent: $0 == place, say) },
            recent: say.days(recent, clock).map { day in
                PageFrame.RecentDay(
                    day: day.title, sessions: day.sessions.map { PageFrame.RecentSession($0, open: open, say) })
            })
    }
}

extension PageFrame.PlaceView {
    init(_ place: WebArea.Place, isCurrent: Bool, _ say: Phrases) {
        self.init(name: say("place.\(place.key)"), address: place.address, icon: place.icon, isCurrent: isCurrent)
    }
}

extension PageFrame.RecentSession {
    init(_ session: Session, open: Session.ID?, _ say: Phrases) {
        self.init(address: "/chat/\(session.id)", title: session.name(say), isOpen: session.id == open)
    }
}
