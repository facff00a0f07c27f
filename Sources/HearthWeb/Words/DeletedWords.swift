// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthWords

extension WordDeletion {
    static func key(of id: ID) -> DeletionQueue.Key { .init("words", String(id)) }
}

extension DeletionQueue {
    /// Has deleted words erased once they can be restored no longer.
    func add(_ deletion: WordDeletion, in store: any WordStore) {
        // What cannot be erased now is erased at the next start.
        add(WordDeletion.key(of: deletion.id), for: WordDeletion.undoTime) { try? await store.erase(deletion.id) }
    }
}
