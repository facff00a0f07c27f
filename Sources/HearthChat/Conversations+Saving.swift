// SPDX-License-Identifier: Apache-2.0

/// Answers that cannot be saved stay in memory, and are tried again until there is room for them.
extension Conversations {
    /// How often an answer that is over is tried again.
    static let retryInterval = Duration.seconds(1)

    /// Saves an answer as far as it had come, and notes what came of that.
    func save(_ message: Message, of running: RunningAnswer, in home: any ConversationStore) async {
        do {
            try await home.update(message)
            running.note(nil)
        } catch {
            running.note(PendingSave(error))
        }
    }

    /// Keeps an answer that is over, and saves it as soon as that works.
    func keepTrying(_ answer: RunningAnswer) {
        unsaved.append(answer)
        guard trying == nil else { return }
        trying = Task {
            while !unsaved.isEmpty, (try? await clock.sleep(for: Self.retryInterval)) != nil { await saveUnsaved() }
            trying = nil
        }
    }

    /// Tries once to save what is in memory alone.
    func saveUnsaved() async {
        for answer in unsaved {
            await save(answer.message, of: answer, in: store)
            guard answer.unsaved == nil, let place = unsaved.firstIndex(where: { $0 === answer }) else { continue }
            unsaved.remove(at: place)
            changes.add(to: answer.message.session)
        }
    }

    /// Lets go of a session's answers that are in memory alone, because they have been erased.
    func giveUp(on session: Session.ID) { unsaved.removeAll { $0.message.session == session } }
}
