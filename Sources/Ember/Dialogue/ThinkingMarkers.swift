// SPDX-License-Identifier: Apache-2.0

/// Markers that a model writes around its thoughts.
package struct ThinkingMarkers: Sendable, Equatable {
    package let opening: String
    package let closing: String

    /// Those that are known, each with a family that uses it.
    static let known = [
        // DeepSeek R1, Qwen3, SmolLM3
        ThinkingMarkers(opening: "<think>", closing: "</think>"),
        // Magistral
        ThinkingMarkers(opening: "[THINK]", closing: "[/THINK]"),
        // Seed-OSS
        ThinkingMarkers(opening: "<seed:think>", closing: "</seed:think>"),
    ]

    package init(opening: String, closing: String) {
        self.opening = opening
        self.closing = closing
    }

    /// The markers that a model's templates or vocabulary mention; `nil` for a model that does not think aloud.
    package init?(in templates: [String], addedTokens: Set<String>) {
        let found = Self.known.first { markers in
            templates.contains { $0.contains(markers.opening) || $0.contains(markers.closing) }
        }
        guard let markers = found ?? Self.known.first(where: { addedTokens.contains($0.opening) }) else { return nil }
        self = markers
    }

    /// Text that closes a thought, in the layout that templates give an empty one.
    var end: String { "\n\(closing)\n\n" }
}
