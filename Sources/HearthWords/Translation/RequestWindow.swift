// SPDX-License-Identifier: Apache-2.0

/// How many requests may run at the same time: one more after each window of successes, half as many after a refusal.
///
/// Source: additive increase, multiplicative decrease, as in TCP's congestion avoidance (RFC 5681, section 3.1).
struct RequestWindow: Sendable, Equatable {
    /// 1…`most`.
    private(set) var size = 1
    let most: Int
    /// Successes since the size last changed.
    private var successes = 0
    /// Requests that began before this number do not halve again: they were refused for the same crowd.
    private var halvedAt = 0

    init(most: Int) { self.most = max(1, most) }

    mutating func succeed() {
        successes += 1
        guard successes >= size else { return }
        successes = 0
        size = min(size + 1, most)
    }

    /// - Parameters:
    ///   - request: the number of the request that was refused.
    ///   - next: the number that the next request will have.
    mutating func refuse(_ request: Int, next: Int) {
        successes = 0
        guard request >= halvedAt else { return }
        size = max(1, size / 2)
        halvedAt = next
    }
}

/// How long to wait before a request is sent again: a random time up to a limit that grows with each try ("full
/// jitter").
///
/// Sources: DeepL's own client (1 s, times 1.6, at most 120 s, 5 retries); M. Brooker, "Exponential Backoff and
/// Jitter", AWS Architecture Blog, 2015.
struct Backoff: Sendable, Equatable {
    var first = 1.0
    var factor = 1.6
    var longest = 120.0
    /// How often a request is sent again.
    var retries = 5
    /// A service that asks for a longer wait is not waited for.
    var longestRetryAfter = Duration.seconds(600)

    /// - Parameters:
    ///   - attempt: how often the request has failed, from 1.
    ///   - random: 0…1.
    func pause(after attempt: Int, random: Double) -> Duration {
        var limit = first
        for _ in 1..<max(1, attempt) where limit < longest { limit *= factor }
        return .milliseconds(Int((min(limit, longest) * min(max(random, 0), 1) * 1000).rounded()))
    }
}
