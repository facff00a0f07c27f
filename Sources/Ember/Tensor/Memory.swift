// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Zeroed memory straight from the system: a page costs nothing until it is touched, and comes aligned.
final class Memory {
    let pointer: UnsafeMutableRawPointer
    let count: Int

    /// Large enough that the system may use its large pages, which spares a weight matrix
    /// thousands of address look-ups.
    private static let worthLargePages = 4 << 20

    /// - Parameter isFilled: whether all of it will be written. What is filled bit by bit must not have large pages:
    ///   the first number written to one takes 2 MB.
    /// - Throws: `EmberError` `.outOfResources` when the system refuses.
    init(bytes: Int, for purpose: String, isFilled: Bool = true) throws(EmberError) {
        count = max(bytes, 1)
        guard
            let start = mmap(
                nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | Self.noReserve, -1, 0),
            start != MAP_FAILED
        else {
            throw EmberError(.outOfResources, purpose, "the system refuses \(count / 1_000_000) MB of memory")
        }
        pointer = start
        #if os(Linux)
            if count >= Self.worthLargePages {
                madvise(start, count, Int32(isFilled ? MADV_HUGEPAGE : MADV_NOHUGEPAGE))
            }
        #endif
    }

    deinit { munmap(pointer, count) }

    #if os(Linux)
        private static let noReserve = MAP_NORESERVE
    #else
        private static let noReserve: Int32 = 0
    #endif
}

/// A table of fp32 numbers, `(capacity, width)`, that a pass writes and reads: one row for each token.
final class Rows {
    let capacity: Int
    let width: Int
    let data: UnsafeMutablePointer<Float>
    private let memory: Memory

    init(capacity: Int, width: Int) throws(EmberError) {
        self.capacity = capacity
        self.width = width
        memory = try Memory(bytes: capacity * width * MemoryLayout<Float>.size, for: "activations")
        data = memory.pointer.bindMemory(to: Float.self, capacity: capacity * width)
    }

    /// Row `index`, `width` numbers.
    func row(_ index: Int) -> UnsafeMutablePointer<Float> {
        precondition(index >= 0 && index < capacity)
        return data + index * width
    }

    /// The numbers of row `index`, as long as this table is alive and not written to.
    subscript(index: Int) -> UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: row(index), count: width) }
}

/// A fixed vector of fp32 numbers, such as a norm's weight or a layer's bias.
final class Vector {
    let count: Int
    let data: UnsafeMutablePointer<Float>
    private let memory: Memory

    init(count: Int) throws(EmberError) {
        self.count = count
        memory = try Memory(bytes: count * MemoryLayout<Float>.size, for: "weights")
        data = memory.pointer.bindMemory(to: Float.self, capacity: count)
    }
}
