// SPDX-License-Identifier: Apache-2.0

/// The sessions that a list has.
public enum SessionList: Sendable, Equatable {
    case all
    case pinned
    case folder(SessionFolder.ID)
    /// Those that stand nowhere else in the history.
    case others
}
