// SPDX-License-Identifier: Apache-2.0

package import EmberTokenizers

/// A regular expression as a tree: only what is regular.
package indirect enum Pattern: Sendable {
    /// One character out of a set.
    case set(ScalarSet)
    case sequence([Pattern])
    case choice([Pattern])
    /// `max` is `nil` for "any number".
    case repeated(Pattern, min: Int, max: Int?)
    /// `^` and `$`: the beginning and the end of the text.
    case start
    case end

    package static let empty = Pattern.sequence([])
    static let any = Pattern.set(.all)
    static let anything = Pattern.repeated(.any, min: 0, max: nil)

    static func text(_ text: String) -> Pattern {
        .sequence(text.unicodeScalars.map { .set(ScalarSet($0.value)) })
    }
}
