// SPDX-License-Identifier: Apache-2.0

import HearthMemory
import Hummingbird

extension WebArea {
    /// The companion in conversations: memory, modes and care.
    static let companion = WebArea(
        "Companion",
        features: [
            Feature("companion", at: "/settings/companion", icon: "memory"),
            Feature("modes", at: "/settings/modes", icon: "person"),
        ],
        settings: [
            SettingsEntry("companion", in: .chat, at: "/settings/companion", icon: "memory", hasNote: true) {
                locale, _ in [locale.text(locale.settings.memory.pausesMemory ? "companion.paused" : "companion.on")]
            },
            SettingsEntry("modes", in: .chat, at: "/settings/modes", icon: "person", hasNote: true),
        ]
    ) { router, site in
        let settings = CompanionSettingsRoutes(pages: site.pages, memory: site.memory, settings: site.settings)
        router.get("/settings/companion", use: settings.settings)
        router.post("/settings/companion", use: settings.save)
        router.post("/settings/companion/pause", use: settings.pause)

        let modes = ModeRoutes(
            pages: site.pages, memory: site.memory, models: site.models, settings: site.settings)
        router.get("/settings/modes", use: modes.modes)
        router.post("/settings/modes", use: modes.saveUsual)
        router.get("/settings/modes/new", use: modes.newMode)
        router.post("/settings/modes/new", use: modes.add)
        router.get("/settings/modes/:mode", use: modes.mode)
        router.post("/settings/modes/:mode", use: modes.save)
        router.post("/settings/modes/:mode/try", use: modes.trial)
        router.post("/settings/modes/:mode/restore", use: modes.restore)
        router.post("/settings/modes/:mode/copy", use: modes.copy)
        router.post("/settings/modes/:mode/delete", use: modes.delete)

        let sheets = MemorySheetRoutes(
            chat: ChatRoutes(site), conversations: site.conversations, memory: site.memory, settings: site.settings)
        router.get("/chat/:session/memory", use: sheets.memorySheet)
        router.post("/chat/:session/memory", use: sheets.turnMemory)
        router.get("/chat/:session/mode", use: sheets.modeSheet)
        router.post("/chat/:session/mode", use: sheets.setMode)
        router.get("/chat/:session/message/:message", use: sheets.messageSheet)
        router.post("/messages/:message/forget", use: sheets.forgetLearned)
        router.post("/messages/:message/undo", use: sheets.undo)
        router.post("/messages/:message/choose", use: sheets.choose)
    }
}
