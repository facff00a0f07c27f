// SPDX-License-Identifier: Apache-2.0

/// Text for HTML, which the filters `e`, `escape` and `safe` speak of.
enum HTMLEscaping {
    /// The text with HTML's special characters replaced, unless it is markup already.
    static func escaped(_ text: TemplateText) -> TemplateText { text.isMarkup ? text : forceEscaped(text) }

    static func forceEscaped(_ text: TemplateText) -> TemplateText {
        guard text.bytes.contains(where: { "&<>'\"".utf8.contains($0) }) else { return text.with(markup: true) }
        return text.mapScalars { scalar, _ in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "'": "&#39;"
            case "\"": "&#34;"
            default: String(scalar)
            }
        }.with(markup: true)
    }
}
