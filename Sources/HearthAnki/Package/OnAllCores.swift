// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs `work` for 0, 1, … `count` - 1 on all cores, and returns the results in this order.
func onAllCores<Value: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Value) -> [Value] {
    let values = Mutex<[Value?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { place in
        let value = work(place)
        values.withLock { $0[place] = value }
    }
    return values.withLock { $0.compactMap(\.self) }
}
