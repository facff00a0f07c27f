// SPDX-License-Identifier: Apache-2.0

/// The page for a browser that was never signed in, or that asks from another site or by another name.
///
/// It needs nothing but its own style sheet, which strangers may have.
struct SignInPage: Page {
    static let template = "sign-in"

    let title: String
    let explanation: String
    let sheet = EntryRoutes.signInSheet
    /// The form that takes the key; `nil` where no key would help.
    let form: KeyForm?
    /// Whether Hearth itself can be opened from here.
    let opensHearth: Bool

    /// The field for the key: what was typed, and why it does not open anything.
    struct KeyForm: Sendable {
        let action = EntryRoutes.enterPath
        let typed: String
        let fault: String?
        /// The place of the key, and the command that shows it.
        let lost: String
        let command: String?
    }

    /// - Parameter typed: the key that was sent and is not ours; `nil` where none was.
    init(_ error: WebError, typed: String? = nil, launch: Launch = Launch(), _ say: Phrases) {
        title = say("error.\(error.code.rawValue)Title")
        explanation = error.detail ?? say("error.\(error.code.rawValue)")
        let wrong = typed.flatMap { $0.isEmpty ? nil : $0 }
        let (lost, command) = launch.lostKey(say)
        form =
            error.code == .access
            ? KeyForm(
                typed: String((wrong ?? "").prefix(500)), fault: wrong.map { _ in say("error.wrongKey") }, lost: lost,
                command: command) : nil
        opensHearth = error.code == .origin
    }
}
