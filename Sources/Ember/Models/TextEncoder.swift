// SPDX-License-Identifier: Apache-2.0

/// A model that turns the tokens of texts into hidden states, from which embeddings are pooled.
package protocol TextEncoder: AnyObject {
    /// Numbers of a hidden state.
    var width: Int { get }
    var vocabulary: Int { get }
    /// The longest text, in tokens, that the model can be given.
    var context: Int { get }

    /// Asks for the memory of passes with texts of up to `longest` tokens. Comes before `encode`,
    /// once the weights are there.
    func prepare(_ compute: Compute, longest: Int) throws(EmberError)

    /// Runs texts, several in a pass where that pays, and hands over the hidden state of each of their tokens.
    ///
    /// - Parameters:
    ///   - texts: at least one token and at most `longest` each.
    ///   - isCancelled: asked before each layer; when it says yes, the work ends there.
    ///   - take: told the text and the hidden state behind one of its tokens, in order within a text.
    /// - Returns: whether all texts went through.
    func encode(
        _ texts: [[Int32]], precision: Precision, isCancelled: () -> Bool,
        take: (Int, UnsafeBufferPointer<Float>) -> Void
    ) throws(EmberError) -> Bool
}
