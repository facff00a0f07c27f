// SPDX-License-Identifier: Apache-2.0

/// The caches of conversations that rest, so that the next turn pays only for what is new.
///
/// The least recently used goes first when together they exceed the budget.
struct PrefixCache {
    /// Least recently used first.
    private var resting: [(cache: KeyValueCache, precision: Precision)] = []
    /// Beginnings that stay whatever comes, in fast precision; conversations take copies of them.
    private var pinned: [KeyValueCache] = []
    private let shape: DecoderShape
    /// Bytes that resting caches may hold.
    private let budget: Int

    /// Room is made in steps of this many tokens, so that a few more words do not move a whole cache.
    private static let step = 4096

    init(shape: DecoderShape, budget: Int) {
        self.shape = shape
        self.budget = budget
    }

    /// A cache with room for `capacity` tokens that already holds as much as possible of `prompt`, but never its last
    /// token, whose logits are still to be computed.
    ///
    /// A resting cache that is wholly a beginning of the prompt is continued; from one that only begins alike, the
    /// common part is copied, so that the other conversation keeps its own.
    mutating func take(
        for prompt: [Int32], capacity: Int, precision: Precision, format: CacheFormat
    ) throws(EmberError) -> KeyValueCache {
        let capacity = rounded(capacity)
        var best: (cache: KeyValueCache, common: Int, index: Int?)?
        // Later ones win over equals: what was said most recently, and that over what is pinned.
        let candidates =
            pinned.map { (cache: $0, precision: Precision.fast, index: Int?.none) }
            + resting.enumerated().map { (cache: $1.cache, precision: $1.precision, index: $0) }
        for (cache, kind, index) in candidates
        where kind == precision && isLong(cache.capacity) == isLong(capacity) {
            let common = min(zip(cache.tokens, prompt).prefix { $0 == $1 }.count, prompt.count - 1)
            if common > 0, common >= best?.common ?? 1 { best = (cache, common, index) }
        }
        // The last tokens of an answer may differ from how the template repeats them: a short tail is no conversation.
        if let best, let index = best.index, best.cache.capacity >= capacity,
            best.cache.count - best.common <= max(8, best.cache.count / 16)
        {
            resting.remove(at: index)
            best.cache.truncate(to: best.common)
            return best.cache
        }
        let cache = try KeyValueCache(shape: shape.cache, capacity: capacity, format: format)
        if let best { cache.copy(from: best.cache, count: best.common) }
        return cache
    }

    /// Some room to grow, but not so much that the conversation would count as a long one.
    private func rounded(_ capacity: Int) -> Int {
        let stepped = (capacity + Self.step - 1) / Self.step * Self.step
        let limit = if let short = shape.rotarySwitch, capacity <= short { short } else { shape.context }
        return max(capacity, min(limit, stepped))
    }

    /// Whether keys are turned by the frequencies of long conversations: caches of the two kinds share nothing.
    private func isLong(_ capacity: Int) -> Bool { shape.rotarySwitch.map { capacity > $0 } ?? false }

    /// Takes a cache back when its conversation rests.
    mutating func putBack(_ cache: KeyValueCache, precision: Precision) {
        guard cache.count > 0 else { return }
        resting.append((cache, precision))
        while resting.count > 1, bytes > budget { resting.removeFirst() }
    }

    // MARK: Pinned beginnings

    func isPinned(_ prompt: [Int32]) -> Bool { pinned.contains { $0.tokens == prompt } }

    mutating func pin(_ cache: KeyValueCache) { pinned.append(cache) }

    mutating func unpin() { pinned.removeAll() }

    /// Bytes that resting caches hold.
    var bytes: Int { resting.reduce(0) { $0 + $1.cache.bytes } }
}
