// SPDX-License-Identifier: Apache-2.0

/// How other programs use the models of this machine.
struct ProgramsPage: Page {
    static let template = "programs"

    let title: String
    let back = "/settings"
    let backLabel: String
    let address: String
    let key: String
    /// Whether it can be read; else only copied.
    let isShown: Bool
    let isRenewed: Bool

    init(address: String, key: String, isShown: Bool = false, isRenewed: Bool = false, _ say: Phrases) {
        title = say("programs.title")
        backLabel = say("settings.backTo")
        self.address = address
        self.key = key
        self.isShown = isShown
        self.isRenewed = isRenewed
    }
}
