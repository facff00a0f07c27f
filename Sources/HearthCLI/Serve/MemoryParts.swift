// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HearthMemory
package import HearthModels
package import HearthStore

/// The memory, put together: what learns, what recalls, and what conversations have of both.
package struct MemoryParts: Sendable {
    package let recall: Recall
    package let learning: Learning
    package let commands: MemoryCommands
    package let modes: ModesFolder
    package let companion: HouseCompanion
    package let journal: Journal
    package let curation: FactCuration

    package init(
        _ store: Store, _ embedding: any Embedding, _ models: any ModelHost, _ backgroundJobs: BackgroundJobs,
        modes: ModesFolder,
        words: TalkWords? = nil, deletions: DeletionQueue = DeletionQueue()
    ) async throws {
        try modes.prepare()
        recall = Recall(
            store, embedding: embedding, models: RecallModels(installed: await embedding.embeddingModels()))
        learning = Learning(
            store: store, recall: recall, settings: store, backgroundJobs: backgroundJobs, embedding: embedding,
            profile: Profile(store: store))
        self.modes = modes
        journal = Journal(store, recall: recall, reader: LearnedJournal(learning), deletions: deletions)
        curation = FactCuration(
            store: store, caches: [recall, ModelCaches(models: models), learning], index: learning,
            deletions: deletions)
        commands = MemoryCommands(store: store, learning: learning, curation: curation)
        companion = HouseCompanion(
            learning: learning, memory: AnswerMemory(recall: recall, facts: store), commands: commands, modes: modes,
            models: models, settings: store, words: words)
    }

    /// Reads what the end of the program kept from being read.
    func begin() async throws {
        await learning.begin()
        try await Profile(store: curation.store).rebuild()
        await learning.catchUp(with: journal)
    }

    /// Gives pages access to the memory.
    func access(_ store: Store) -> MemoryAccess {
        MemoryAccess(modes: modes, facts: store, learning: learning, commands: commands, journal: journal)
    }
}
