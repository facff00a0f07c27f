// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

@testable import HearthChat
@testable import HearthWeb

/// The pages of importing conversations, as full as they can be.
struct ChatImportPageSamples {
    let site: Pages
    let say: Phrases

    private var batch: ChatImport {
        var batch = ChatImport(name: "<b>chatgpt.zip", size: 214_000_000)
        batch.kind = .chatGPT
        (batch.conversations, batch.messages, batch.versions, batch.archived) = (5_012, 88_304, 1_126, 143)
        (batch.first, batch.last, batch.knownSince) = (someEvening - 90_000_000, someEvening, someEvening)
        batch.samples = [
            .init(title: "<i>A cat", messages: 1, versions: 0, date: someEvening),
            .init(title: "", messages: 22, versions: 3, date: someEvening),
        ]
        for reason in ChatImport.Reason.allCases { batch.leaveOut(reason) }
        for gap in ChatImport.Gap.allCases { batch.gaps[gap] = 2 }
        batch.otherFiles = (0..<9).map { "<u>\($0).html" }
        return batch
    }

    var all: [any Page] {
        let none = ChatImport(name: "n", size: 1)
        let progress = ChatImporter.Progress(fraction: 0.6, conversations: 7, messages: 90)
        let jobs = [
            ChatImportJob(nil, name: "<b>x.zip", state: .reading, progress: progress),
            ChatImportJob(nil, name: "x.zip", state: .importing(of: batch), progress: progress),
            ChatImportJob(nil, name: "x.zip", state: .refused(ChatImportError(.damaged, "<b>x: no"))),
            ChatImportJob(nil, name: "x.zip", state: .failed(WebError(.badRequest, .input))),
            ChatImportJob(nil, name: "x.zip", state: .cancelled),
        ]
        return [
            ChatImportPage(fault: "No.", say),
            ChatImportPreviewPage(batch, key: "k", canLearn: true, isBusy: true, site.clock, say),
            ChatImportPreviewPage(none, key: "k", canLearn: true, isBusy: false, site.clock, say),
            ChatImportReportPage(batch, seconds: 13, site.clock, say),
        ] + jobs.map { ChatImportJobPage($0, key: "k", say) }
    }
}
