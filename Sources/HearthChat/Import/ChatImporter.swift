// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthModels

/// Brings conversations of other programs in: looks at a file first, and then adds what is in it, all or nothing.
public struct ChatImporter: Sendable {
    private let store: any ChatImportStore
    private let now: @Sendable () -> Date
    private let identifier: @Sendable () -> String

    /// Messages that are saved at once, about: a question that is asked meanwhile waits for them.
    private static let messagesAtOnce = 4_000
    private static let bytesAtOnce = 4 << 20

    public init(
        store: any ChatImportStore, now: @escaping @Sendable () -> Date = { Date() },
        identifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
    ) {
        (self.store, self.now, self.identifier) = (store, now, identifier)
    }

    /// How far it is: which part of the file was read, and what there was in it so far.
    public struct Progress: Sendable {
        public let fraction: Double
        public let conversations: Int
        public let messages: Int
    }

    /// Reads a file and saves nothing.
    ///
    /// - Parameter progress: what it throws ends the work.
    /// - Throws: `ChatImportError`, what the store and `progress` throw.
    public func read(
        _ file: URL, name: String, limits: ChatImportLimits = .init(),
        progress: @escaping @Sendable (Progress) throws -> Void
    ) async throws -> ChatImport {
        let known = try await known()
        let now = now()
        return try await ChatFileReading().run {
            var reading = try ChatReading(
                file, name: name, known: known, includesArchived: true, at: now, limits: limits)
            let counter = ProgressCounter(progress)
            try reading.read(counter.tell) { conversation, _ in counter.add(conversation) }
            return reading.result
        }
    }

    /// Adds what is in a file. Where anything fails, or `progress` throws, nothing was added.
    ///
    /// - Parameters:
    ///   - includingArchived: whether those are added that were archived.
    ///   - remembering: whether the memory may learn from them.
    public func add(
        _ file: URL, name: String, includingArchived: Bool, remembering: Bool, limits: ChatImportLimits = .init(),
        progress: @escaping @Sendable (Progress) throws -> Void
    ) async throws -> ChatImport {
        // What an import left that could not be undone.
        try await store.eraseUnseen()
        do {
            let result = try await addUnseen(
                file, name: name, includingArchived: includingArchived, remembering: remembering, limits, progress)
            try Task.checkCancellation()
            try await store.showImported()
            return result
        } catch {
            // What cannot be erased now is seen by nobody, and goes with the next start.
            try? await Task { try await store.eraseUnseen() }.value
            throw error
        }
    }

    private func addUnseen(
        _ file: URL, name: String, includingArchived: Bool, remembering: Bool, _ limits: ChatImportLimits,
        _ progress: @escaping @Sendable (Progress) throws -> Void
    ) async throws -> ChatImport {
        let known = try await known()
        let (date, identifier, pipe) = (now(), identifier, ImportPipe())
        let work = Task {
            try await ChatFileReading().run {
                defer { pipe.finish() }
                var reading = try ChatReading(
                    file, name: name, known: known, includesArchived: includingArchived, at: date, limits: limits)
                let counter = ProgressCounter(progress)
                var (batch, messages, bytes): ([ImportedSession], Int, Int) = ([], 0, 0)
                try reading.read({ fraction in
                    try pipe.check()
                    try counter.tell(fraction)
                }) { conversation, kind in
                    counter.add(conversation)
                    batch.append(
                        ImportedSession(conversation, of: kind, isRemembered: remembering, identifier: identifier))
                    messages += conversation.messages.count
                    bytes += conversation.messages.reduce(0) { $0 + $1.text.utf8.count }
                    guard messages >= Self.messagesAtOnce || bytes >= Self.bytesAtOnce else { return }
                    try pipe.put(batch)
                    (batch, messages, bytes) = ([], 0, 0)
                }
                if !batch.isEmpty { try pipe.put(batch) }
                return reading.result
            }
        }
        return try await withTaskCancellationHandler {
            do {
                for await batch in pipe.batches {
                    try Task.checkCancellation()
                    try await store.addUnseen(batch, at: date)
                    pipe.makeRoom()
                }
            } catch {
                pipe.close()
                _ = await work.result
                throw error
            }
            return try await work.value
        } onCancel: {
            pipe.close()
        }
    }

    private func known() async throws -> [ChatImport.Kind: [String: Date]] {
        var known: [ChatImport.Kind: [String: Date]] = [:]
        for kind in ChatImport.Kind.allCases { known[kind] = try await store.importedOrigins(of: kind) }
        return known
    }
}

/// Reads files of strangers on a thread of its own, which may wait there until what was read is saved.
private actor ChatFileReading {
    private let queue = ReadingQueue("hearth.chat.import")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func run<Value: Sendable>(_ work: @Sendable () throws -> Value) throws -> Value { try work() }
}

/// Tells how far the reading is, with what there was so far.
private final class ProgressCounter {
    private let body: (ChatImporter.Progress) throws -> Void
    private var (conversations, messages) = (0, 0)

    init(_ body: @escaping (ChatImporter.Progress) throws -> Void) { self.body = body }

    func add(_ conversation: ImportedConversation) {
        conversations += 1
        messages += conversation.messages.count
    }

    func tell(_ fraction: Double) throws {
        try body(.init(fraction: min(1, fraction), conversations: conversations, messages: messages))
    }
}
