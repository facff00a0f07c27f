// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

size_t ember_float_size(ember_float_type type) { return ember_bytes_of(type); }

void ember_to_f32(float *dst, const void *src, ember_float_type type, size_t n) {
    switch (type) {
    case EMBER_F32: memcpy(dst, src, n * sizeof *dst); break;
    case EMBER_F16:
        for (size_t i = 0; i < n; i++) dst[i] = ember_load_float(src, EMBER_F16, i);
        break;
    case EMBER_BF16:
        for (size_t i = 0; i < n; i++) dst[i] = ember_load_float(src, EMBER_BF16, i);
        break;
    case EMBER_I8: break; // only in caches
    }
}

void ember_keep_allowed(float *x, const uint64_t *bits, size_t n) {
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = bits[i / 64];
        size_t count = n - i < 64 ? n - i : 64;
        if (word == UINT64_MAX) continue;
        for (size_t j = 0; j < count; j++) x[i + j] = word >> j & 1 ? x[i + j] : -__builtin_inff();
    }
}

size_t ember_activation_bytes(size_t tokens, size_t cols) { return tokens * cols; }

void ember_part_pairs(float *x, size_t n) {
    float odd[512];
    for (size_t i = 0; i < n / 2; i++) {
        odd[i] = x[2 * i + 1];
        x[i] = x[2 * i];
    }
    memcpy(x + n / 2, odd, n / 2 * sizeof *odd);
}

void ember_add_scaled(float *y, const float *x, float factor, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] += x[i] * factor;
}
