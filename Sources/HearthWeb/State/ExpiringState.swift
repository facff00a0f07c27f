// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// State of pages that is in memory alone, each value by a key. The oldest make room, each goes after a while,
/// whether anybody asks for it or not, and all of them go when everything is erased or replaced.
actor ExpiringState<Value: Sendable>: DataReplacementParticipant {
    private struct Entry {
        let key: String
        var value: Value
        let timer: Task<Void, Never>
    }

    /// The oldest first.
    private var entries: [Entry] = []
    /// Work that is using a value up. Such a value is in no list meanwhile.
    private var uses: [UUID: Task<Void, any Error>] = [:]
    private var isClosed = false
    private let most: Int
    private let lasting: Duration
    private let clock: any Clock<Duration>
    private let isBusy: @Sendable (Value) -> Bool
    private let letGo: @Sendable (Value) async -> Void

    /// - Parameters:
    ///   - most: more than these are not held at once.
    ///   - lasting: how long each is held after it was given or changed last.
    ///   - isBusy: whether something is in the middle of its work, so that others make room first.
    ///   - letGo: ends what is let go of.
    init(
        most: Int, lasting: Duration, clock: any Clock<Duration> = ContinuousClock(),
        isBusy: @escaping @Sendable (Value) -> Bool = { _ in false },
        letGo: @escaping @Sendable (Value) async -> Void = { _ in }
    ) {
        (self.most, self.lasting, self.clock) = (most, lasting, clock)
        (self.isBusy, self.letGo) = (isBusy, letGo)
    }

    subscript(_ key: String) -> Value? { entries.first { $0.key == key }?.value }

    func has(_ key: String) -> Bool { self[key] != nil }

    /// Holds something. While everything is being replaced, nothing is.
    /// - Returns: its name.
    @discardableResult
    func keep(_ value: Value, as key: String = UUID().uuidString) async -> String {
        guard !isClosed else {
            await letGo(value)
            return key
        }
        let former = take(key)
        add(value, key)
        if let former { await letGo(former) }
        while entries.count > most {
            let idle = entries.first { !isBusy($0.value) } ?? entries[0]
            await remove(idle.key)
        }
        return key
    }

    /// Changes something, or begins it, and holds it as long again.
    func change(_ key: String, from beginning: Value, _ edit: @Sendable (inout Value) -> Void) async {
        var value = take(key) ?? beginning
        edit(&value)
        await keep(value, as: key)
    }

    /// Lets go of something now.
    func remove(_ key: String) async {
        if let value = take(key) { await letGo(value) }
    }

    /// Lets go of all, and waits until what is being done with any of it has ended.
    func removeAll() async {
        let gone = entries
        entries = []
        for entry in gone { entry.timer.cancel() }
        for use in uses.values {
            use.cancel()
            _ = await use.result
        }
        for entry in gone { await letGo(entry.value) }
    }

    /// Uses something up, once. Where the work fails, it is held as long again, so that it can be tried again.
    /// - Returns: `false` where it is not held any more.
    func use(_ key: String, _ work: @escaping @Sendable (Value) async throws -> Void) async throws -> Bool {
        guard let value = take(key) else { return false }
        // In a task of its own: it goes on when the browser leaves.
        let (task, name) = (Task { try await work(value) }, UUID())
        uses[name] = task
        defer { uses[name] = nil }
        do { try await task.value } catch {
            if !isClosed, !task.isCancelled { add(value, key) }
            throw error
        }
        return true
    }

    private func add(_ value: Value, _ key: String) {
        let timer = Task { [weak self, clock, lasting] in
            guard (try? await clock.sleep(for: lasting)) != nil else { return }
            await self?.remove(key)
        }
        entries.append(Entry(key: key, value: value, timer: timer))
    }

    private func take(_ key: String) -> Value? {
        guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: place)
        entry.timer.cancel()
        return entry.value
    }

    deinit { for entry in entries { entry.timer.cancel() } }

    // MARK: Everything

    /// All of it was made of what is replaced, and nothing of it may be written into what takes that place.
    func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        isClosed = true
        defer { isClosed = false }
        await removeAll()
        try await work()
    }
}
