// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// A form of a word that is being filled in, and what was asked for it.
struct HelpDraft: Sendable {
    var form: CardForm
    /// Where the form leads back to when its word is added.
    var back: String?
    /// What was asked for last, by its name in `WordHelp`.
    var asked: String?
}

/// Forms between asking for help and going on with it.
typealias HelpDrafts = ExpiringState<HelpDraft>
