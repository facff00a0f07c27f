// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization

@testable import HearthMemory

/// As much of a journal's store as reading files and asking needs, in memory.
final class MemoryJournal: JournalStore {
    let kept = Mutex<[JournalEntry]>([])

    func entry(_ id: String) -> JournalEntry? { kept.withLock { $0.first { $0.id == id } } }

    func entries(_ query: JournalQuery) -> [JournalEntry] {
        let all = kept.withLock { $0 }.filter {
            $0.day >= query.from ?? .first && $0.day <= query.until ?? .last
        }.sorted { ($0.day, $0.minute ?? 0) < ($1.day, $1.minute ?? 0) }
        return Array((query.newestFirst ? all.reversed() : all).dropFirst(query.offset).prefix(query.limit))
    }

    func save(_ entry: JournalEntry) { kept.withLock { $0 = $0.filter { $0.id != entry.id } + [entry] } }

    func known(_ entries: [(day: JournalDay, text: String, photos: Int)]) -> Set<Int> {
        kept.withLock { kept in
            Set(
                entries.indices.filter { place in
                    kept.contains { $0.day == entries[place].day && $0.text == entries[place].text }
                })
        }
    }

    func importEntries(_ next: @escaping @Sendable () throws -> (JournalEntry, [PhotoFile])?) throws -> Set<
        JournalEntry.ID
    > {
        var added: [JournalEntry] = []
        while let (entry, photos) = try next() {
            var entry = entry
            entry.photos = photos.map {
                JournalPhoto(kind: $0.kind, width: $0.width, height: $0.height, size: $0.data.count)
            }
            added.append(entry)
        }
        kept.withLock { $0 += added }
        return []
    }

    func overview() -> JournalOverview {
        var overview = JournalOverview()
        let days = kept.withLock { $0.map(\.day) }
        (overview.entries, overview.first, overview.last) = (days.count, days.min(), days.max())
        return overview
    }

    func searchEntries(_ text: String, limit: Int) -> [JournalFinding] { [] }
    func days(_ range: ClosedRange<JournalDay>) -> [JournalDaySummary] { [] }
    func deleteEntries(_ ids: [String], at date: Date) { kept.withLock { $0.removeAll { ids.contains($0.id) } } }
    func undeleteEntries(_ ids: [String]) {}
    func erase(deletedBefore date: Date) {}
    func eraseEntries(_ ids: [String]) { kept.withLock { $0.removeAll { ids.contains($0.id) } } }
    func eraseEntries(of day: JournalDay) { kept.withLock { $0.removeAll { $0.day == day } } }
    func unseenCount(of day: JournalDay) -> Int { 0 }
    func eraseJournal() { kept.withLock { $0 = [] } }
    func draft(_ id: String) -> JournalDraft? { nil }
    func newestDraft(isTalk: Bool) -> JournalDraft? { nil }
    func save(_ draft: JournalDraft) {}
    func save(_ draft: JournalDraft, inPlaceOf former: JournalDraft) -> Bool { false }
    func discardDraft(_ id: String) {}
    func photos(of entry: String) -> [JournalPhoto] { [] }
    func photo(_ id: String) -> PhotoFile? { nil }
    func add(_ photo: PhotoFile, to entry: String) -> JournalPhoto {
        JournalPhoto(kind: photo.kind, width: photo.width, height: photo.height, size: photo.data.count)
    }
    func add(_ photos: [PhotoFile], with draft: JournalDraft) {}
    func erasePhoto(_ id: String) {}
    func unrecalledEntries(limit: Int) -> [JournalEntry] { [] }
    func reflections(_ range: ClosedRange<JournalDay>) -> [Reflection] { [] }
    func reflection(_ id: String) -> Reflection? { nil }
    func save(_ reflection: Reflection) {}
    func eraseReflection(_ id: String) {}
}

/// A model that writes what it is told, whatever the question.
struct WritingModel: Completing {
    let text: String

    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        AsyncThrowingStream { stream in
            stream.yield(.text(text))
            stream.finish()
        }
    }
}
