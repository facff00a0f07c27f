// SPDX-License-Identifier: Apache-2.0

import CEmber

/// How the keys and values of a conversation are kept.
public enum CacheFormat: String, Sendable, CaseIterable {
    case float32 = "f32"
    case float16 = "f16"
    /// A byte for each number and a scale for each key and each value: about half of fp16.
    case int8

    var type: ember_float_type {
        switch self {
        case .float32: EMBER_F32
        case .float16: EMBER_F16
        case .int8: EMBER_I8
        }
    }

    /// As a file names it.
    var elementType: ElementType {
        switch self {
        case .float32: .float32
        case .float16: .float16
        case .int8: .int8
        }
    }

    /// Refuses int8 for latent attention: one scale for a latent and the turned numbers behind it costs 0.02 to 0.09
    /// nats on the small models of the tests, to save what is little already.
    /// - Throws: `EmberError` `.unsupported`.
    func check(_ shape: CacheShape) throws(EmberError) {
        guard self != .int8 || !shape.valuesAreKeys else {
            throw EmberError(
                .unsupported, "cache",
                "int8 is not offered for models with latent attention; choose \(Self.float16.rawValue)")
        }
    }
}
