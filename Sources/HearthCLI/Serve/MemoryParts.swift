// SPDX-License-Identifier: Apache-2.0

package import HearthMemory
package import HearthModels
package import HearthStore

/// The memory, put together: what learns, what recalls, and what conversations have of both.
package struct MemoryParts: Sendable {
    package let recall: Recall
    package let learning: Learning
    package let desk: MemoryDesk
    package let modes: ModesFolder
    package let companion: HouseCompanion
    package let journal: Journal

    package init(
        _ store: Store, _ embedding: any Embedding, _ models: any ModelHost, _ errands: Errands, modes: ModesFolder
    ) async throws {
        try modes.prepare()
        recall = Recall(store, embedding: embedding, model: await embedding.modelForRecall())
        learning = Learning(
            store: store, recall: recall, models: models, settings: store, errands: errands, embedding: embedding)
        desk = MemoryDesk(store: store, learning: learning)
        self.modes = modes
        journal = Journal(store, recall: recall, reader: LearnedJournal(learning))
        companion = HouseCompanion(
            learning: learning, memory: AnswerMemory(recall: recall, facts: store), desk: desk, modes: modes,
            models: models, settings: store)
    }

    /// What pages show and change of it.
    func access(_ store: Store) -> MemoryAccess {
        MemoryAccess(modes: modes, facts: store, learning: learning, desk: desk)
    }
}
