// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

extension Site {
    /// What stands before all addresses.
    func guardedRouter(_ logger: Logger) -> Router<WebContext> {
        let router = Router(context: WebContext.self)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: LastAnswers())
        router.add(middleware: ErrorResponses(site: self, logger: logger))
        router.add(middleware: HostGuard(allowed: configuration.allowedNames))
        router.add(middleware: AccessGuard(access: access))
        router.add(middleware: OriginGuard())
        router.add(middleware: FormGuard(access: access, limit: configuration.formLimit))
        return router
    }

    /// Every address of the app.
    func router(_ logger: Logger) -> Router<WebContext> {
        let router = guardedRouter(logger)

        // Coming in
        router.get("/", use: splash)
        router.get("/enter", use: enter)
        router.get("/sign-in.css", use: signInStyle)
        router.get("/welcome", use: welcome)
        router.post("/welcome", use: begin)
        router.get("/welcome/model", use: chooseFirstModel)
        router.get("/offline", use: offline)

        // Conversations
        router.get("/chat", use: currentChat)
        router.get("/chat/new", use: newChat)
        router.post("/chat/ask", use: ask)
        router.get("/chat/:session", use: chat)
        router.get("/chat/:session/details", use: chatDetails)
        router.get("/chat/:session/export", use: exportChat)
        router.post("/chat/:session/stop", use: stop)
        router.post("/chat/:session/draft", use: saveDraft)
        router.post("/chat/:session/rename", use: rename)
        router.post("/chat/:session/instructions", use: instruct)
        router.post("/chat/:session/thinking", use: think)
        router.post("/chat/:session/clear", use: clear)
        router.post("/chat/:session/freeze", use: freeze)
        router.post("/chat/:session/continue", use: continueChat)
        router.post("/chat/:session/end", use: endTemporary)
        router.post("/chat/:session/leave", use: leave)
        router.post("/chat/:session/delete", use: delete)
        router.post("/chat/:session/undelete", use: undelete)
        router.post("/messages/choose", use: chooseBranch)
        router.post("/messages/:message/edit", use: edit)
        router.post("/messages/:message/repeat", use: regenerate)
        router.post("/messages/:message/continue", use: goOn)
        router.get("/answers/:message/events", use: answerEvents)
        router.get("/history", use: history)

        // Models
        router.post("/models/choose", use: chooseModel)
        router.post("/models/unload", use: unloadModel)
        router.post("/models/fetch", use: fetchModel)
        router.post("/models/link", use: linkModel)
        router.post("/models/pause", use: pauseDownload)
        router.post("/models/cancel", use: cancelDownload)
        router.post("/models/remove", use: removeModel)
        router.post("/models/token", use: keepHubToken)
        router.post("/models/token/forget", use: forgetHubToken)
        router.get("/models/download", use: download)
        router.get("/models/download/events", use: downloadEvents)

        // Models elsewhere
        router.get("/settings/models/elsewhere", use: addRemote)
        router.post("/models/elsewhere/look", use: lookElsewhere)
        router.post("/models/elsewhere/add", use: saveRemote)
        router.get("/models/elsewhere/consent", use: consent)
        router.post("/models/elsewhere/agree", use: agree)
        router.post("/models/elsewhere/check", use: checkRemote)
        router.post("/models/elsewhere/remove", use: removeRemote)

        // What happens meanwhile
        router.get("/news", use: news)

        // Settings and what else there is
        router.get("/settings", use: settingsIndex)
        router.get("/settings/models", use: modelSettings)
        router.get("/settings/answers", use: answerSettings)
        router.post("/settings/answers", use: saveAnswers)
        router.get("/settings/appearance", use: appearance)
        router.post("/settings/appearance", use: saveAppearance)
        router.get("/settings/privacy", use: privacy)
        router.post("/data/restore", use: restoreBackup)
        router.post("/data/export", use: exportEverything)
        router.post("/data/export/cancel", use: cancelExports)
        router.post("/data/erase", use: eraseEverything)
        router.get("/data/events", use: dataEvents)
        router.get("/settings/programs", use: programs)
        router.post("/settings/programs/renew", use: renewProgramKey)
        router.get("/everything", use: everything)
        router.get("/help", use: help)

        // Programs
        router.get("/v1/models", use: listModels)
        router.get("/v1/models/**", use: showModel)
        router.post("/v1/chat/completions", use: completeChat)
        router.post("/v1/completions", use: completeText)
        router.post("/v1/embeddings", use: embed)

        // Files
        router.get("/assets/:hash/**", use: asset)
        router.get("/manifest.webmanifest", use: manifest)
        router.get("/service-worker.js", use: serviceWorker)
        return router
    }
}
