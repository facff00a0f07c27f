// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// A file that is being read or brought in, or with which that did not succeed.
struct ChatImportJobPage: Page {
    static let template = "chat-import-work"

    let title: String
    let file: String
    let words: String
    let address: String
    let isGoingOn: Bool
    let progress: ProgressView?

    struct ProgressView: Sendable {
        let percent: String
        let share: String
        let conversations: String
        let messages: String
        let left: String
        /// The same for those who listen.
        let said: String
    }

    init(_ job: ChatImportJob, key: String, _ say: Phrases) {
        address = "/history/import/\(key)"
        file = job.name
        var all: Int?
        switch job.state {
        case .importing(let batch):
            (title, words, isGoingOn) = (say("chatImport.importing"), say("chatImport.importingNote"), true)
            all = batch.conversations
        case .reading, .read, .done:
            (title, words, isGoingOn) = (say("chatImport.reading"), say("chatImport.readingNote"), true)
        case .refused(let error):
            (title, words, isGoingOn) = (say("chatImport.failed"), say.fault(of: error), false)
        case .failed(let error):
            title = say("chatImport.failed")
            words = say.detail(of: error) ?? say("error.\(error.code.rawValue)")
            isGoingOn = false
        case .cancelled:
            (title, words, isGoingOn) = (say("chatImport.cancelled"), say("chatImport.nothingAdded"), false)
        }
        progress = isGoingOn ? job.progress.map { ProgressView($0, of: all, left: job.secondsLeft, say) } : nil
    }
}

extension ChatImportJobPage.ProgressView {
    init(_ progress: ChatImporter.Progress, of all: Int?, left seconds: Double?, _ say: Phrases) {
        percent = String(Int(min(1, max(0, progress.fraction)) * 100))
        share = say.percent(progress.fraction)
        conversations =
            all.map { all in
                say.count("chatImport.conversationsOf", all, ["done": say.number(min(progress.conversations, all))])
            } ?? say.count("chatImport.countConversations", progress.conversations)
        messages = say.count("chatImport.countMessages", progress.messages)
        left = seconds.map { say("chatImport.timeLeft", ["time": say.seconds($0)]) } ?? ""
        said = [share, left].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Phrases {
    /// Why a file cannot be imported.
    func fault(of error: ChatImportError) -> String {
        let sentence = self("chatImport.fault_\(error.code.rawValue)")
        return "\(sentence) \(self("chatImport.faultDetail", ["detail": error.detail]))"
    }
}
