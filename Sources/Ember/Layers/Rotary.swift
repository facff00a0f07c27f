// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rotary position embedding: pairs of a query's or key's numbers turn by an angle that grows with their position.
///
/// Pairs are `(i, i + dimensions / 2)` of the dimensions that are turned, or neighbours where a family interleaves
/// them. Source: Su et al. 2021, RoFormer, section 3.2.2.
package struct Rotary: Sendable {
    /// Radians per position, one number for each pair.
    package let frequencies: [Float]
    /// The frequencies of conversations that may have more than `beyond` tokens, where a model has others for these.
    let long: (frequencies: [Float], beyond: Int)?
    /// Factor for cosines and sines.
    package let magnitude: Float
    /// Factor for attention scores, in families that ask for it.
    let scoreScale: Float
    /// Whether pairs are neighbours, `(2i, 2i + 1)`.
    let interleaved: Bool

    /// Dimensions of a head that are turned.
    var dimensions: Int { 2 * frequencies.count }

    /// Reads `rope_theta` and `rope_scaling`, or `rope_parameters` as newer files have it.
    ///
    /// - Parameters:
    ///   - partial: whether the family may turn only the first `partial_rotary_factor` of each head.
    ///   - interleaved: whether pairs are neighbours.
    /// - Throws: `EmberError` `.unsupported` for a kind of scaling that is not known,
    ///   `.malformedFile` for impossible numbers.
    package init(
        _ config: ConfigReader, headDim: Int, partial: Bool = false, interleaved: Bool = false
    ) throws(EmberError) {
        let parameters = try config.object("rope_parameters")
        let scaling = if let parameters { parameters } else { try config.object("rope_scaling") }
        var base = try config.positive("rope_theta", or: 10_000)
        if let parameters { base = try parameters.positive("rope_theta", or: base) }
        try self.init(
            base: base, dimensions: Self.dimensions(config, scaling, headDim: headDim, partial: partial),
            scaling: scaling, context: config.integer("max_position_embeddings", in: 1...1 << 28, or: 2048),
            interleaved: interleaved)
    }

    private static func dimensions(
        _ config: ConfigReader, _ scaling: ConfigReader?, headDim: Int, partial: Bool
    ) throws(EmberError) -> Int {
        let place = if let scaling, scaling.value("partial_rotary_factor") != nil { scaling } else { config }
        let factor = try place.positive("partial_rotary_factor", or: 1)
        guard partial || factor == 1 else {
            throw place.unsupported("partial_rotary_factor", "is not 1; this family turns whole heads")
        }
        let dimensions = Int(Float(headDim) * min(factor, 2))
        guard dimensions.isMultiple(of: 2), (2...headDim).contains(dimensions) else {
            throw place.fail(
                "partial_rotary_factor", "is \(factor), which turns \(dimensions) of \(headDim) dimensions")
        }
        return dimensions
    }

    /// - Parameters:
    ///   - dimensions: how many of each head's are turned; even.
    ///   - scaling: how the frequencies are changed for longer contexts than the model was first trained on.
    ///   - context: tokens that the model was made for.
    init(
        base: Float, dimensions: Int, scaling: ConfigReader? = nil, context: Int = 0, interleaved: Bool = false
    ) throws(EmberError) {
        let plain = (0..<dimensions / 2).map { pow(base, -Float(2 * $0) / Float(dimensions)) }
        let scaled = try RotaryScaling(scaling, base: base, context: context)
        frequencies = try scaled.frequencies(plain)
        long = try scaled.long(plain)
        magnitude = scaled.magnitude
        scoreScale = scaled.scoreScale
        self.interleaved = interleaved
    }

    /// Cosines and sines of one position, `frequencies.count` each, in a conversation of at most `capacity` tokens.
    func angles(
        at position: Int, of capacity: Int, cosine: UnsafeMutablePointer<Float>, sine: UnsafeMutablePointer<Float>
    ) {
        let frequencies = if let long, capacity > long.beyond { long.frequencies } else { self.frequencies }
        for (index, frequency) in frequencies.enumerated() {
            let angle = Float(position) * frequency
            cosine[index] = cos(angle) * magnitude
            sine[index] = sin(angle) * magnitude
        }
    }

    /// Turns `heads` heads of one token that lie `stride` numbers apart.
    func turn(
        _ x: UnsafeMutablePointer<Float>, heads: Int, stride: Int, cosine: UnsafePointer<Float>,
        sine: UnsafePointer<Float>, with compute: Compute
    ) {
        if stride == dimensions, !interleaved {
            compute.rotate(x, cosine: cosine, sine: sine, heads: heads, headDim: dimensions)
            return
        }
        for head in 0..<heads {
            let x = x + head * stride
            // The order of a head's dimensions does not matter as long as it is that of queries and keys alike.
            if interleaved { compute.partPairs(x, headDim: dimensions) }
            compute.rotate(x, cosine: cosine, sine: sine, heads: 1, headDim: dimensions)
        }
    }
}
