// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// Bringing words in from files, and taking them along as files.
struct WordFileRoutes: Sendable {
    let words: WordPages
    let reader: (any ReadingWordFiles)?
    let imports: PendingImports
    let sent: SentForms

    /// The most bytes of a file that is read as text.
    private static let textLimit = 64 << 20

    // MARK: Import

    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        _ = try words.store(voice)
        return try await words.response(ImportPage(readsAnki: readsAnki, voice.say), voice, to: request)
    }

    private var readsAnki: Bool { reader?.reads("words.apkg") ?? false }

    @Sendable func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        _ = try words.store(voice)
        do {
            guard let file = context.upload, !file.name.isEmpty else {
                throw WordsError(.invalid, voice.say("wordfiles.noFile"))
            }
            let content = try await content(of: file, voice)
            let key = await imports.keep(PendingImport(name: file.name, content: content))
            return .redirect(to: "/words/import/\(key)")
        } catch let error as WebError { throw error } catch {
            let page = ImportPage(fault: "\(error)", readsAnki: readsAnki, voice.say)
            return try await words.response(page, voice, to: request, status: .badRequest)
        }
    }

    private func content(of file: UploadedFile, _ voice: Voice) async throws -> PendingImport.Content {
        let ending = (file.name as NSString).pathExtension.lowercased()
        if let reader, reader.reads(file.name) {
            return .words(try await reader.words(in: file.url, days: words.days(voice)))
        }
        guard ["csv", "tsv", "txt", "json"].contains(ending) else {
            throw WordsError(.invalid, voice.say("wordfiles.unknownKind"))
        }
        let size = try FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int ?? 0
        guard size <= Self.textLimit else { throw WordsError(.invalid, voice.say("wordfiles.tooLarge")) }
        let data = try Data(contentsOf: file.url)
        if ending == "json" {
            return .words(try WordJSON.words(in: data, deck: [(file.name as NSString).deletingPathExtension]))
        }
        let text = try DelimitedText([UInt8](data))
        guard !text.rows.isEmpty else { throw WordsError(.invalid, voice.say("wordfiles.empty")) }
        return .table(text.rows)
    }

    @Sendable func preview(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (key, file) = try await pending(context, voice)
        if let report = file.report {
            let page = ImportReportPage(report, file, voice.say)
            return try await words.response(page, voice, to: request)
        }
        return try await preview(ImportForm(file), file, key, voice, request)
    }

    private func preview(
        _ form: ImportForm, _ file: PendingImport, _ key: String, fault: String? = nil, _ voice: Voice,
        _ request: Request
    ) async throws -> Response {
        let tree = try await words.store(voice).decks()
        let page = PreviewPage(file, key, form, tree, fault: fault, voice.say)
        return try await words.response(page, voice, to: request, status: fault == nil ? .ok : .badRequest)
    }

    /// Imports a file as the form says, or shows what that would bring.
    @Sendable func importFile(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (key, file) = try await pending(context, voice)
        guard file.report == nil else { return .redirect(to: "/words/import/\(key)") }
        let form = ImportForm(context.form, file)
        guard context.form["do"] == "import" else { return try await preview(form, file, key, voice, request) }
        let store = try words.store(voice)
        let tree = try await store.decks()
        guard let (batch, leftOut) = form.batch(file, tree) else {
            return try await preview(form, file, key, fault: voice.say("wordfiles.noWordColumn"), voice, request)
        }
        let (days, now) = (words.days(voice), words.pages.clock.now())
        try await sent.once("import \(key)") {
            let report = try await store.importWords(batch, days: days, at: now) { _ in }
            await imports.finish(key, report, leftOut: leftOut)
        }
        return .redirect(to: "/words/import/\(key)")
    }

    private func pending(_ context: WebContext, _ voice: Voice) async throws -> (String, PendingImport) {
        let key = context.parameters.get("file") ?? ""
        guard let file = await imports[key] else { throw WebError(.gone, .gone, voice.say("wordfiles.gone")) }
        return (key, file)
    }

    // MARK: Export

    @Sendable func exports(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let tree = try await words.store(voice).decks()
        let deck = request.uri.queryParameters.get("deck", as: Int64.self)
        return try await words.response(ExportPage(tree, deck, voice.say), voice, to: request)
    }

    @Sendable func export(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let isJSON = context.form["kind"] == "json"
        let deck = context.form["deck"].flatMap(Int64.init)
        let batch = try await words.store(voice).exportWords(deck: deck, withReviews: isJSON, withMedia: false)
        let data = isJSON ? try WordJSON.data(batch) : Data(DelimitedText.csv(batch.rows).utf8)
        let name = "hearth-words.\(isJSON ? "json" : "csv")"
        return Response(
            status: .ok,
            headers: [
                .contentType: isJSON ? "application/json" : "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}

extension WordImport {
    /// As a table, with names in the first row.
    var rows: [[String]] {
        [["word", "translation", "definition", "phonetic", "example", "synonyms", "tags", "deck"]]
            + words.map { word in
                let content = word.content
                let path = decks.indices.contains(word.deck) ? decks[word.deck].path : []
                return [
                    content.word, content.translation, content.definition, content.phonetic, content.example,
                    content.synonyms.joined(separator: "; "), content.tags.joined(separator: " "),
                    path.joined(separator: Deck.separator),
                ]
            }
    }
}
