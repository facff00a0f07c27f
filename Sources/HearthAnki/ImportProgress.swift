// SPDX-License-Identifier: Apache-2.0

/// How far an import or export has come.
public struct ImportProgress: Sendable, Equatable {
    public enum Step: String, Sendable, CaseIterable {
        /// The database, or the text file, is unpacked or read: bytes.
        case collection
        case notes
        case cards
        case reviews
        /// Pictures and sounds are unpacked or packed: files.
        case media
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

/// Is told how far the work has come, a few times a second at most, on the thread that works. `false` stops the work:
/// the call throws `AnkiError.Code.cancelled`, and what was written is removed. To stop with the task, return
/// `!Task.isCancelled`.
public typealias ImportWatch = (ImportProgress) -> Bool
