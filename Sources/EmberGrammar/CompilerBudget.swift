// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The steps that compiling may take: a schema of a few kilobytes can ask for hours.
///
/// A step is a table entry, an edge, or an element of a set that is looked at; about 10 ns. Every loop whose length a
/// schema sets is charged. All that is compiled within `run` shares one budget, so that many schemas of one
/// request cost no more than one.
package final class CompilerBudget: Sendable {
    /// The budget of the compilation that is under way. Automata are values that know nothing of who combines them, so
    /// it is no parameter of each of their operations.
    @TaskLocal private static var current: CompilerBudget?

    /// About three seconds of one processor.
    package static let most = 300_000_000

    private let most: Int
    private let taken = Atomic<Int>(0)

    package init(_ most: Int = CompilerBudget.most) { self.most = most }

    package var steps: Int { taken.load(ordering: .relaxed) }

    /// Leaves no steps.
    package func cancel() { taken.store(.max / 2, ordering: .relaxed) }

    /// Takes the steps of `body` from one budget: from that of the caller, where there is one.
    package static func run<Value, Failure: Error>(
        within budget: CompilerBudget? = nil, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if current != nil, budget == nil { return try body() }
        return try $current.withValue(budget ?? CompilerBudget()) {
            Result { () throws(Failure) in try body() }
        }.get()
    }

    /// Counts steps, and leaves it to the next `spend` to throw.
    static func charge(_ steps: Int) { current?.taken.add(steps, ordering: .relaxed) }

    static func spend(_ steps: Int) throws(AutomatonTooLarge) {
        guard let current else { return }
        let taken = current.taken.add(steps, ordering: .relaxed).newValue
        if taken > current.most { throw AutomatonTooLarge() }
    }

    static var isExhausted: Bool { current.map { $0.steps > $0.most } ?? false }

    /// - Parameter place: the pointer of the schema that is compiled.
    static func spend(_ steps: Int, at place: String) throws(GrammarError) {
        do throws(AutomatonTooLarge) { try spend(steps) } catch {
            throw GrammarError(.tooLarge, place, "the schema combines too many schemas")
        }
    }
}
