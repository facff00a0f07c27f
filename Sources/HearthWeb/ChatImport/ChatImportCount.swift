// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// A line of what is left out, or is not as it was.
struct ChatImportCount: Sendable {
    let name: String
    let count: String
    let note: String

    static func leftOut(_ batch: ChatImport, _ clock: WallClock, _ say: Phrases) -> [Self] {
        let conversations = ChatImport.Reason.allCases.compactMap { reason in
            batch.leftOut[reason].map { count in
                var note = say("chatImport.left_\(reason.rawValue)Note")
                if reason == .known, let date = batch.knownSince {
                    note = say("chatImport.knownSince", ["day": say.day(date, clock)])
                }
                return Self(name: say("chatImport.left_\(reason.rawValue)"), count: say.number(count), note: note)
            }
        }
        guard !batch.otherFiles.isEmpty else { return conversations }
        let named = batch.otherFiles.prefix(6).joined(separator: ", ") + (batch.otherFiles.count > 6 ? "…" : "")
        let files = Self(
            name: say("chatImport.left_otherFiles"), count: say.number(batch.otherFiles.count),
            note: say("chatImport.left_otherFilesNote", ["names": named]))
        return conversations + [files]
    }

    static func gaps(_ batch: ChatImport, _ say: Phrases) -> [Self] {
        ChatImport.Gap.allCases.compactMap { gap in
            batch.gaps[gap].map {
                Self(
                    name: say("chatImport.gap_\(gap.rawValue)"), count: say.number($0),
                    note: say("chatImport.gap_\(gap.rawValue)Note"))
            }
        }
    }
}
