// SPDX-License-Identifier: Apache-2.0

/// How other programs use the models of this machine.
struct ProgramsPage: Page {
    static let template = "programs"

    let title: String
    let back = "/settings"
    let backLabel: String
    /// The addresses by which programs reach the models, each for those of one vendor's interface.
    let addresses: [Address]
    let key: String
    /// Whether it can be read; else only copied.
    let isShown: Bool
    let isRenewed: Bool

    struct Address: Sendable {
        let id: String
        let label: String
        let value: String
    }

    /// - Parameter base: the address of this server, without a slash at its end.
    init(base: String, key: String, isShown: Bool = false, isRenewed: Bool = false, _ say: Phrases) {
        title = say("programs.title")
        backLabel = say("settings.backTo")
        addresses = [("openai", "/v1"), ("anthropic", ""), ("ollama", "")].map { vendor, path in
            Address(id: "\(vendor)-address", label: say("programs.\(vendor)"), value: base + path)
        }
        self.key = key
        self.isShown = isShown
        self.isRenewed = isRenewed
    }
}
