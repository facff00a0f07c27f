// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The state of the chosen model, in words and as an ember.
struct ModelView: Sendable, Equatable {
    /// Empty where there is none.
    let name: String
    /// The name, as it may break.
    let pieces: [String]
    /// The shape of the ember: empty for ready, `idle`, `load`, `fail` or `away`.
    let ember: String
    /// In a few words: Ready, asleep, loading 62%.
    let words: String
    /// The same for a place with less room: memory where it is ready.
    let brief: String
    /// The host that conversations are sent to.
    let remoteHost: String?
    let isLoaded: Bool
    /// Whether it is the very small one that comes with Hearth.
    let isBuiltIn: Bool
    /// The failure, as a sentence.
    let fault: String?
    /// 0…100 while it is loaded into memory.
    let progress: Int?

    init(_ state: ModelState, _ say: Phrases) {
        let memory = say.bytes(state.weightBytes + state.cacheBytes)
        name = state.name.map(shortName) ?? say("model.none")
        pieces = breakable(name)
        remoteHost = state.remoteHost
        var fault: String?
        var progress: Int?
        switch state.phase {
        case .none:
            (ember, words, brief) = ("idle", say("model.noneHint"), say("model.noneHint"))
        case .idle:
            (ember, words, brief) = ("idle", say("model.asleep"), say("model.asleepBrief"))
        case .loading(let fraction):
            let percent = say.percent(fraction)
            progress = Int(fraction * 100)
            (ember, words) = ("load", say("model.loading", ["percent": percent]))
            brief = say("model.loadingBrief", ["percent": percent])
        case .loaded:
            if let host = state.remoteHost {
                (ember, brief) = (RemoteModel.isHere(host) ? "" : "away", host)
                words = RemoteModel.isHere(host) ? say("model.readyHere", ["host": host]) : host
            } else {
                (ember, words, brief) = ("", say("model.ready", ["memory": memory]), memory)
            }
        case .failed(let reason):
            fault = reason
            (ember, words, brief) = ("fail", say("model.failed"), say("model.failedBrief"))
        }
        isLoaded = state.phase == .loaded
        isBuiltIn = state.isBuiltIn
        self.fault = fault
        self.progress = progress
    }
}
