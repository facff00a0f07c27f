// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// A form of a word that is being filled in, and what was asked for it.
struct HelpDraft: Sendable {
    var form: CardForm
    /// The page to return to when the word is added.
    var back: String?
    /// The last request for help, by its name in `WordHelp`.
    var asked: String?
}

/// Forms between asking for help and going on with it.
typealias HelpDrafts = ExpiringState<HelpDraft>
