// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Synchronization

/// An index that is a list.
final class ListIndex: PassageIndex {
    private struct State {
        var passages: [(passage: Passage, draft: PassageDraft)] = []
        var vectors: [(number: Int, vector: PassageVector, model: String)] = []
        var mark = PassageMark()
        var hidden: Set<String> = []
    }

    private let state = Mutex(State())

    func hide(_ threads: Set<String>) { state.withLock { $0.hidden = threads } }

    func add(_ drafts: [PassageDraft]) async throws {
        for draft in drafts where draft.part == 0 { try await remove(draft.kind, sources: [draft.source]) }
        state.withLock { state in
            for draft in drafts {
                state.mark.passage += 1
                let passage = Passage(
                    number: state.mark.passage, kind: draft.kind, source: draft.source, part: draft.part,
                    thread: draft.thread, speaker: draft.speaker, date: draft.date, text: draft.text)
                state.passages.append((passage, draft))
            }
        }
    }

    func remove(_ kind: Passage.Kind, sources: [String]) async throws {
        state.withLock { state in
            let before = state.passages.count
            state.passages.removeAll { $0.passage.kind == kind && sources.contains($0.passage.source) }
            state.mark.removals += before - state.passages.count
        }
    }

    func lookUp(_ stems: [String], since: PassageMark, models: [String]) async throws -> PassageLookup {
        state.withLock { state in
            PassageLookup(
                holders: stems.map { stem in
                    state.passages.filter { $0.draft.stems.contains(stem) }.map(\.passage.number)
                },
                added: state.passages.filter { $0.passage.number > since.passage }.map { passage, draft in
                    PassageOutline(
                        number: passage.number, thread: passage.thread, speaker: passage.speaker, date: passage.date,
                        stemCount: draft.stems.count, traits: draft.traits)
                },
                vectors: models.map { model in
                    state.vectors.filter { $0.number > since.vector && $0.model == model }.map(\.vector)
                },
                hiddenThreads: state.hidden,
                remaining: since.removals == state.mark.removals ? nil : state.passages.map(\.passage.number),
                mark: state.mark)
        }
    }

    func passages(_ numbers: [Int]) async throws -> [Passage] {
        state.withLock { state in
            numbers.compactMap { number in
                state.passages.first { $0.passage.number == number && !state.hidden.contains($0.passage.thread) }?
                    .passage
            }
        }
    }

    func unembedded(by models: [String], limit: Int) async throws -> [Passage] {
        state.withLock { state in
            let done = Set(state.vectors.filter { models.contains($0.model) }.map(\.vector.passage))
            return Array(state.passages.map(\.passage).filter { !done.contains($0.number) }.reversed().prefix(limit))
        }
    }

    func add(_ vectors: [PassageVector], of model: String) async throws {
        state.withLock { state in
            // A passage has one vector.
            state.vectors.removeAll { old in vectors.contains { $0.passage == old.vector.passage } }
            for vector in vectors where state.passages.contains(where: { $0.passage.number == vector.passage }) {
                state.mark.vector += 1
                state.vectors.append((state.mark.vector, vector, model))
            }
        }
    }
}
