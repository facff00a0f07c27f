// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// The page about stored data: what there is, where it is, and how to export it.
struct PrivacyPage: Page {
    static let template = "privacy"

    let title: String
    let back = "/settings"
    let backLabel: String
    let headline: String
    /// `nil` where what is kept cannot be handled as a whole.
    let whole: DataSection?
    /// The action just done, in a sentence.
    let done: String?
    /// Says that some of the erased data is left.
    let leftover: String?

    enum Done: String { case restored, cancelled, backedUp, noFile }

    struct DataSection: Sendable {
        let backups: [BackupView]
        let work: DataJobView
        /// The text to type to erase everything.
        let confirmation: String
        let confirmLabel: String
        let isUnconfirmed: Bool
        /// A mark that only this page's forms have; see `SentForms`.
        let once = UUID().uuidString
    }

    init(
        _ configuration: WebConfiguration, backups: [BackupFile]? = nil, work: DataJobs.Progress? = nil,
        erasedFiles: Int = 0, done: Done? = nil, isUnconfirmed: Bool = false, _ clock: WallClock, _ say: Phrases
    ) {
        title = say("privacy.title")
        backLabel = say("settings.backTo")
        headline = say("privacy.headline", ["machine": configuration.machine])
        whole = backups.map { backups in
            DataSection(
                backups: backups.map { BackupView($0, clock, say) }, work: DataJobView(work, say),
                confirmation: configuration.machine,
                confirmLabel: say("data.eraseConfirm", ["machine": configuration.machine]), isUnconfirmed: isUnconfirmed
            )
        }
        self.done = done.map { say("data.\($0.rawValue)") }
        leftover = erasedFiles == 0 ? nil : say("data.leftover", ["n": say.number(erasedFiles)])
    }
}

/// A backup in words.
struct BackupView: Sendable {
    let id: String
    let day: String
    let details: String
    let restoreNote: String
    /// The address of its file.
    let address: String
    /// How much is in it; `nil` where nobody has looked.
    let contents: String?
    /// When something was last said in it.
    let lastMessage: String?

    init(_ backup: BackupFile, _ clock: WallClock, _ say: Phrases) {
        id = backup.id
        let name = say.dayTitle(backup.madeAt, clock)
        day = backup.hasTime ? "\(name), \(say.time(backup.madeAt, clock))" : name
        let size = say.bytes(backup.bytes)
        details = backup.isReplaced ? "\(say("data.replaced")), \(size)" : size
        address = "/data/backups/\(backup.id.escapedForAddress)"
        let inSentence = say.dayInSentence(backup.madeAt, clock)
        restoreNote = say("data.restoreNote", ["day": inSentence, "time": say.time(backup.madeAt, clock)])
        contents = backup.contents.map {
            "\(say.count("data.conversations", $0.conversations)), \(say.count("data.messages", $0.messages))"
        }
        lastMessage = backup.contents?.lastMessageAt.map {
            say("data.lastMessage", ["time": say.moment($0, clock)])
        }
    }
}
