// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// The numbers of the user's country, without having written anything.
struct NumbersPage: Page {
    static let template = "numbers"

    let title: String
    let parts: [Part]

    struct Part: Sendable {
        let heading: String
        let care: CareView
    }

    init(_ place: CareView.Place, _ say: Phrases) {
        title = say("help.numbersTitle")
        parts = [(Care.Kind.danger, "numbersDanger"), (.violence, "numbersViolence")].map { kind, key in
            Part(
                heading: say("help.\(key)"),
                care: CareView(CareMark(say.memoryLanguage, kind), place, heading: say("help.\(key)"), say))
        }
    }
}
