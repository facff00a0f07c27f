// SPDX-License-Identifier: Apache-2.0

/// A table that is filled while a tokenizer loads and only read afterwards, without a bounds check per access.
///
/// The hot loops of this target read their tables through `base`. Whoever computes an index is responsible for it;
/// every table says in a comment why its indices are in range.
///
/// Sendable: the memory is written in `init` alone, before anyone else can have the value, and freed by the last owner.
struct Frozen<Element: BitwiseCopyable>: @unchecked Sendable {
    let base: UnsafePointer<Element>
    let count: Int
    private let storage: Storage

    private final class Storage {
        let pointer: UnsafeMutablePointer<Element>
        init(_ pointer: UnsafeMutablePointer<Element>) { self.pointer = pointer }
        deinit { pointer.deallocate() }
    }

    init(_ elements: [Element]) {
        let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer {
            if let source = $0.baseAddress { pointer.initialize(from: source, count: $0.count) }
        }
        storage = Storage(pointer)
        base = UnsafePointer(pointer)
        count = elements.count
    }

    /// - Precondition: `0 <= index < count`, checked in debug builds only.
    @inline(__always) subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return base[index]
    }
}
