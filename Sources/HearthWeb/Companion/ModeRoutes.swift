// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import Hummingbird

/// Reading, trying, changing and adding modes. They are files; each change is one file written whole.
struct ModeRoutes: Sendable {
    let pages: Pages
    let memory: MemoryAccess?
    let models: any ModelHost
    let settings: any SettingsStore

    @Sendable func modes(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let folder = try folder
        let page = ModesPage(
            folder.modes(in: locale.text.memoryLanguage), usual: locale.settings.memory.usualMode, files: folder.count,
            machine: pages.configuration.machine, isSaved: request.query.get("saved") != nil, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func saveUsual(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let mode = context.form["mode"], try folder.mode(mode, in: .english) != nil else {
            throw WebError(.badRequest, .input)
        }
        try await settings.change { $0.memory.usualMode = mode }
        return .redirect(to: "/settings/modes?saved=1")
    }

    @Sendable func mode(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        let page = ModePage(
            mode, language: mode.language, isSaved: request.query.get("saved") != nil, pages.clock,
            locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func newMode(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = ModePage(nil, language: language(request, locale), pages.clock, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let (text, language) = (Self.filled(context), language(request, locale))
        do {
            let id = try folder.add(text, language)
            return .redirect(to: "/settings/modes/\(id)?lang=\(language.rawValue)&saved=1")
        } catch let error as ModeError {
            let page = ModePage(
                nil, filled: text, language: language, fault: locale.text("modes.fault\(error.code.rawValue)"),
                pages.clock, locale.text)
            return try await pages.response(page, locale, to: request, in: .settings, status: .badRequest)
        }
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        let (text, language) = (Self.filled(context), language(request, locale))
        do {
            try folder.save(text, as: mode.id, language)
            return .redirect(to: "/settings/modes/\(mode.id)?lang=\(language.rawValue)&saved=1")
        } catch let error as ModeError {
            let page = ModePage(
                mode, filled: text, language: language, fault: locale.text("modes.fault\(error.code.rawValue)"),
                pages.clock, locale.text)
            return try await pages.response(page, locale, to: request, in: .settings, status: .badRequest)
        }
    }

    /// Answers one message with the text as it stands in the form. Nothing of it is saved.
    @Sendable func trial(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        let (text, language) = (Self.filled(context), language(request, locale))
        let question = pages.phrases(language == .french ? .french : .english)("modes.trialQuestion")
        let usual = locale.settings.answers.instructions
        var asked = CompletionRequest(
            instructions: text.text.isEmpty ? usual : text.text, turns: [.init(role: .user, content: question)])
        (asked.maxTokens, asked.thinks) = (200, false)
        var answer = AnswerText()
        for try await event in try await models.complete(asked) {
            if case .piece(let piece) = event { answer.append(piece) }
        }
        let page = ModePage(
            mode, filled: text, language: language, trial: pages.markdown(locale.text).html(answer.text, in: "trial"),
            pages.clock, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func restore(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        let language = language(request, locale)
        // A mode of the user's own has nothing that it could be again.
        do { try folder.restore(mode.id, language) } catch is ModeError { throw WebError(.notFound, .gone) }
        return .redirect(to: "/settings/modes/\(mode.id)?lang=\(language.rawValue)&saved=1")
    }

    @Sendable func copy(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        var text = mode.text
        text.name = String(locale.text("modes.copyOf", ["name": text.name]).prefix(60))
        let id = try folder.add(text, mode.language)
        return .redirect(to: "/settings/modes/\(id)?lang=\(mode.language.rawValue)")
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let mode = try found(request, context, locale)
        guard !mode.isBuiltIn else { throw WebError(.badRequest, .input) }
        try folder.remove(mode.id)
        // New chats begin in one that there is.
        try await settings.change { if $0.memory.usualMode == mode.id { $0.memory.usualMode = ModesFolder.usual } }
        return .redirect(to: "/settings/modes")
    }

    // MARK: Parts

    private var folder: ModesFolder {
        get throws {
            guard let memory else { throw WebError(.notFound, .gone) }
            return memory.modes
        }
    }

    private func language(_ request: Request, _ locale: RequestLocale) -> MemoryLanguage {
        request.query.get("lang").flatMap { MemoryLanguage(rawValue: $0) } ?? locale.text.memoryLanguage
    }

    private func found(_ request: Request, _ context: WebContext, _ locale: RequestLocale) throws -> Mode {
        let id = try context.parameters.require("mode")
        guard let mode = try folder.mode(id, in: language(request, locale)) else { throw WebError(.notFound, .gone) }
        return mode
    }

    private static func filled(_ context: WebContext) -> ModeText {
        let form = context.form
        return ModeText(
            name: form["name"]?.trimmed ?? "", about: form["about"]?.trimmed ?? "",
            uses: Set(ModeText.Use.allCases.filter { form["uses-\($0.rawValue)"] != nil }),
            text: form["text"]?.replacing("\r\n", with: "\n").trimmed ?? "")
    }
}
