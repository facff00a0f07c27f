// SPDX-License-Identifier: Apache-2.0
//
// From numbers to MLX's affine format, bit for bit what `mlx.core.quantize` gives. Runs when a model is converted, not
// when it answers: one plain version for every machine.

#include "internal.h"

#include <math.h>

/// Neither infinite nor NaN.
EMBER_INLINE bool is_finite(float x) { return (ember_bits_from_float(x) & 0x7FFFFFFF) < 0x7F800000; }

EMBER_INLINE void store_float(void *array, ember_float_type type, size_t i, float x) {
    if (type == EMBER_F32) {
        memcpy((char *)array + i * sizeof x, &x, sizeof x);
        return;
    }
    uint16_t half = type == EMBER_F16 ? ember_f16_from_float(x) : ember_bf16_from_float(x);
    memcpy((char *)array + i * sizeof half, &half, sizeof half);
}

EMBER_INLINE float rounded(float x, ember_float_type type) {
    if (type == EMBER_F16) return ember_float_from_f16(ember_f16_from_float(x));
    if (type == EMBER_BF16) return ember_float_from_bf16(ember_bf16_from_float(x));
    return x;
}

void ember_gather_f32(float *dst, const void *src, ember_float_type type, size_t stride, size_t n) {
    if (stride == 1) {
        ember_to_f32(dst, src, type, n);
        return;
    }
    for (size_t i = 0; i < n; i++) dst[i] = ember_load_float(src, type, i * stride);
}

bool ember_from_f32(void *dst, const float *src, ember_float_type type, size_t n) {
    bool finite = true;
    for (size_t i = 0; i < n; i++) {
        finite &= is_finite(rounded(src[i], type));
        store_float(dst, type, i, src[i]);
    }
    return finite;
}

/// The nearest integer, ties to even, of a number below 2^22 in size: adding 1.5 * 2^23 leaves no room for a fraction.
EMBER_INLINE float nearest(float x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

/// Largest group; the numbers of one live on the stack.
enum { LARGEST_GROUP = 128 };

/// Quantises one group. The end of its range that is farther from 0 is met exactly, and so is 0 itself, as long
/// as the scale is not rounded.
EMBER_INLINE bool quantise_group(uint8_t *stream, void *scales, void *biases, size_t at, ember_float_type type,
                                 uint32_t bits, uint32_t group, const float *src) {
    float x[LARGEST_GROUP];
    float low = INFINITY, high = -INFINITY, most = (float)((1u << bits) - 1);
    bool finite = true;
    for (size_t i = 0; i < group; i++) {
        x[i] = rounded(src[i], type);
        finite &= is_finite(x[i]);
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    if (!finite) return false;

    bool down = fabsf(low) > fabsf(high);
    float scale = (high - low) / most;
    if (scale < 1e-7f) scale = 1e-7f;
    if (!down) scale = -scale;
    float edge = down ? low : high, steps = rintf(edge / scale), bias = 0;
    if (steps != 0) {
        scale = edge / steps;
        bias = edge;
    }
    store_float(scales, type, at, scale);
    store_float(biases, type, at, bias);

    // Eight numbers fill `bits` whole bytes, the first in the lowest bits.
    for (size_t i = 0; i < group; i += 8, stream += bits) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8; j++) {
            float q = (x[i + j] - bias) / scale;
            q = q > 0 ? q : 0;
            q = nearest(q < most ? q : most);
            word |= (uint64_t)(uint32_t)q << j * bits;
        }
        memcpy(stream, &word, bits);
    }
    return is_finite(rounded(scale, type));
}

bool ember_quantise_affine(void *words, void *scales, void *biases, ember_float_type type, uint32_t bits,
                           uint32_t group, const float *src, size_t group_begin, size_t group_end) {
    bool finite = true;
    for (size_t g = group_begin; g < group_end; g++) {
        uint8_t *stream = (uint8_t *)words + g * (group / 8) * bits;
        finite &= quantise_group(stream, scales, biases, g, type, bits, group, src + g * group);
    }
    return finite;
}
