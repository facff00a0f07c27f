// SPDX-License-Identifier: Apache-2.0

/// All that there is, in one place.
struct EverythingPage: Page {
    static let template = "everything"

    let title: String
    let features: [Feature]

    struct Feature: Sendable {
        let address: String
        let icon: String
        let name: String
        let note: String
    }

    init(model: ModelView, _ say: Phrases) {
        title = say("everything.title")
        features = WebArea.all.flatMap(\.features).map {
            Feature(
                address: $0.address, icon: $0.icon, name: say("everything.\($0.key)"),
                note: $0.note?(model) ?? say("everything.\($0.key)Note"))
        }
    }
}
