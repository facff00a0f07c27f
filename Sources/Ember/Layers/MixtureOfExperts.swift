// SPDX-License-Identifier: Apache-2.0

/// A feed-forward sublayer of many experts, of which each token passes a few; shared experts serve every token.
///
/// Tokens are grouped by expert, so that a pass reads the weights of each chosen expert once, and of no other.
/// Source: Shazeer et al. 2017; DeepSeekMoE (Dai et al. 2024) for shared experts.
struct MixtureOfExperts: Sublayer {
    private let router: Router
    private let experts: [GatedFeedForward]
    private let shared: GatedFeedForward?

    /// - Parameters:
    ///   - name: such as `model.layers.3.mlp`.
    ///   - intermediate: inner numbers of an expert.
    init(
        _ name: String, width: Int, intermediate: Int, router: Router, shared: GatedFeedForward? = nil,
        _ weights: WeightLoader
    ) throws(EmberError) {
        self.router = router
        self.shared = shared
        experts = try weights.experts(name, count: router.plan.experts, width: width, intermediate: intermediate)
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        let tokens = pass.tokens
        let scores = try pass.table(.scores, width: router.plan.experts)
        try pass.compute.linear(pass.normed, tokens: tokens, (router.gate, scores))
        let choices = router.choices(scores, tokens: tokens)
        if let shared {
            try shared.forward(pass, layer: layer)
        } else {
            pass.update.data.update(repeating: 0, count: tokens * pass.update.width)
        }
        // The tables have a row for each token of a pass, and an expert never has more:
        // several rounds for a long prompt.
        var start = 0
        while start < choices.count {
            let end = endOfRound(choices, from: start, room: pass.capacity)
            try add(choices[start..<end], pass)
            start = end
        }
    }

    /// As many whole experts as there is room for, but at least one.
    private func endOfRound(_ choices: [Router.Choice], from start: Int, room: Int) -> Int {
        guard choices.count - start > room else { return choices.count }
        var end = start + room
        while end > start, choices[end - 1].expert == choices[end].expert { end -= 1 }
        return end
    }

    /// Adds what the experts make of their tokens to the update.
    private func add(_ choices: ArraySlice<Router.Choice>, _ pass: DecoderPass) throws(EmberError) {
        let compute = pass.compute
        let rows = try pass.table(.chosen, width: pass.shape.width)
        let gated = try pass.table(.chosenGate, width: experts[0].gate.rows)
        let raised = try pass.table(.chosenUp, width: experts[0].up.rows)
        let results = try pass.table(.chosenDown, width: pass.shape.width)

        var first: [Product] = []
        var second: [Product] = []
        var row = 0
        while row < choices.count {
            let index = choices[choices.startIndex + row].expert
            let run = choices.dropFirst(row).prefix { $0.expert == index }
            let (expert, range) = (experts[index], row..<row + run.count)
            for choice in run {
                rows.row(row).update(from: pass.normed.row(choice.token), count: rows.width)
                row += 1
            }
            first.append(Product(w: expert.gate, x: rows, rows: range, y: gated, firstRow: range.lowerBound, column: 0))
            first.append(Product(w: expert.up, x: rows, rows: range, y: raised, firstRow: range.lowerBound, column: 0))
            second.append(
                Product(w: expert.down, x: gated, rows: range, y: results, firstRow: range.lowerBound, column: 0))
        }
        try compute.products(first)
        compute.siluMultiply(gated, raised, tokens: choices.count)
        try compute.products(second)
        for (row, choice) in choices.enumerated() {
            compute.add(pass.update, choice.token, results, row, times: choice.weight)
        }
    }
}

extension WeightLoader {
    /// The experts of a layer, one by one as transformers keeps them, or stacked as MLX does.
    /// - Parameter name: such as `model.layers.3.mlp`.
    func experts(_ name: String, count: Int, width: Int, intermediate: Int) throws(EmberError) -> [GatedFeedForward] {
        var experts: [GatedFeedForward] = []
        guard has(name + ".switch_mlp.gate_proj.weight") else {
            for index in 0..<count {
                experts.append(
                    try GatedFeedForward("\(name).experts.\(index)", width: width, intermediate: intermediate, self))
            }
            return experts
        }
        let stack = name + ".switch_mlp."
        let gates = try matrices(stack + "gate_proj", count: count, rows: intermediate, cols: width)
        let ups = try matrices(stack + "up_proj", count: count, rows: intermediate, cols: width)
        let downs = try matrices(stack + "down_proj", count: count, rows: width, cols: intermediate)
        for index in 0..<count {
            experts.append(GatedFeedForward(gate: gates[index], up: ups[index], down: downs[index]))
        }
        return experts
    }
}
