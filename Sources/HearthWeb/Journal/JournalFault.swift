// SPDX-License-Identifier: Apache-2.0

import HearthMemory

extension Phrases {
    /// Says what is wrong with a file or with a request to the journal, in the reader's language, and then where, as
    /// far as the reader of files knows.
    func fault(of error: JournalError) -> String {
        let sentence = self("journal.fault_\(error.code.rawValue)")
        let detail = Self.place(in: error.description)
        return detail.isEmpty ? sentence : "\(sentence) \(self("journal.faultDetail", ["detail": detail]))"
    }

    /// Without the name under which an upload lies on the disk, which nobody has given it.
    private static func place(in description: String) -> String {
        let parts = description.split(separator: ": ")
        return parts.filter { !$0.lowercased().hasPrefix("hearth-upload-") }.joined(separator: ": ")
    }
}
