// SPDX-License-Identifier: Apache-2.0

#include "block_formats.h"

EMBER_INLINE void store_float(uint8_t *to, ember_float_type type, size_t i, float x) {
    if (type == EMBER_F32) {
        memcpy(to + 4 * i, &x, sizeof x);
    } else {
        uint16_t half = ember_f16_from_float(x);
        memcpy(to + 2 * i, &half, sizeof half);
    }
}

/// The row of the file that is row `row` of the matrix: see ember_pack_blocks.
EMBER_INLINE size_t source_row(size_t row, size_t head_dim) {
    if (head_dim == 0) return row;
    size_t head = row / head_dim, i = row % head_dim, half = head_dim / 2;
    return head * head_dim + i % half * 2 + i / half;
}

/// Writes the scales of what was read as row `r` of a run of groups.
EMBER_INLINE void pack_scales(uint8_t *run, size_t r, const affine *a, const block_format *f, const packing *p) {
    ember_float_type type = f->nested ? EMBER_F16 : f->scales;
    store_float(run, type, r, a->scale);
    store_float(run, type, EMBER_BLOCK_ROWS + r, f->symmetric ? -(float)f->offset * a->scale : a->bias);
    for (size_t g = 0; f->nested && g < p->groups; g++) {
        int8_t *levels = (int8_t *)run + ember_nested_at(g);
        levels[r] = a->level[g];
        levels[EMBER_BLOCK_ROWS + r] = f->symmetric ? a->level[g] : a->minimum[g];
    }
}

/// Writes the values of a group as the weights of row `r`.
EMBER_INLINE void pack_weights(uint8_t *weights, size_t r, const int8_t *value, const block_format *f) {
    uint8_t *lane = weights + r * 4, q[32];
    for (size_t i = 0; i < f->group; i++) q[i] = (uint8_t)(value[i] + f->offset);
    if (f->bits == 8) {
        for (size_t i = 0; i < f->group; i += 4, lane += 64) memcpy(lane, q + i, 4);
        return;
    }
    for (size_t i = 0; i < f->group; i += 8, lane += 64) {
        for (size_t k = 0; k < 4; k++) lane[k] = (uint8_t)((q[i + k] & 15) | q[i + 4 + k] << 4);
    }
    if (f->bits == 4) return;
    size_t upper = f->bits - 4, inputs = 32 / upper;
    for (size_t i = 0; i < f->group; i += inputs, lane += 64) {
        for (size_t k = 0; k < 4; k++) {
            int bits = 0;
            for (size_t n = 0; n < inputs / 4; n++) bits |= q[i + 4 * n + k] >> 4 << n * upper;
            lane[k] = (uint8_t)bits;
        }
    }
}

void ember_pack_blocks(void *dst, const void *src, uint32_t type, size_t head_dim, size_t rows, size_t cols,
                       size_t block_begin, size_t block_end) {
    const block_format *f = ember_find_block_format(type);
    packing p = ember_packing(f->bits, f->group, f->scales, f->nested);
    size_t runs = cols / f->inputs, row_bytes = runs * f->bytes;
    affine a = {0};
    for (size_t b = block_begin; b < block_end; b++) {
        uint8_t *run = (uint8_t *)dst + b * runs * p.bytes;
        size_t present = ember_min(EMBER_BLOCK_ROWS, rows - b * EMBER_BLOCK_ROWS);
        if (present < EMBER_BLOCK_ROWS) memset(run, 0, runs * p.bytes);
        // A block of the file in all rows, then the next: what is written together lies together.
        for (size_t i = 0; i < runs; i++, run += p.bytes) {
            for (size_t r = 0; r < present; r++) {
                size_t row = source_row(b * EMBER_BLOCK_ROWS + r, head_dim);
                f->read(&a, (const uint8_t *)src + row * row_bytes + i * f->bytes);
                pack_scales(run, r, &a, f, &p);
                for (size_t g = 0; g < p.groups; g++) {
                    pack_weights(run + p.head + g * p.weights, r, a.value + g * f->group, f);
                }
            }
        }
    }
}
