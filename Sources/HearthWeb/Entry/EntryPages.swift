// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// The first thing to be seen, until the model is there and no longer than a second.
struct SplashPage: Page {
    static let template = "splash"
    let title = "hearth"
}

/// The welcome of a first start: what this is, and in which language.
struct WelcomePage: Page {
    static let template = "welcome"

    let title: String
    let isEnglish: Bool
    let isFrench: Bool

    init(_ say: Phrases) {
        title = say("welcome.title")
        isEnglish = say.language == .english
        isFrench = say.language == .french
    }
}

/// The choice of the first model.
struct FirstModelPage: Page {
    static let template = "first-model"

    let title: String
    let room: String
    let offers: [OfferView]
    /// The model that the button fetches.
    let chosen: String
    /// Whether the model that comes with Hearth is there to begin with at once.
    let startsAtOnce: Bool

    /// - Parameter builtIn: the model that comes with Hearth.
    init(
        offers: [ModelOffer], builtIn: ModelSummary? = nil, room: MachineRoom, startsAtOnce: Bool, _ say: Phrases
    ) {
        title = say("firstModel.title")
        self.room = say(
            "firstModel.room", ["memory": say.bytes(room.memory), "used": say.bytes(room.memoryInUse)])
        let suggested = offers.first(where: \.isSuggested) ?? offers.first
        self.offers =
            (builtIn.map { [OfferView($0, room, say)] } ?? [])
            + offers.map { OfferView($0, isChosen: $0.name == suggested?.name, room, say) }
        chosen =
            suggested.map { say("firstModel.get", ["model": shortName($0.name), "size": say.bytes($0.bytes)]) } ?? ""
        self.startsAtOnce = startsAtOnce
    }
}

/// The page that replaces all others while the machine cannot be reached.
struct OfflinePage: Page {
    static let template = "offline"

    let title: String
    let explanation: String
    /// Whether it is read on the machine itself, whose network and sleep cannot be the reason then.
    let isHere: Bool
    /// The command that starts Hearth again as it was.
    let start: String

    init(_ say: Phrases, machine: String, launch: Launch = Launch(), isHere: Bool = false) {
        self.isHere = isHere
        start = launch.start
        title = say("offline.title")
        explanation = say("offline.explanation", ["machine": machine])
    }
}
