// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthModels
import HearthWeb
package import HearthWords
import Synchronization

/// The due words that a mode which uses words tells the model of.
///
/// A talk is told the same words to its end, so that the model does not read its beginning again for each message.
/// Words that were deleted or changed since are left out.
package final class TalkWords: Sendable {
    private let store: any WordStore
    private let settings: any SettingsStore
    private let now: @Sendable () -> Date
    private let told = Mutex<[(talk: String, words: [DueWord])]>([])
    /// Talks whose words are kept.
    private static let most = 50

    package init(
        _ store: any WordStore, settings: any SettingsStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.settings, self.now) = (store, settings, now)
    }

    /// - Parameter talk: the session.
    /// - Returns: the empty text where nothing is due.
    package func text(for talk: String) async -> String {
        var words: [DueWord] = []
        for word in await begun(talk) {
            let now = try? await store.flashcard(word.flashcard.id)
            if let now, now.content.word == word.word, now.content.translation == word.flashcard.content.translation {
                words.append(word)
            }
        }
        return TutorWords.prompt(words)
    }

    /// The words that were due when the talk began.
    private func begun(_ talk: String) async -> [DueWord] {
        if let known = told.withLock({ told in told.first { $0.talk == talk }?.words }) { return known }
        // A talk without words is better than none.
        guard let settings = try? await settings.load() else { return [] }
        let days = UserDays(timeZone: .current, startMinutes: settings.words.dayStartMinutes)
        let moment = StudyMoment(now: now(), days: days, most: settings.words.mostADay)
        let due = (try? await TutorWords(store).due(moment)) ?? []
        told.withLock { told in
            told.append((talk, due))
            if told.count > Self.most { told.removeFirst() }
        }
        return due
    }

    /// To be called when the words have been replaced.
    package func forget() { told.withLock { $0 = [] } }
}
