// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat

/// The page that says what went wrong with a request, what is safe and what can be done.
struct ErrorPage: Page {
    static let template = "error"

    let title: String
    let explanation: String
    let status: Int
    /// The address to go on to: the part of the app in which it happened.
    let place: String
    let placeLabel: String

    /// - Parameter path: the address that was asked for. A page that fails itself does not lead to itself.
    init(_ error: WebError, at path: String = "/chat", _ say: Phrases) {
        let area = WebArea.all.compactMap(\.place).first { path.hasPrefix("\($0.address)/") }
        place = area?.address ?? "/chat"
        placeLabel = say("error.to\((area?.key ?? "chat").capitalized)")
        title = say("error.\(error.code.rawValue)Title")
        explanation =
            error.library.map { say.fault(of: $0) } ?? error.room.map { say("error.fullRoom", say.values($0)) }
            ?? say.detail(of: error) ?? say("error.\(error.code.rawValue)", ["folder": error.folder ?? ""])
        status = error.status.code
    }
}

extension Phrases {
    /// The sentence that came with an error. It is English, so other languages have a phrase for its code,
    /// unless that phrase names a host, which is not known here.
    func detail(of error: WebError) -> String? {
        guard language != .english, let fault = error.fault else { return error.detail }
        return groups["fault"]?[fault].flatMap { $0.contains("{") ? nil : $0 }
    }
}
