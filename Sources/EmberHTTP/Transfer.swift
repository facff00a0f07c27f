// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One request and its answer: where the thread that receives it and the task that reads it meet.
final class Transfer: Sendable {
    struct Head: Sendable {
        let status: Int
        let fields: HTTPFields
    }

    private struct State {
        var head: Head?
        /// Bytes that have arrived and were not read yet.
        var bytes: [UInt8] = []
        /// How it ended; nothing arrives after that.
        var end: Result<Void, any Error>?
        /// Whether the thread waits for `bytes` to be read.
        var isPaused = false
        var reader: CheckedContinuation<Void, Never>?
    }

    /// Bytes that are kept for a reader before the server has to wait; a piece of libcurl's, at most 16 KiB, may come
    /// on top.
    private static let most = 256 << 10

    let request: HTTPRequest
    private let loop: TransferLoop
    private let state = Mutex(State())

    init(_ request: HTTPRequest, _ loop: TransferLoop) {
        self.request = request
        self.loop = loop
    }

    // MARK: For the reader

    /// Waits for the answer's head.
    func head() async throws -> Head {
        try await whenCancelledClose {
            await self.wait { $0.head != nil || $0.end != nil }
            return try self.state.withLock { state in
                if case .failure(let error)? = state.end, state.head == nil || error is CancellationError {
                    throw error
                }
                guard let head = state.head else { preconditionFailure("an answer ended well without a head") }
                return head
            }
        }
    }

    /// Waits for the next bytes; `nil` at the answer's end.
    func next() async throws -> [UInt8]? {
        try await whenCancelledClose {
            await self.wait { !$0.bytes.isEmpty || $0.end != nil }
            let (bytes, wasPaused) = try self.state.withLock { state -> ([UInt8], Bool) in
                if state.bytes.isEmpty { try state.end?.get() }
                defer { (state.bytes, state.isPaused) = ([], false) }
                return (state.bytes, state.isPaused)
            }
            if wasPaused { self.loop.resume(self) }
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// Closes the connection, unless the answer is here already.
    func cancel() {
        guard finish(.failure(CancellationError())) else { return }
        loop.remove(self)
    }

    private func whenCancelledClose<Value>(_ read: () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            let value = try await read()
            try Task.checkCancellation()
            return value
        } onCancel: {
            cancel()
        }
    }

    private func wait(until isThere: @Sendable (borrowing State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if isThere(state) { return true }
                precondition(state.reader == nil, "an answer has one reader")
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    // MARK: For the thread

    var isOver: Bool { state.withLock { $0.end != nil } }

    func receive(_ head: Head) {
        change { $0.head = head }
    }

    /// - Returns: whether the bytes were taken. If not, they are to be brought again after `TransferLoop.resume`.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            // The reader is gone; the transfer will be removed in a moment.
            if state.end != nil { return (true, nil) }
            guard state.bytes.count < Self.most else {
                state.isPaused = true
                return (false, nil)
            }
            state.bytes.append(contentsOf: bytes)
            return (true, state.reader.take())
        }
        reader?.resume()
        return isTaken
    }

    func end(_ failure: HTTPFailure?) {
        _ = finish(failure.map { .failure($0) } ?? .success(()))
    }

    /// - Returns: whether it had not ended before.
    private func finish(_ end: Result<Void, any Error>) -> Bool {
        var isFirst = false
        change { state in
            guard state.end == nil else { return }
            isFirst = true
            state.end = end
            if case .failure(let error) = end, error is CancellationError { state.bytes = [] }
        }
        return isFirst
    }

    private func change(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            return state.reader.take()
        }
        reader?.resume()
    }
}
