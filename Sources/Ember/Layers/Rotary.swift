// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Rotary position embedding: each query and key pair turns by an angle that grows with its position.
///
/// Pairs are `(i, i + headDim / 2)`, not neighbours. Source: Su et al. 2021, RoFormer, section 3.2.2; `rope_type` llama3:
/// the Llama 3.1 model card's code, which slows the low frequencies down and blends those between; `divided`: a number for each
/// frequency, which is how GGUF files keep such a scaling.
package struct Rotary: Sendable {
    /// Radians per position, `headDim / 2` of them.
    package let frequencies: [Float]

    /// Reads `rope_theta` and `rope_scaling`, or `rope_parameters` as newer files have it.
    /// - Throws: `EmberError` `.unsupported` for a kind of scaling that is not known, `.malformedFile` for impossible numbers.
    package init(_ config: ConfigReader, headDim: Int) throws(EmberError) {
        let parameters = try config.object("rope_parameters")
        let scaling = if let parameters { parameters } else { try config.object("rope_scaling") }
        var base = try config.positive("rope_theta", or: 10_000)
        if let parameters { base = try parameters.positive("rope_theta", or: base) }
        if try config.positive("partial_rotary_factor", or: 1) != 1 {
            throw config.unsupported("partial_rotary_factor", "is not 1; only whole heads are turned")
        }
        let plain = (0..<headDim / 2).map { pow(base, -Float(2 * $0) / Float(headDim)) }

        var kind = "default"
        if let scaling { kind = try scaling.string("rope_type", or: try scaling.string("type", or: kind)) }
        switch (kind, scaling) {
        case ("default", _), (_, nil):
            frequencies = plain
        case ("linear", let scaling?):
            let factor = try scaling.positive("factor")
            frequencies = plain.map { $0 / factor }
        case ("llama3", let scaling?):
            frequencies = try Self.llama3(plain, scaling)
        case ("divided", let scaling?):
            let divisors = (scaling.value("divisors")?.array ?? []).compactMap(\.double)
            guard divisors.count == plain.count, divisors.allSatisfy({ $0.isFinite && $0 > 0 }) else {
                throw scaling.fail("divisors", "must be \(plain.count) numbers above 0, one for each pair of a head")
            }
            frequencies = zip(plain, divisors).map { $0 / Float($1) }
        case (let kind, let scaling?):
            throw scaling.unsupported("rope_type", "is \(printable(kind)); supported: default, linear, llama3, divided")
        }
    }

    private static func llama3(_ plain: [Float], _ scaling: ConfigReader) throws(EmberError) -> [Float] {
        let factor = try scaling.positive("factor")
        let low = try scaling.positive("low_freq_factor", or: 1)
        let high = try scaling.positive("high_freq_factor", or: 4)
        let original = try Float(scaling.integer("original_max_position_embeddings", in: 1...1 << 28))
        guard high > low else { throw scaling.fail("high_freq_factor", "must be larger than low_freq_factor") }
        return plain.map { frequency in
            let wavelength = 2 * Float.pi / frequency
            if wavelength < original / high { return frequency }
            if wavelength > original / low { return frequency / factor }
            let blend = (original / wavelength - low) / (high - low)
            return (1 - blend) * frequency / factor + blend * frequency
        }
    }

    /// Cosines and sines of one position, `frequencies.count` each.
    func angles(
        at position: Int, cosine: UnsafeMutablePointer<Float>, sine: UnsafeMutablePointer<Float>
    ) {
        for (index, frequency) in frequencies.enumerated() {
            let angle = Float(position) * frequency
            cosine[index] = cos(angle)
            sine[index] = sin(angle)
        }
    }
}
