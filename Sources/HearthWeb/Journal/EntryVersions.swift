// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// Versions of entries and drafts. A form sends back the version that it was made from, so that text written elsewhere
/// meanwhile is not overwritten unseen: two tabs, or a phone and a computer, may have the same entry open.
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
    /// A version that the form leaves out, as a program's may, is not compared. A draft whose whole text stands in the
    /// form is only an earlier state of the form itself.
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
