// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

_Static_assert(EMBER_BLOCK_ROWS * sizeof(uint32_t) == 64, "a cache line has a 32-bit lane for each row of a block");

size_t ember_packed_block_bytes(uint32_t bits, uint32_t group, ember_float_type type) {
    return ember_block_bytes(bits, group, type);
}

size_t ember_packed_bytes(const ember_matrix *m) {
    packing p = ember_packing_of(m);
    return ember_blocks(m->rows) * (m->cols / m->group / p.groups) * p.bytes;
}

EMBER_INLINE void store_u32(uint8_t *at, uint32_t x) { memcpy(at, &x, sizeof x); }

/// Moves the upper half of the bits of every lane to the lane's middle: lanes of `lane` bits hold `used` bits, low
/// first.
EMBER_INLINE uint64_t spread(uint64_t lanes, uint32_t lane, uint32_t used) {
    uint64_t every = lane == 64 ? 1 : lane == 32 ? 0x0000000100000001u : 0x0001000100010001u;
    uint64_t low = every * ((1ull << used / 2) - 1);
    return (lanes & low) | (lanes << (lane - used) / 2 & low << lane / 2);
}

/// Eight weights of `bits` bits each as the bytes of one word, the first in the lowest byte. Reads exactly `bits`
/// bytes.
EMBER_INLINE uint64_t eight_weights(const uint8_t *stream, uint32_t bits) {
    uint64_t weights = 0;
    memcpy(&weights, stream, bits);
    if (bits == 8) return weights;
    return spread(spread(spread(weights, 64, 8 * bits), 32, 4 * bits), 16, 2 * bits);
}

/// Writes one row of one block: `group` weights that start at `stream`.
EMBER_INLINE void pack_row(uint8_t *vectors, size_t r, const uint8_t *stream, uint32_t source_bits, uint32_t group) {
    for (size_t i = 0; i < group; i += 8, stream += source_bits) {
        uint64_t weights = eight_weights(stream, source_bits);
        uint32_t low = (uint32_t)weights, high = (uint32_t)(weights >> 32);
        if (source_bits <= 4) {
            store_u32(vectors + i / 8 * 64 + r * 4, low | high << 4);
        } else {
            store_u32(vectors + i / 4 * 64 + r * 4, low);
            store_u32(vectors + i / 4 * 64 + 64 + r * 4, high);
        }
    }
}

EMBER_INLINE void pack(uint8_t *dst, const uint8_t *weights, const uint8_t *scales, const uint8_t *biases,
                       ember_float_type type, uint32_t source_bits, uint32_t group, size_t rows, size_t cols,
                       size_t block_begin, size_t block_end) {
    size_t groups = cols / group, number = ember_bytes_of(type), stream_bytes = cols / 8 * source_bits;
    size_t block_bytes = ember_block_bytes(source_bits <= 4 ? 4 : 8, group, type);
    for (size_t b = block_begin; b < block_end; b++) {
        for (size_t g = 0; g < groups; g++) {
            uint8_t *block = dst + (b * groups + g) * block_bytes;
            uint8_t *block_biases = block + EMBER_BLOCK_ROWS * number;
            uint8_t *vectors = block + 2 * EMBER_BLOCK_ROWS * number;
            size_t present = ember_min(EMBER_BLOCK_ROWS, rows - b * EMBER_BLOCK_ROWS);
            if (present < EMBER_BLOCK_ROWS) memset(block, 0, block_bytes);
            for (size_t r = 0; r < present; r++) {
                size_t row = b * EMBER_BLOCK_ROWS + r;
                memcpy(block + r * number, scales + (row * groups + g) * number, number);
                memcpy(block_biases + r * number, biases + (row * groups + g) * number, number);
                pack_row(vectors, r, weights + row * stream_bytes + g * (group / 8) * source_bits, source_bits, group);
            }
        }
    }
}

void ember_pack_affine(void *dst, const void *weights, const void *scales, const void *biases, ember_float_type type,
                       uint32_t source_bits, uint32_t group, size_t rows, size_t cols, size_t block_begin,
                       size_t block_end) {
    // One copy of the loops for each width, so that the shifts are constants.
    switch (source_bits) {
    case 2: pack(dst, weights, scales, biases, type, 2, group, rows, cols, block_begin, block_end); break;
    case 3: pack(dst, weights, scales, biases, type, 3, group, rows, cols, block_begin, block_end); break;
    case 4: pack(dst, weights, scales, biases, type, 4, group, rows, cols, block_begin, block_end); break;
    case 6: pack(dst, weights, scales, biases, type, 6, group, rows, cols, block_begin, block_end); break;
    default: pack(dst, weights, scales, biases, type, 8, group, rows, cols, block_begin, block_end); break;
    }
}

void ember_matrix_row(float *dst, const ember_matrix *m, size_t row) {
    if (m->kind == EMBER_DENSE) {
        ember_to_f32(dst, (const char *)m->data + row * m->cols * ember_bytes_of(m->type), m->type, m->cols);
        return;
    }
    packing p = ember_packing_of(m);
    size_t groups = m->cols / m->group, r = row % EMBER_BLOCK_ROWS;
    for (size_t g = 0; g < groups; g++) {
        size_t k = g % p.groups;
        const uint8_t *run = (const uint8_t *)ember_run_at(m, &p, row / EMBER_BLOCK_ROWS, groups, g);
        float scale = ember_scale_of(&p, run, k, r, 0), bias = ember_scale_of(&p, run, k, r, 1);
        const uint8_t *weights = run + p.head + k * p.weights;
        for (size_t i = 0; i < m->group; i++) {
            int q = ember_weight_at(m->bits, m->group, weights, r, i);
            dst[g * m->group + i] = scale * (float)q + bias;
        }
    }
}
