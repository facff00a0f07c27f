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
}
