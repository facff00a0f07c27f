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

/// Writes group `g` of what was read as row `r` of a packed block.
EMBER_INLINE void pack_group(uint8_t *block, size_t r, const affine *a, size_t g, const block_format *f) {
    size_t number = ember_bytes_of(f->scales);
    float scale = a->scale[g], bias = f->symmetric ? 0 : a->bias[g];
    store_float(block, f->scales, r, scale);
    store_float(block, f->scales, EMBER_BLOCK_ROWS + r, bias - (float)f->offset * scale);
    uint8_t *lane = block + 2 * EMBER_BLOCK_ROWS * number + r * 4;
    const int8_t *value = a->value + g * f->group;
    uint8_t q[32];
    for (size_t i = 0; i < f->group; i++) q[i] = (uint8_t)(value[i] + f->offset);
    if (f->bits == 8) {
        for (size_t i = 0; i < f->group; i += 4, lane += 64) memcpy(lane, q + i, 4);
    } else {
        for (size_t i = 0; i < f->group; i += 8, lane += 64) {
            for (size_t k = 0; k < 4; k++) lane[k] = (uint8_t)(q[i + k] | q[i + 4 + k] << 4);
        }
    }
}

void ember_pack_blocks(void *dst, const void *src, uint32_t type, size_t head_dim, size_t rows, size_t cols,
                       size_t block_begin, size_t block_end) {
    const block_format *f = ember_find_block_format(type);
    size_t packed = ember_block_bytes(f->bits, f->group, f->scales), groups = cols / f->group;
    size_t each = f->inputs / f->group, row_bytes = cols / f->inputs * f->bytes;
    affine a;
    for (size_t b = block_begin; b < block_end; b++) {
        uint8_t *to = (uint8_t *)dst + b * groups * packed;
        size_t present = ember_min(EMBER_BLOCK_ROWS, rows - b * EMBER_BLOCK_ROWS);
        if (present < EMBER_BLOCK_ROWS) memset(to, 0, groups * packed);
        // A block of the file in all rows, then the next: what is written together lies together.
        for (size_t i = 0; i < cols / f->inputs; i++, to += each * packed) {
            for (size_t r = 0; r < present; r++) {
                size_t row = source_row(b * EMBER_BLOCK_ROWS + r, head_dim);
                f->read(&a, (const uint8_t *)src + row * row_bytes + i * f->bytes);
                for (size_t g = 0; g < each; g++) pack_group(to + g * packed, r, &a, g, f);
            }
        }
    }
}
