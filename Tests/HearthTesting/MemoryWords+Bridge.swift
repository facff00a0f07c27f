// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthWords

/// Reviews from talks, and the user's own texts.
extension MemoryWords {
    public func undoAnswer(_ key: String) -> AnswerUndo {
        guard let review = log.last(where: { $0.key == key }), log.last(where: { $0.card == review.card }) == review,
            let step = undone.lastIndex(where: { $0.review == review.id })
        else { return .nothing }
        undone.append(undone.remove(at: step))
        return undoLastAnswer().map { .undone($0) } ?? .nothing
    }

    public func answers(keyed beginning: String) -> [AnsweredCard] {
        log.filter { $0.key?.hasPrefix(beginning) == true }.compactMap { review in
            studyCards[review.card].map { AnsweredCard(card: $0, review: review) }
        }
    }

    public func write(_ texts: [OwnText]) { self.texts = texts }

    public func ownTexts(with beginning: String, limit: Int) -> [OwnText] {
        Array(
            texts.filter { text in
                text.excerpt.folding(options: .diacriticInsensitive, locale: nil).lowercased()
                    .split { !$0.isLetter }.contains { $0.hasPrefix(beginning) }
            }.prefix(limit))
    }
}
