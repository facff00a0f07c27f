// SPDX-License-Identifier: Apache-2.0

package import EmberTokenizers

/// A regular expression as a tree: only what is regular.
package indirect enum CharacterPattern: Sendable {
    /// One character out of a set.
    case set(ScalarSet)
    case sequence([CharacterPattern])
    case choice([CharacterPattern])
    /// `max` is `nil` for "any number".
    case repeated(CharacterPattern, min: Int, max: Int?)
    /// `^` and `$`: the beginning and the end of the text.
    case start
    case end

    package static let empty = CharacterPattern.sequence([])
    static let any = CharacterPattern.set(.all)
    static let anything = CharacterPattern.repeated(.any, min: 0, max: nil)

    static func text(_ text: String) -> CharacterPattern {
        .sequence(text.unicodeScalars.map { .set(ScalarSet($0.value)) })
    }
}
