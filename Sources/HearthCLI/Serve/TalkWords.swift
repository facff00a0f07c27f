// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthModels
import HearthWeb
package import HearthWords
import Synchronization

/// What a mode that uses words tells the model of them: those that were due when the talk began.
///
/// A talk is told the same to its end, so that the model does not read its beginning again for each message.
package final class TalkWords: Sendable {
    private let tutor: TutorWords
    private let settings: any SettingsStore
    private let now: @Sendable () -> Date
    private let told = Mutex<[(talk: String, text: String)]>([])
    /// Talks whose words are kept.
    private static let most = 50

    package init(
        _ store: any WordStore, settings: any SettingsStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (tutor, self.settings, self.now) = (TutorWords(store), settings, now)
    }

    /// - Parameter talk: by which the talk is known, such as its first question.
    /// - Returns: the empty text where nothing is due.
    package func text(for talk: String) async -> String {
        if let known = told.withLock({ told in told.first { $0.talk == talk }?.text }) { return known }
        // A talk without words is better than none.
        guard let settings = try? await settings.load() else { return "" }
        let days = UserDays(timeZone: .current, startMinutes: settings.words.dayStartMinutes)
        let due = (try? await tutor.due(StudyMoment(now: now(), days: days))) ?? []
        let text = TutorWords.prompt(due)
        told.withLock { told in
            told.append((talk, text))
            if told.count > Self.most { told.removeFirst() }
        }
        return text
    }

    /// To be called when the words have been replaced.
    package func forget() { told.withLock { $0 = [] } }
}
