// SPDX-License-Identifier: Apache-2.0

/// The feed-forward sublayer down(silu(gate x) · up x). Source: Shazeer 2020, GLU Variants Improve Transformer.
struct GatedFeedForward: Sublayer {
    let gate: Matrix
    let up: Matrix
    let down: Matrix

    /// - Parameter name: such as `model.layers.0.mlp`.
    init(
        _ name: String, width: Int, intermediate: Int, bias: Bool = false, _ weights: WeightLoader
    ) throws(EmberError) {
        gate = try weights.matrix(name + ".gate_proj", rows: intermediate, cols: width, bias: bias)
        up = try weights.matrix(name + ".up_proj", rows: intermediate, cols: width, bias: bias)
        down = try weights.matrix(name + ".down_proj", rows: width, cols: intermediate, bias: bias)
    }

    init(gate: Matrix, up: Matrix, down: Matrix) {
        self.gate = gate
        self.up = up
        self.down = down
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        let (compute, tokens) = (pass.compute, pass.tokens)
        let gated = try pass.table(.gate, width: gate.rows)
        let raised = try pass.table(.up, width: up.rows)
        try compute.linear(pass.normed, tokens: tokens, (gate, gated), (up, raised))
        compute.siluMultiply(gated, raised, tokens: tokens)
        try compute.linear(gated, tokens: tokens, (down, pass.update))
    }
}
