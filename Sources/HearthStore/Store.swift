// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization

/// Everything that a user owns, in one SQLite database: the one door to it.
///
/// Each method is one whole transaction, and has waited for the disk when it returns. All of them throw `StoreError`.
/// Texts are kept as they are, but for U+0000, which becomes U+FFFD.
public final class Store: Sendable {
    let database: any DatabaseWriter
    /// `nil` for a store in memory.
    let files: StoreFiles?
    private let lock: Mutex<StoreLock?>
    /// Copies that the last clean-up could not clean.
    let unclean = Mutex<[UncleanCopy]>([])
    /// Whether traces of erased things are removed in the background, after the erasing was acknowledged.
    let cleansLater: Bool
    /// Whether a clean-up in the background waits for its turn.
    let isCleaning = Atomic(false)
    /// `nil` outside of simulations.
    let steps: StoreSteps?
    /// Queue that makes backups and removes erased texts, one after the other: a backup never sees half an erasure.
    private let upkeep = DispatchQueue(label: "hearth.store.upkeep", qos: .utility)

    /// Opens a database that has been looked at, or makes a new one. Callers use `Store.open`.
    init(files: StoreFiles, lock: StoreLock, cleansLater: Bool = false, steps: StoreSteps? = nil) throws {
        self.lock = Mutex(lock)
        (self.cleansLater, self.steps) = (cleansLater, steps)
        try PrivateFiles.makeFile(files.database)
        let pool = try DatabasePool(path: files.database.path, configuration: Self.configuration())
        // Every commit waits for the disk; the pool has just set NORMAL, under which a power cut may take back the last
        // ones.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try migrate(pool)
        self.files = files
        database = pool
    }

    /// A store that lives in memory and is gone with its value.
    public init() throws {
        files = nil
        steps = nil
        lock = Mutex(nil)
        cleansLater = false
        database = try DatabaseQueue(configuration: Self.configuration())
        try migrate(database)
    }

    /// Lets go of the files; every call after this fails, but for another of this one.
    public func close() throws {
        let held = lock.withLock { $0.take() }
        guard held != nil || files == nil else { return }
        do {
            // Else the log would stay: the last connection that the library closes is one that may not write. It does
            // stay where another program reads it, which is no failure.
            if files != nil { database.writeWithoutTransaction { _ = try? $0.checkpoint(.truncate) } }
            try database.close()
        } catch { throw StoreError(error, at: files?.database) }
        withExtendedLifetime(held) {}
    }

    static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            // What is deleted is overwritten; no text goes to temporary files; a page is checked when it is read.
            try database.execute(
                sql: """
                    PRAGMA secure_delete = ON;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cell_size_check = ON;
                    """)
        }
        return configuration
    }
}

/// Decides when a store goes on, so that a simulation has all of its work in one order: each piece of it waits for its
/// turn, and is then done at once, on the caller's thread.
package struct StoreSteps: Sendable {
    /// Waits for the turn of a piece of work.
    package let turn: @Sendable (StaticString) async throws -> Void

    package init(turn: @escaping @Sendable (StaticString) async throws -> Void) { self.turn = turn }
}

extension Store {
    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await inRead(work) } catch is CancellationError { throw CancellationError() } catch {
            throw StoreError(error, at: files?.database)
        }
    }

    /// One transaction.
    ///
    /// It is done even when the caller's task has been cancelled: an answer that was stopped is to be saved all the
    /// same.
    @discardableResult
    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await inTransaction(work) } catch { throw StoreError(error, at: files?.database) }
    }

    /// Reads one moment of the database in `work`, and leaves the errors of all layers as they are.
    func inRead<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard let steps else { return try await database.read(work) }
        try await steps.turn("read")
        try Task.checkCancellation()
        return try doNow { try database.read(work) }
    }

    /// One transaction, whether the caller's task is cancelled or not, with the errors of all layers as they are.
    func inTransaction<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await Task { [self] in
            guard let steps else { return try await database.write(work) }
            try await steps.turn("write")
            return try doNow { try database.write(work) }
        }.value
    }

    /// Chooses the methods that wait on this thread.
    private func doNow<Value>(_ work: () throws -> Value) rethrows -> Value { try work() }

    /// Writes what is there already, to find out whether the disk takes it.
    /// - Throws: `StoreError` `.full`, `.denied`, `.disk`.
    public func checkWriting() async throws {
        try await write { try $0.execute(sql: "PRAGMA user_version = \(migrations.count)") }
    }

    /// Work that takes several transactions; each job waits for the one before. A job that is called off throws
    /// `CancellationError`.
    func maintain<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        if let steps {
            try await steps.turn("maintain")
            do { return try doNow(work) } catch let error as CancellationError { throw error } catch {
                throw StoreError(error, at: files?.database)
            }
        }
        return try await withCheckedThrowingContinuation { continuation in
            upkeep.async { [self] in
                continuation.resume(
                    with: Result { try work() }.mapError { error in
                        error is CancellationError ? error : StoreError(error, at: files?.database)
                    })
            }
        }
    }
}
