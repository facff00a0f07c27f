// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// The page that asks for a file of conversations.
struct ChatImportPage: Page {
    static let template = "chat-import"

    let title: String
    let back = "/history"
    let backLabel: String
    let fault: String?

    init(fault: String? = nil, _ say: Phrases) {
        title = say("chatImport.title")
        backLabel = say("history.backTo")
        self.fault = fault
    }
}
