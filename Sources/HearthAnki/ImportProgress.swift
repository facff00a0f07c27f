// SPDX-License-Identifier: Apache-2.0

/// How far an import or export has come.
public struct ImportProgress: Sendable, Equatable {
    /// In the order in which they begin.
    public enum Step: String, Sendable, CaseIterable, Comparable {
        /// The database, or the text file, is unpacked or read: bytes.
        case collection
        case notes
        case cards
        case reviews
        /// Pictures and sounds are unpacked or packed: files.
        case media

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        public static func < (one: Step, other: Step) -> Bool { one.order < other.order }
    }

    public var step: Step
    /// In the unit of the step.
    public var done: Int
    /// `nil` where it is not known beforehand.
    public var total: Int?

    public init(_ step: Step, done: Int, total: Int?) {
        self.step = step
        self.done = done
        self.total = total
    }
}

/// Is told how far the work has come, a few times a second at most, on a thread that works, one call at a time. `false`
/// stops the work: the call throws `AnkiError.Code.cancelled`, and what was written is removed. To stop with the task,
/// return `!Task.isCancelled`.
public typealias ImportWatch = @Sendable (ImportProgress) -> Bool
