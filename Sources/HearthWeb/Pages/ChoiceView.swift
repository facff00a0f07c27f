// SPDX-License-Identifier: Apache-2.0

/// What a choice of one of several shows.
struct ChoiceView: Sendable {
    let value: String
    let label: String
    let isChosen: Bool
    /// The language that the label is in, where it is another one.
    var lang: String?
    /// What a preset of answers stands for.
    var temperature: String?
    var topP: String?
}
