// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Limits how many requests an endpoint is asked at once. The limit adapts: each answer that begins raises it a little,
/// each "too many requests" halves it, as congestion control does (Chiu and Jain, 1989).
///
/// Requests that find no place wait in their order.
final class RemoteTurns: Sendable {
    private struct Endpoint {
        var limit: Double
        var running = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []

        var hasRoom: Bool { running < Int(limit) }
    }

    private struct State {
        var endpoints: [String: Endpoint] = [:]
        var next = 0
        /// Waits that were cancelled before they had begun.
        var cancelled: Set<Int> = []
    }

    /// Requests at once: to begin with, and at most.
    private let range: ClosedRange<Double>
    private let state = Mutex(State())

    init(first: Int, most: Int) { range = Double(max(1, first))...Double(max(1, first, most)) }

    /// Runs `work` when the endpoint has room for it.
    /// - Throws: `CancellationError` for a caller that is cancelled while it waits, and what `work` throws.
    func take<Value>(at address: RemoteAddress, _ work: () async throws -> Value) async throws -> Value {
        try await enter(address.text)
        defer { leave(address.text) }
        return try await work()
    }

    func wentWell(at address: RemoteAddress) {
        adapt(address.text) { min($0 + 1 / max(1, $0), range.upperBound) }
    }

    func wasTooMuch(at address: RemoteAddress) { adapt(address.text) { max(1, $0 / 2) } }

    /// Requests that the endpoint is asked at once now.
    func limit(at address: RemoteAddress) -> Int {
        state.withLock { Int($0.endpoints[address.text]?.limit ?? range.lowerBound) }
    }

    // MARK: Parts

    private func adapt(_ endpoint: String, _ change: (Double) -> Double) {
        let free = state.withLock { state in
            let limit = state.endpoints[endpoint]?.limit ?? range.lowerBound
            state.endpoints[endpoint, default: Endpoint(limit: limit)].limit = change(limit)
            return Self.admit(&state, endpoint)
        }
        for continuation in free { continuation.resume() }
    }

    private func enter(_ endpoint: String) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case goes, waits, cancelled }
                let outcome = state.withLock { state -> Outcome in
                    if state.cancelled.remove(id) != nil { return .cancelled }
                    var place = state.endpoints[endpoint] ?? Endpoint(limit: range.lowerBound)
                    defer { state.endpoints[endpoint] = place }
                    guard !place.hasRoom || !place.waiting.isEmpty else {
                        place.running += 1
                        return .goes
                    }
                    place.waiting.append((id, continuation))
                    return .waits
                }
                switch outcome {
                case .goes: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .waits: break
                }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.endpoints[endpoint]?.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.endpoints[endpoint]?.waiting.remove(at: index).continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
        // Cancelled after it had been let in: nobody waits for this mark any more.
        state.withLock { _ = $0.cancelled.remove(id) }
    }

    private func leave(_ endpoint: String) {
        let free = state.withLock { state in
            state.endpoints[endpoint]?.running -= 1
            return Self.admit(&state, endpoint)
        }
        for continuation in free { continuation.resume() }
    }

    private static func admit(_ state: inout State, _ endpoint: String) -> [CheckedContinuation<Void, any Error>] {
        var free: [CheckedContinuation<Void, any Error>] = []
        while var place = state.endpoints[endpoint], place.hasRoom, !place.waiting.isEmpty {
            free.append(place.waiting.removeFirst().continuation)
            place.running += 1
            state.endpoints[endpoint] = place
        }
        return free
    }
}
