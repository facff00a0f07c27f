// SPDX-License-Identifier: Apache-2.0

import HearthEngine
import HearthMemory
import HearthModels
import HearthStore

/// The memory, put together: what learns, what recalls, and what conversations have of both.
struct MemoryParts: Sendable {
    let recall: Recall
    let learning: Learning
    let desk: MemoryDesk
    let modes: ModesFolder
    let companion: HouseCompanion

    init(
        _ store: Store, _ embedding: any Embedding, _ models: any ModelHost, _ errands: Errands, modes: ModesFolder
    ) async throws {
        try modes.prepare()
        recall = Recall(store, embedding: embedding, model: await embedding.modelForRecall())
        learning = Learning(
            store: store, recall: recall, models: models, settings: store, errands: errands, embedding: embedding)
        desk = MemoryDesk(store: store, learning: learning)
        self.modes = modes
        companion = HouseCompanion(
            learning: learning, memory: AnswerMemory(recall: recall, facts: store), desk: desk, modes: modes,
            models: models, settings: store)
    }
}
