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

/// Forms between asking for help and going on with it. They are in memory only; the oldest make room.
actor HelpDrafts {
    private var drafts: [(key: String, draft: HelpDraft)] = []
    private static let most = 50

    func keep(_ draft: HelpDraft) -> String {
        let key = UUID().uuidString
        drafts.append((key, draft))
        if drafts.count > Self.most { drafts.removeFirst() }
        return key
    }

    subscript(_ key: String) -> HelpDraft? { drafts.first { $0.key == key }?.draft }
}
