// SPDX-License-Identifier: Apache-2.0

import HearthChat

/// The name of a folder that is new or is there.
struct FolderNamePage: Page {
    static let template = "folder-name"

    let title: String
    let back: String
    let backLabel: String
    let action: String
    let name: String
    let fault: String?
    let save: String

    init(_ folder: SessionFolder?, isRefused: Bool = false, _ say: Phrases) {
        title = say(folder == nil ? "folder.newTitle" : "folder.renameTitle")
        back = folder.map { "/history/folders/\($0.id)" } ?? "/history"
        backLabel = say(folder == nil ? "history.backTo" : "folder.back")
        action = folder.map { "/history/folders/\($0.id)/rename" } ?? "/history/folders"
        name = folder?.name ?? ""
        fault = isRefused ? say("folder.unnamed") : nil
        save = say(folder == nil ? "folder.make" : "frame.save")
    }
}

/// The folders that conversations can be moved to.
struct MoveChatsPage: Page {
    static let template = "move-chats"

    let title: String
    let back: String
    let backLabel: String
    let sessions: [SessionView]
    let folders: [HistoryPage.FolderRow]
    /// Whether any of the conversations is in a folder, so that it can be taken out of it.
    let canLeave: Bool
    let fault: String?

    struct SessionView: Sendable {
        let id: String
    }

    /// - Parameter places: the folders that the conversations are in.
    init(
        _ chosen: [Session.ID], from places: Set<SessionFolder.ID?>, to folders: [SessionFolder], back: String,
        isRefused: Bool, _ say: Phrases
    ) {
        title = say.count("folder.moveTitle", chosen.count)
        self.back = back
        backLabel = say(back.hasPrefix("/chat") ? "history.backToChat" : "history.backTo")
        sessions = chosen.map { SessionView(id: $0) }
        self.folders = folders.map { folder in
            var row = HistoryPage.FolderRow(folder, say)
            row.isChosen = places == [folder.id]
            return row
        }
        canLeave = folders.contains { places.contains($0.id) }
        fault = isRefused ? say("folder.unnamed") : nil
    }
}
