// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Says in a new chat that Pocket answers, and has a larger model fetched with one tap while it does.
struct PocketNotice: Sendable {
    /// The model that the button fetches or, where it is here already, takes; `nil` where none would fit, or one is on
    /// its way.
    let offer: Offer?
    let arriving: DownloadRow?

    struct Offer: Sendable {
        let name: String
        let action: String
        let address: String
    }

    struct DownloadRow: Sendable {
        let address: String
        let words: String
        /// Whether it goes on by itself, so that a browser looks again.
        let isRunning: Bool
    }

    init(suggested: ModelOffer?, room: MachineRoom, downloads: [ModelDownload], _ say: Phrases) {
        arriving = downloads.last { $0.phase != .done }.map { download in
            let view = DownloadView(download, say)
            let standing = view.isPaused ? "chat.arrivingPaused" : "chat.arrivingStopped"
            return DownloadRow(
                address: "/models/download?name=\(download.name.escapedForAddress)",
                words: say(view.isRunning ? "chat.arriving" : standing, ["model": view.label, "state": view.state]),
                isRunning: view.isRunning)
        }
        let view = suggested.map { OfferView($0, isChosen: true, room, say) }
        offer = arriving == nil ? view.flatMap(Offer.init) : nil
    }
}

extension PocketNotice.Offer {
    init?(_ view: OfferView) {
        guard view.fits else { return nil }
        name = view.name
        action = view.action
        address = view.isInstalled ? "/models/choose" : "/models/fetch"
    }
}
