// SPDX-License-Identifier: Apache-2.0

/// A decoder that turns tokens into logits: the weights of one architecture, and the order of its steps.
package protocol LanguageModel: AnyObject {
    var shape: DecoderShape { get }

    /// Runs the batch through all layers; afterwards `pass.logits` holds a row for each of the batch's outputs.
    ///
    /// - Parameter isCancelled: asked before each layer; when it says yes, the pass ends there
    ///   and its results are void.
    /// - Returns: whether the pass went through.
    func forward(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool

    /// As `forward`, but ends before the head: afterwards `pass.encoded` holds the normed hidden state of each output.
    func encode(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool
}
