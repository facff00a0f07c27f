// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// What `work` makes of 0, 1, … `count` - 1, in this order, worked out on all cores.
func onAllCores<Value: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Value) -> [Value] {
    let values = Mutex<[Value?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { place in
        let value = work(place)
        values.withLock { $0[place] = value }
    }
    return values.withLock { $0.compactMap(\.self) }
}
