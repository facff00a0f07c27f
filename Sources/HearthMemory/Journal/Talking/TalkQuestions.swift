// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// The questions of a guided talk: from a list by language, or from a model where it finds a better one.
public struct TalkQuestions: Sendable {
    private let language: MemoryLanguage

    public init(_ language: MemoryLanguage) { self.language = language }

    /// The list's next question. Each day begins elsewhere in it, and none comes twice in a talk.
    public func next(in talk: GuidedTalk, on day: JournalDay) -> String {
        let asked = Set(talk.exchanges.map(\.question))
        let list = lists[min(talk.exchanges.count, lists.count - 1)]
        let start = ((day.number % list.count) + list.count) % list.count
        let order = list[start...] + list[..<start]
        return order.first { !asked.contains($0) } ?? list[start]
    }

    /// A model's next question, where it is one: short, new, and about what was said.
    /// - Returns: `nil` for a model that is very small, for what is no such question, and where somebody may be in
    /// danger.
    public func question(of model: JournalModel, in talk: GuidedTalk) async throws -> String? {
        guard !model.isTiny, let last = talk.exchanges.last?.answer, !last.allSatisfy(\.isWhitespace),
            !Care.concerns(talk.text)
        else { return nil }
        var request = CompletionRequest(
            instructions: instructions,
            turns: [
                .init(
                    role: .user,
                    content: talk.exchanges.map { "\($0.question)\n\($0.answer ?? "")" }.joined(separator: "\n\n"))
            ])
        (request.model, request.temperature, request.maxTokens, request.thinks) = (model.name, 0.4, 40, false)
        return Self.checked(try await model.text(request), talk, language)
    }

    /// One question of at most 18 words that was not asked before, in the talk's language, with no other sentence
    /// around it, and with a word of the user's in it.
    static func checked(_ text: String, _ talk: GuidedTalk, _ language: MemoryLanguage) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let line = lines.first(where: { !$0.isEmpty }) else { return nil }
        let question = line.trimmingCharacters(in: CharacterSet(charactersIn: "\"“”«»*_ \u{A0}"))
        let words = FoldedWords.all(in: question)
        guard question.hasSuffix("?"), question.count(where: { $0 == "?" }) == 1, (3...18).contains(words.count),
            !question.dropLast().contains(where: { ".!:".contains($0) }),
            MemoryLanguage(of: words).map({ $0 == language }) ?? true
        else { return nil }
        let asked = talk.exchanges.map { Set(FoldedWords.all(in: $0.question)) }
        let mine = Set(words)
        guard !asked.contains(where: { Double($0.intersection(mine).count) >= 0.8 * Double(mine.count) }) else {
            return nil
        }
        let said = Set(language.stems(of: FoldedWords.all(in: talk.text)))
        return said.isDisjoint(with: language.stems(of: words)) ? nil : question
    }

    private var instructions: String {
        switch language {
        case .english:
            """
            You help somebody write their diary by asking. Ask one short, warm question about what they just said, with a word of \
            theirs in it. Write only the question. Give no advice and no opinion.
            """
        case .french:
            """
            Vous aidez quelqu'un à écrire son journal en posant des questions. Posez une seule question, courte et chaleureuse, sur \
            ce qui vient d'être dit, en reprenant un de ses mots et en vouvoyant. Écrivez seulement la question. Ne donnez ni \
            conseil ni avis.
            """
        }
    }

    /// Questions to ask first, second, third and last.
    private var lists: [[String]] {
        switch language {
        case .english:
            [
                [
                    "What stayed with you today?", "Where were you when today was at its best?",
                    "Who did you spend today with?", "What did today sound like?",
                    "What happened that you did not expect?",
                ],
                [
                    "How did that feel?", "What made it so?", "What did you notice that nobody else did?",
                    "Is that new, or has it been so for a while?", "What would you tell a friend about it?",
                ],
                [
                    "What was hard today?", "Was there something you did not say?", "What are you still turning over?",
                    "What took more of you than it should have?", "What did you put off, and why?",
                ],
                [
                    "Is there one small thing you would keep?", "What are you glad of tonight?",
                    "What do you wish for tomorrow?", "How would you like to remember this day?",
                    "What can wait until tomorrow?",
                ],
            ]
        case .french:
            [
                [
                    "Que gardez-vous de cette journée\u{202F}?", "Où étiez-vous au meilleur moment\u{202F}?",
                    "Avec qui avez-vous passé la journée\u{202F}?",
                    "Quels bruits gardez-vous de cette journée\u{202F}?",
                    "Qu’est-ce que vous n’attendiez pas\u{202F}?",
                ],
                [
                    "Qu’avez-vous ressenti\u{202F}?", "À quoi cela tenait-il\u{202F}?",
                    "Qu’avez-vous remarqué que personne d’autre n’a vu\u{202F}?",
                    "Est-ce nouveau, ou est-ce ainsi depuis un moment\u{202F}?",
                    "Que diriez-vous à un ami de tout cela\u{202F}?",
                ],
                [
                    "Qu’est-ce qui a été difficile\u{202F}?", "Y a-t-il quelque chose que vous n’avez pas dit\u{202F}?",
                    "Qu’est-ce qui vous trotte encore dans la tête\u{202F}?",
                    "Qu’est-ce qui vous a pris plus d’énergie qu’il n’aurait fallu\u{202F}?",
                    "Qu’avez-vous remis à plus tard, et pourquoi\u{202F}?",
                ],
                [
                    "Y a-t-il une petite chose que vous garderiez\u{202F}?",
                    "De quoi vous réjouissez-vous ce soir\u{202F}?",
                    "Que souhaitez-vous pour demain\u{202F}?",
                    "Comment aimeriez-vous vous souvenir de ce jour\u{202F}?",
                    "Qu’est-ce qui peut attendre demain\u{202F}?",
                ],
            ]
        }
    }
}
