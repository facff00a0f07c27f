// SPDX-License-Identifier: Apache-2.0

/// One piece of a template.
struct Token: Sendable {
    enum Kind: Sendable, Equatable {
        case data, beginOutput, endOutput, beginTag, endTag, name, string, integer, float, symbol, end
    }
    var kind: Kind
    /// A name, a symbol, digits, or the contents of data and strings.
    var text: String
    var place: Place

    /// Name of the token in error messages.
    var description: String {
        switch kind {
        case .name, .symbol: text
        case .data: "template data / text"
        case .beginOutput: "begin of print statement"
        case .endOutput: "end of print statement"
        case .beginTag: "begin of statement block"
        case .endTag: "end of statement block"
        case .string: "string"
        case .integer: "integer"
        case .float: "float"
        case .end: "end of template"
        }
    }
}
