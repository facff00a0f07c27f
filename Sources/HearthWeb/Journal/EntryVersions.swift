// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// What a form was made from, so that what was written elsewhere meanwhile is not overwritten unseen: two tabs, or a
/// phone and a computer, may have the same entry open.
extension JournalEntry {
    var version: String {
        Self.version(of: [text, "\(day)", minute.map { "\($0)" } ?? "", "\(mood?.rawValue ?? 0)"] + tags)
    }

    /// FNV-1a over the parts, 64 bits, as 16 digits; it tells texts apart and protects nothing.
    /// Source: Fowler, Noll, Vo, Eastlake 2024, RFC 9923.
    fileprivate static func version(of parts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension JournalDraft {
    var version: String { JournalEntry.version(of: [text, "\(mood?.rawValue ?? 0)"]) }
}

extension EntryForm {
    /// The text that was written elsewhere since the form was made, and would be lost; `nil` where none would.
    ///
    /// What a form does not say, as one of a program, is not looked at. A draft that the form's text has all of is only
    /// its own, a moment ago.
    func lost(_ entry: JournalEntry?, _ draft: JournalDraft?) -> String? {
        if let version, let entry, entry.version != version {
            let isSame = (try? changed(entry))?.version == entry.version
            if !isSame { return entry.text }
        }
        if let draftVersion, let draft, draft.version != draftVersion, !text.contains(draft.text.trimmed) {
            return draft.text
        }
        return nil
    }

    /// The same, made from what there is now.
    func renewed(_ entry: JournalEntry?, _ draft: JournalDraft?) -> EntryForm {
        var form = self
        (form.version, form.draftVersion) = (entry?.version ?? "", draft?.version ?? "")
        return form
    }
}
