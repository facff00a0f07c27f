// SPDX-License-Identifier: Apache-2.0

/// A formula in a text: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
struct MarkdownFormula: Sendable, Equatable {
    /// With what it stands between.
    let source: String
    let body: String
    let isBlock: Bool
}
