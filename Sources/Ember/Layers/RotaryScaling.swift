// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// How a model stretches its rotary frequencies over a longer context than it was first trained on: `rope_type` in
/// `rope_scaling`.
enum RotaryScaling {
    case none
    /// Chen et al. 2023, Extending Context Window via Positional Interpolation.
    case linear(factor: Float)
    case llama3(Llama3)
    case yarn(Yarn)
    case longRope(LongRope)
    /// A number for each frequency, which is how GGUF files keep Llama 3's scaling.
    case divided(by: [Float])

    /// - Parameters:
    ///   - config: the object, or `nil` where there is none.
    ///   - base: the frequency base.
    ///   - context: tokens that the model was made for.
    /// - Throws: `EmberError` `.unsupported` for another type.
    init(_ config: ConfigReader?, base: Float, context: Int) throws(EmberError) {
        guard let config else {
            self = .none
            return
        }
        let type = try config.string("rope_type", or: try config.string("type", or: "default"))
        switch type {
        case "default": self = .none
        case "linear": self = .linear(factor: try config.positive("factor"))
        case "llama3": self = .llama3(try Llama3(config))
        case "longrope", "su": self = .longRope(try LongRope(config, context: context))
        case "divided":
            self = .divided(by: (config.value("divisors")?.array ?? []).compactMap(\.double).map(Float.init))
        case "yarn": self = .yarn(try Yarn(config, base: base, context: context))
        default:
            throw config.unsupported(
                "rope_type", "is \(printable(type)); supported: default, linear, llama3, longrope, yarn, divided")
        }
    }

    /// - Throws: `EmberError` `.malformedFile` where there are not as many factors as frequencies.
    func frequencies(_ plain: [Float]) throws(EmberError) -> [Float] {
        switch self {
        case .none: return plain
        case .linear(let factor): return plain.map { $0 / factor }
        case .llama3(let llama3): return plain.map(llama3.frequency)
        case .yarn(let yarn): return yarn.frequencies(plain)
        case .longRope(let longRope): return try longRope.frequencies(plain, "short_factor")
        case .divided(let divisors):
            guard divisors.count == plain.count, divisors.allSatisfy({ $0.isFinite && $0 > 0 }) else {
                throw EmberError(
                    .malformedFile, "rope_scaling",
                    "divisors must be \(plain.count) numbers above 0, one for each frequency")
            }
            return zip(plain, divisors).map { $0 / $1 }
        }
    }

    /// The frequencies of conversations that may have more than `beyond` tokens, where these are others.
    func long(_ plain: [Float]) throws(EmberError) -> (frequencies: [Float], beyond: Int)? {
        guard case .longRope(let longRope) = self else { return nil }
        return (try longRope.frequencies(plain, "long_factor"), longRope.original)
    }

    /// Factor for cosines and sines.
    var magnitude: Float {
        switch self {
        case .yarn(let yarn): yarn.magnitude
        case .longRope(let longRope): longRope.magnitude
        default: 1
        }
    }

    /// Factor for attention scores, in families that ask for it.
    var scoreScale: Float { if case .yarn(let yarn) = self { yarn.scoreScale } else { 1 } }
}

/// Slows the low frequencies down and blends those between. Source: the Llama 3.1 model card's code.
struct Llama3 {
    private let factor: Float
    private let low: Float
    private let high: Float
    private let original: Float

    init(_ config: ConfigReader) throws(EmberError) {
        factor = try config.positive("factor")
        low = try config.positive("low_freq_factor", or: 1)
        high = try config.positive("high_freq_factor", or: 4)
        original = try Float(config.integer("original_max_position_embeddings", in: 1...1 << 28))
        guard high > low else { throw config.fail("high_freq_factor", "must be larger than low_freq_factor") }
    }

    func frequency(_ plain: Float) -> Float {
        let wavelength = 2 * Float.pi / plain
        if wavelength < original / high { return plain }
        if wavelength > original / low { return plain / factor }
        let blend = (original / wavelength - low) / (high - low)
        return (1 - blend) * plain / factor + blend * plain
    }
}

/// Slows down what turns seldom within the original context, keeps what turns often, and makes attention a little
/// sharper. Source: Peng et al. 2023, YaRN, sections 3.2 to 3.4; `mscale` as DeepSeek-V2 and V3 use it.
struct Yarn {
    private let factor: Float
    /// Turns within the original context from which on a frequency is kept, and below which it is slowed down whole.
    private let fast: Float
    private let slow: Float
    private let original: Int
    private let base: Float
    private let wholeDimensions: Bool
    /// Factor for cosines and sines.
    let magnitude: Float
    /// Further factor for attention scores, in families that ask for it.
    let scoreScale: Float

    init(_ config: ConfigReader, base: Float, context: Int) throws(EmberError) {
        original = try config.integer("original_max_position_embeddings", in: 1...1 << 28, or: max(1, context))
        factor = try config.positive("factor", or: Float(max(1, context)) / Float(original))
        fast = try config.positive("beta_fast", or: 32)
        slow = try config.positive("beta_slow", or: 1)
        guard base > 1 else { throw config.fail("rope_theta", "must be above 1 for yarn") }
        self.base = base
        wholeDimensions = try config.bool("truncate", or: true)

        let scale = factor
        func sharpness(_ mscale: Float) -> Float { scale <= 1 ? 1 : 0.1 * mscale * log(scale) + 1 }
        // 0 stands for absent, as DeepSeek's own code has it.
        let mscale = try config.nonNegative("mscale", or: 0)
        let allDimensions = try config.nonNegative("mscale_all_dim", or: 0)
        let derived =
            mscale > 0 && allDimensions > 0 ? sharpness(mscale) / sharpness(allDimensions) : sharpness(1)
        magnitude = try config.positive("attention_factor", or: derived)
        scoreScale = allDimensions > 0 ? sharpness(allDimensions) * sharpness(allDimensions) : 1
    }

    func frequencies(_ plain: [Float]) -> [Float] {
        let dimensions = Float(2 * plain.count)
        /// The dimension whose frequency turns that often within the original context.
        func dimension(turning turns: Float) -> Float {
            dimensions * log(Float(original) / (turns * 2 * .pi)) / (2 * log(base))
        }
        var (low, high) = (dimension(turning: fast), dimension(turning: slow))
        if wholeDimensions { (low, high) = (low.rounded(.down), high.rounded(.up)) }
        (low, high) = (max(low, 0), min(high, dimensions - 1))
        if low == high { high += 0.001 }
        return plain.enumerated().map { index, frequency in
            let slowed = min(max((Float(index) - low) / (high - low), 0), 1)
            return frequency / factor * slowed + frequency * (1 - slowed)
        }
    }
}

/// A factor for each frequency, from one list for conversations within the original context and another beyond.
/// Source: Ding et al. 2024, LongRoPE; the magnitude as in Phi-3's own code.
struct LongRope {
    /// Tokens of the original context.
    let original: Int
    /// Factor for cosines and sines.
    let magnitude: Float
    private let config: ConfigReader

    init(_ config: ConfigReader, context: Int) throws(EmberError) {
        self.config = config
        original = try config.integer("original_max_position_embeddings", in: 2...1 << 28)
        let factor = try config.positive("factor", or: Float(max(1, context)) / Float(original))
        let derived = factor <= 1 ? 1 : (1 + log(factor) / log(Float(original))).squareRoot()
        magnitude = try config.positive("attention_factor", or: derived)
    }

    /// - Parameter key: of the list of factors.
    func frequencies(_ plain: [Float], _ key: String) throws(EmberError) -> [Float] {
        let factors = (config.value(key)?.array ?? []).compactMap(\.double).filter { $0 > 0 }
        guard factors.count == plain.count else {
            throw config.fail(key, "must be a list of \(plain.count) numbers above 0")
        }
        return zip(plain, factors).map { $0 / Float($1) }
    }
}
