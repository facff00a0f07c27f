// SPDX-License-Identifier: Apache-2.0

/// The feed-forward sublayer down(f(gate x) · up x). Source: Shazeer 2020, GLU Variants Improve Transformer.
struct GatedFeedForward: Sublayer {
    let gate: Matrix
    let up: Matrix
    let down: Matrix
    private var activation = Activation.silu

    enum Activation: Sendable {
        /// x · sigmoid(x).
        case silu
        /// GELU by its approximation with tanh. Source: Hendrycks and Gimpel 2016, section 2.
        case gelu
    }

    /// - Parameter name: such as `model.layers.0.mlp`.
    init(
        _ name: String, width: Int, intermediate: Int, bias: Bool = false, activation: Activation = .silu,
        _ weights: WeightLoader
    ) throws(EmberError) {
        gate = try weights.matrix(name + ".gate_proj", rows: intermediate, cols: width, bias: bias)
        up = try weights.matrix(name + ".up_proj", rows: intermediate, cols: width, bias: bias)
        down = try weights.matrix(name + ".down_proj", rows: width, cols: intermediate, bias: bias)
        self.activation = activation
    }

    /// - Parameter name: such as `model.layers.0.mlp`, where `gate_up_proj` is both in one.
    init(fused name: String, width: Int, intermediate: Int, _ weights: WeightLoader) throws(EmberError) {
        let both = 2 * intermediate
        gate = try weights.matrix(name + ".gate_up_proj", rows: 0..<intermediate, of: both, cols: width)
        up = try weights.matrix(name + ".gate_up_proj", rows: intermediate..<both, of: both, cols: width)
        down = try weights.matrix(name + ".down_proj", rows: width, cols: intermediate)
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
        switch activation {
        case .silu: compute.siluMultiply(gated, raised, tokens: tokens)
        case .gelu: compute.geluMultiply(gated, raised, tokens: tokens)
        }
        try compute.linear(gated, tokens: tokens, (down, pass.update))
    }
}
