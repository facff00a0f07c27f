// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
public import HearthModels

/// Asks dictionaries, and a model, for what a card may have. What a model writes goes through rules
/// first; what they refuse is asked for again, a few times, and then there is nothing.
public struct WordHelper: Sendable {
    let models: any Completing
    /// `nil` where no model can help.
    let model: String?
    let dictionaries: Dictionaries

    /// How often a model is asked for the same.
    static let tries = 4

    public init(_ models: any Completing, model: String?, dictionaries: Dictionaries) {
        (self.models, self.model, self.dictionaries) = (models, model, dictionaries)
    }

    // MARK: Meanings

    /// Definitions from dictionaries, where there are any; else a draft of the model's.
    public func definitions(of content: FlashcardContent, _ pair: LanguagePair) async throws -> [Suggestion] {
        let articles = dictionaries.articles(of: content.word, in: pair.source, into: nil)
        let senses = articles.flatMap { article in article.senses.map { (article.source, $0) } }
        guard !senses.isEmpty else { return [try await draft(of: content, pair)] }
        var suggestions = senses.prefix(6).map { source, sense in
            let kind = sense.kind.isEmpty ? "" : "\(sense.kind). "
            return Suggestion(
                sense.gloss, note: kind + sense.synonyms.prefix(4).joined(separator: ", "), source: .dictionary(source))
        }
        if model != nil, suggestions.count > 1, !content.example.isEmpty || !content.translation.isEmpty,
            let index = try? await fitting(suggestions.map(\.text), content, pair)
        {
            var best = suggestions.remove(at: index)
            best.source = .chosen(senses[index].0)
            suggestions.insert(best, at: 0)
        }
        try Task.checkCancellation()
        return suggestions
    }

    /// Index of the definition that fits the card: the model chooses a number and writes nothing.
    private func fitting(_ glosses: [String], _ content: FlashcardContent, _ pair: LanguagePair) async throws -> Int {
        let list = glosses.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
        let use =
            content.example.isEmpty ? "It means: \(content.translation)" : "Sentence: \(content.example.prefix(300))"
        let json = try await ask(
            "Choose the definition that fits how a word is used.",
            "Word: \(content.word)\n\(use)\n\(list)",
            ["choice": ["type": "integer", "minimum": 1, "maximum": .integer(glosses.count)]], temperature: 0)
        guard let number = json["choice"]?.integer, glosses.indices.contains(number - 1) else {
            throw HelpFailure.unsuitable
        }
        return number - 1
    }

    private func draft(of content: FlashcardContent, _ pair: LanguagePair) async throws -> Suggestion {
        let (forms, other) = (WordForms(pair.source), WordForms(pair.target))
        let task =
            "You write short dictionary definitions in \(name(pair.source)) for learners. Never use the word itself."
        for attempt in 0..<Self.tries {
            let json = try await ask(
                task, "Define in \(name(pair.source)): \(content.word)" + use(content),
                ["definition": ["type": "string", "maxLength": 200]], temperature: attempt == 0 ? 0 : 0.8)
            if let text = json["definition"]?.string,
                let definition = HelpCheck.definition(text, of: content.word, forms, not: other),
                !Nonsense(forms).repeats(task + use(content), in: definition)
            {
                return Suggestion(definition, source: .draft)
            }
        }
        throw HelpFailure.unsuitable
    }

    /// Translations from a dictionary, where there are any; else that of a service, or the model's.
    /// - Parameter service: who translates where no dictionary does; `nil` for the model.
    public func translations(
        of content: FlashcardContent, _ pair: LanguagePair,
        by service: (translator: Translator, connection: any Translating)? = nil
    ) async throws -> [Suggestion] {
        let articles = dictionaries.articles(of: content.word, in: pair.source, into: pair.target)
        let found = articles.filter { !$0.translations.isEmpty }.map {
            Suggestion(
                $0.translations.joined(separator: ", "), note: $0.phonetic.map { "[\($0)]" } ?? "",
                source: .dictionary($0.source))
        }
        guard found.isEmpty else { return found }
        if let service {
            let text = TranslationText(content.word)
            do {
                guard let translation = try await service.connection.translate([text], pair).first else {
                    throw HelpFailure.failed
                }
                return [Suggestion(try translation.get(), source: .service(service.translator))]
            } catch let error as TranslationError { throw HelpFailure.translator(error) }
        }
        guard let model else { throw HelpFailure.noModel }
        let translator = ModelTranslator(models, model: model)
        let text = TranslationText(content.word, context: content.example)
        do {
            guard let translation = try await translator.translate([text], pair).first else { throw HelpFailure.failed }
            return [Suggestion(try translation.get(), source: .draft)]
        } catch let error as TranslationError {
            throw error.code == .noModel ? HelpFailure.noModel : error.mayRetry ? .failed : HelpFailure.unsuitable
        }
    }

    // MARK: Sentences

    /// A sentence with the word, and otherwise of words that the learner knows.
    public func example(of content: FlashcardContent, _ known: KnownWords, _ pair: LanguagePair) async throws
        -> Suggestion
    {
        guard known.words.count >= HelpFailure.fewest else { throw HelpFailure.fewWords(known.words.count) }
        return try await sentence(with: [content.word], atLeast: 1, known, pair, longest: 200) { pool, refused in
            "Write one short \(self.name(pair.source)) sentence with the word “\(content.word)”"
                + (content.translation.isEmpty ? "" : " (\(content.translation))") + ". " + Self.only(pool, refused)
        }
    }

    /// A short story of several words, and otherwise of words that the learner knows.
    public func story(of words: [String], _ known: KnownWords, _ pair: LanguagePair) async throws -> Suggestion {
        guard known.words.count >= HelpFailure.fewest else { throw HelpFailure.fewWords(known.words.count) }
        let words = Array(words.prefix(8))
        // A story that has left a few out is still one; the page says which are in it.
        return try await sentence(
            with: words, atLeast: max(1, (words.count + 1) / 2), known, pair, longest: 900
        ) { pool, refused in
            "Write a story of three to five short \(self.name(pair.source)) sentences with these words: "
                + words.joined(separator: ", ") + ". " + Self.only(pool, refused)
        }
    }

    private static func only(_ pool: [String], _ refused: [String]) -> String {
        "Use only very simple words, best from this list: \(pool.joined(separator: ", "))."
            + (refused.isEmpty ? "" : " Do not use: \(refused.joined(separator: ", ")).")
    }

    private func sentence(
        with targets: [String], atLeast: Int, _ known: KnownWords, _ pair: LanguagePair, longest: Int,
        _ question: @Sendable (_ pool: [String], _ refused: [String]) -> String
    ) async throws -> Suggestion {
        var (refused, last): ([String], HelpFailure) = ([], .unsuitable)
        for _ in 0..<Self.tries {
            // Another part of what is known each time, so that another sentence comes.
            let json = try await ask(
                "You write \(name(pair.source)) sentences for learners, and what they mean in \(name(pair.target)).",
                question(Array(known.words.shuffled().prefix(60)), Array(refused.suffix(20))),
                [
                    "text": ["type": "string", "maxLength": .integer(longest)],
                    "meaning": ["type": "string", "maxLength": .integer(longest)],
                ], temperature: 0.8)
            let other = WordForms(pair.target)
            switch HelpCheck.sentence(
                json["text"]?.string ?? "", with: targets, atLeast: atLeast, known, not: other, longest: longest)
            {
            case .success(let sentence):
                let meaning = HelpCheck.tidied(json["meaning"]?.string ?? "")
                // A sentence is good without what it means; what is no meaning would teach something wrong.
                let isMeaning =
                    meaning.lowercased() != sentence.lowercased()
                    && !Nonsense(other, not: known.forms).isFound(in: meaning, as: .sentence)
                return Suggestion(sentence, note: isMeaning ? meaning : "", source: .checked)
            case .failure(let failure):
                last = failure
                if case .unknownWords(let words) = failure { refused += words }
            }
        }
        throw last
    }

    // MARK: Memory

    /// A picture in words that leads from the word to its meaning.
    public func mnemonic(of content: FlashcardContent, _ pair: LanguagePair) async throws -> Suggestion {
        let (forms, other) = (WordForms(pair.source), WordForms(pair.target))
        let wish =
            "One sentence that names the word and its meaning, with something that sounds or looks like the word."
        for attempt in 0..<Self.tries {
            let json = try await ask(
                "You invent short mnemonics in \(name(pair.target)) for learners of \(name(pair.source)).",
                "Word: \(content.word)\nMeaning: \(content.translation)\n" + wish,
                ["mnemonic": ["type": "string", "maxLength": 300]], temperature: attempt == 0 ? 0.5 : 0.9)
            if let text = json["mnemonic"]?.string, let line = HelpCheck.mnemonic(text, of: content, forms, other),
                !Nonsense(other).repeats(wish, in: line)
            {
                return Suggestion(line, source: .draft)
            }
        }
        throw HelpFailure.unsuitable
    }

    // MARK: Asking

    private func use(_ content: FlashcardContent) -> String {
        content.example.isEmpty ? "" : "\nIt is used like this: \(content.example.prefix(300))"
    }

    private func name(_ code: String) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: code) ?? code
    }

    private func ask(
        _ instructions: String, _ question: String, _ members: JSONObject, temperature: Float
    ) async throws -> JSON {
        guard let model else { throw HelpFailure.noModel }
        var request = CompletionRequest(instructions: instructions, turns: [.init(role: .user, content: question)])
        request.model = model
        request.form = .schema([
            "type": "object", "properties": .object(members),
            "required": .array(members.keys.map { .string($0) }), "additionalProperties": false,
        ])
        (request.temperature, request.thinks, request.maxTokens) = (temperature, false, 600)
        do {
            let answer = try await models.answer(to: request)
            // What is no JSON is a try that failed.
            return (try? JSON(parsing: Array(answer.utf8))) ?? .null
        } catch let error as ModelError {
            let failure = TranslationError(error)
            if failure.code == .nonsense { return .null }
            throw failure.code == .noModel ? HelpFailure.noModel : HelpFailure.failed
        }
    }
}
