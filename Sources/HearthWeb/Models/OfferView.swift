// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// A model that can be fetched, with what speaks for it and against it.
struct OfferView: Sendable {
    let name: String
    let label: String
    let pieces: [String]
    let purpose: String
    let download: String
    let memory: String
    let speed: String?
    let isChosen: Bool
    let isSuggested: Bool
    let isInstalled: Bool
    let isTight: Bool
    let fits: Bool
    let details: String
    /// The button's label when this one is chosen.
    let action: String
    /// Hundredths of the machine's memory: in use, and for this model.
    let usedPart: Int
    let modelPart: Int

    /// The model that comes with Hearth: there is nothing to fetch.
    init(_ builtIn: ModelSummary, _ room: MachineRoom, _ say: Phrases) {
        let offer = ModelOffer(
            name: builtIn.name, purpose: .trying, bytes: builtIn.bytes, memory: builtIn.memory, isInstalled: true)
        self.init(offer, purpose: say("purpose.builtIn"), isChosen: false, room, say)
    }

    /// - Parameter words: what it is good for; `nil` says what its purpose says.
    init(_ offer: ModelOffer, purpose words: String? = nil, isChosen: Bool, _ room: MachineRoom, _ say: Phrases) {
        let total = Double(max(1, room.memory))
        let (used, needed) = (Double(room.memoryInUse) / total, Double(offer.memory) / total)
        name = offer.name
        label = shortName(offer.name)
        pieces = breakable(label)
        purpose = words ?? say("purpose.\(offer.purpose.rawValue)")
        download = offer.isInstalled ? say("firstModel.noDownload") : say.bytes(offer.bytes)
        memory = say.bytes(offer.memory)
        // A word is about four thirds of a token in the languages that we speak.
        speed = offer.tokensPerSecond.map { say("firstModel.speed", ["n": say.number(max(1, $0 * 0.75))]) }
        self.isChosen = isChosen
        isSuggested = offer.isSuggested
        isInstalled = offer.isInstalled
        fits = used + needed <= 1
        isTight = fits && used + needed > 0.8
        details = say("firstModel.details", ["model": label])
        action =
            offer.isInstalled
            ? say("firstModel.use", ["model": label])
            : say("firstModel.get", ["model": label, "size": say.bytes(offer.bytes)])
        usedPart = Int((min(1, used) * 100).rounded())
        modelPart = Int((min(1 - min(1, used), needed) * 100).rounded())
    }
}
