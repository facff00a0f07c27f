// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthStore
import HearthWords

/// `HelpKind`, as it is typed.
enum SuggestedKind: String, CaseIterable, ExpressibleByArgument {
    case definition, translation, example, mnemonic, story
}

/// `hearth words suggest`: what dictionaries and a model offer for words, as on the pages of a word. Nothing is saved.
struct SuggestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Ask dictionaries and a model of this machine for definitions, translations, examples or a story.",
        discussion: """
            What a model writes goes through the same rules as in the app, and what they refuse is not shown. Unlike the app, this asks \
            any model that is named, the smallest too. Nothing is saved.
            """)

    @Argument(help: "The words. One that has a card is asked for with what is on it.") var words: [String]
    @Option(help: "What is wanted.") var kind = SuggestedKind.definition
    @Option(help: "The deck, whose languages count; the first one unless it is named.") var deck: String?
    @OptionGroup var model: ModelArguments
    @Flag(help: "Use no dictionaries.") var withoutDictionaries = false
    @Flag(help: "Print JSON lines.") var json = false

    func run() async throws {
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // Nothing was written.
        let tree = try await home.store.decks()
        guard let deck = try home.deck(deck, in: tree) ?? tree.decks.first else {
            throw ValidationError("there are no decks yet")
        }
        guard let pair = tree.settings(of: deck.id).languages else {
            throw ValidationError("the deck \"\(deck.name)\" has no languages; set them in its settings")
        }
        let (models, name) = try model.find()
        let nowhere = Dictionaries(folder: URL(filePath: "/dev/null"))
        let helper = WordHelper(models, model: name, dictionaries: withoutDictionaries ? nowhere : Dictionaries())
        let known = try await home.store.knownWords(in: pair.source)
        for word in kind == .story ? [words.joined(separator: ", ")] : words {
            let start = ContinuousClock.now
            let content = try await content(of: word, in: deck, home.store)
            let result = await Result.of { try await suggestions(content, known, pair, helper) }
            say(word, result, (ContinuousClock.now - start) / .seconds(1))
        }
    }

    /// Returns the content of the word's card, or the word alone if it has no card.
    private func content(of word: String, in deck: Deck, _ store: Store) async throws -> FlashcardContent {
        var query = FlashcardQuery(deck: deck.id)
        query.text = word
        let found = try await store.flashcards(query).flashcards.first { $0.content.word == word }
        return found?.content ?? FlashcardContent(word: word)
    }

    private func suggestions(
        _ content: FlashcardContent, _ known: KnownWords, _ pair: LanguagePair, _ helper: WordHelper
    ) async throws -> [Suggestion] {
        switch kind {
        case .definition: try await helper.definitions(of: content, pair)
        case .translation: try await helper.translations(of: content, pair)
        case .example: [try await helper.example(of: content, known, pair)]
        case .mnemonic: [try await helper.mnemonic(of: content, pair)]
        case .story: [try await helper.story(of: words, known, pair)]
        }
    }

    private func say(_ word: String, _ result: Result<[Suggestion], any Error>, _ seconds: Double) {
        switch result {
        case .success(let found):
            let texts = found.map { $0.note.isEmpty ? $0.text : "\($0.text) (\($0.note))" }
            let answer: JSON = [
                "word": .string(word), "seconds": .number(seconds),
                "suggestions": .array(found.map { ["text": .string($0.text), "note": .string($0.note)] }),
            ]
            StandardStream.output.answer(
                json ? answer : nil, else: "\(line: word): \(line: texts.joined(separator: "; "))")
        case .failure(let error):
            let answer: JSON = [
                "word": .string(word), "seconds": .number(seconds), "failure": .string("\(error)"),
            ]
            StandardStream.output.answer(json ? answer : nil, else: "\(line: word): nothing (\(line: "\(error)"))")
        }
    }
}

extension Result where Failure == any Error, Success: Sendable {
    fileprivate static func of(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
