// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Measures how far the stack has grown since it was made, so that deep nesting ends in an error and not in a crash.
struct StackGuard {
    private let base: UInt
    private let budget: UInt

    init(budget: Int) {
        base = Self.here()
        self.budget = UInt(max(0, budget))
    }

    var isExhausted: Bool {
        let here = Self.here()
        return (base > here ? base - here : here - base) > budget
    }

    /// The address of a local variable: where the stack ends at the moment.
    @inline(never)
    private static func here() -> UInt {
        var local: UInt8 = 0
        return withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    }
}

/// Runs work on a thread with a stack of known size.
///
/// The caller's thread may have 512 kB, of which a debug build takes 20 kB for each bracket that it reads; on a thread
/// of its own a template may nest as deeply whoever runs it. A thread costs some 50 µs.
enum DeepStack {
    /// Left for what runs between two looks at the guard.
    private static let reserve = 512 << 10

    private final class Outcome<Success: Sendable>: Sendable {
        let result = Mutex<Result<Success, TemplateError>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// - Parameter stackBytes: what `work` may use, as its guard sees to.
    static func run<Success: Sendable>(
        stackBytes: Int, _ work: @escaping @Sendable () throws(TemplateError) -> Success
    ) throws(TemplateError) -> Success {
        let outcome = Outcome<Success>()
        let thread = Thread {
            let result: Result<Success, TemplateError>
            do throws(TemplateError) {
                result = .success(try work())
            } catch {
                result = .failure(error)
            }
            outcome.result.withLock { $0 = result }
            outcome.isDone.signal()
        }
        // Foundation wants whole pages.
        thread.stackSize = (max(0, stackBytes) + reserve) / 65_536 * 65_536
        thread.start()
        outcome.isDone.wait()
        guard let result = outcome.result.withLock({ $0 }) else { throw .limit("the template's thread did not run") }
        return try result.get()
    }
}
