// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension WebArea {
    /// Conversations: reading them, asking, and keeping them in order.
    static let chat = WebArea(
        "Chat", place: Place("chat", icon: "chat"),
        features: [
            Feature("chat", at: "/chat", icon: "chat") { "\($0.name) · \($0.words)" },
            Feature("temporary", at: "/chat/new?temporary=1", icon: "temporary"),
        ]
    ) { router, site in
        let chat = ChatRoutes(site)
        router.get("/chat", use: chat.currentChat)
        router.get("/chat/new", use: chat.newChat)
        router.get("/chat/:session", use: chat.chat)
        router.get("/chat/:session/details", use: chat.chatDetails)
        router.get("/chat/:session/message/:message/edit", use: chat.editSheet)
        router.get("/chat/:session/export", use: chat.exportChat)

        let models = ModelSheetRoutes(chat: chat, conversations: site.conversations, remote: site.remote)
        router.get("/chat/:session/model", use: models.modelSheet)
        router.post("/chat/:session/model", use: models.setModel)

        let messages = MessageRoutes(pages: site.pages, conversations: site.conversations, remote: site.remote)
        router.post("/chat/ask", use: messages.ask)
        router.post("/chat/:session/stop", use: messages.stop)
        router.post("/messages/choose", use: messages.chooseBranch)
        router.post("/messages/:message/edit", use: messages.edit)
        router.post("/messages/:message/repeat", use: messages.regenerate)
        router.post("/messages/:message/continue", use: messages.goOn)
        router.get("/answers/:message/events", use: messages.answerEvents)

        let sessions = SessionRoutes(conversations: site.conversations, settings: site.settings)
        router.post("/chat/:session/draft", use: sessions.saveDraft)
        router.post("/chat/:session/rename", use: sessions.rename)
        router.post("/chat/:session/instructions", use: sessions.instruct)
        router.post("/chat/:session/thinking", use: sessions.think)
        router.post("/chat/:session/clear", use: sessions.clear)
        router.post("/chat/:session/freeze", use: sessions.freeze)
        router.post("/chat/:session/continue", use: sessions.continueChat)
        router.post("/chat/:session/end", use: sessions.endTemporary)
        router.post("/chat/:session/leave", use: sessions.leave)
    }
}
