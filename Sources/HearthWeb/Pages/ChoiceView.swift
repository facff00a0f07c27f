// SPDX-License-Identifier: Apache-2.0

/// One of several choices.
struct ChoiceView: Sendable {
    let value: String
    let label: String
    let isChosen: Bool
    /// The language that the label is in, where it is another one.
    var lang: String?
    /// The temperature of a preset for answers; likewise `topP`.
    var temperature: String?
    var topP: String?
}
