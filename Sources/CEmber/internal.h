// SPDX-License-Identifier: Apache-2.0
//
// What the C files share: conversions between number formats, and where things lie in blocks and tiles.

#pragma once

#include "include/CEmber.h"

#include <string.h>

#define EMBER_INLINE static inline __attribute__((always_inline))

/// Before a loop with constant bounds over arrays that must live in registers.
#define UNROLL _Pragma("clang loop unroll(full)")

// MARK: Number formats

EMBER_INLINE float ember_float_from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

EMBER_INLINE uint32_t ember_bits_from_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Integer arithmetic rather than _Float16, which calls into the compiler's runtime on a baseline x86-64.
EMBER_INLINE float ember_float_from_f16(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t rest = half & 0x7FFF;
    if (rest < 0x0400) return ember_float_from_bits(sign | ember_bits_from_float((float)rest * 0x1p-24f));
    uint32_t rebias = rest >= 0x7C00 ? (255 - 31) << 23 : (127 - 15) << 23;
    return ember_float_from_bits(sign | ((rest << 13) + rebias));
}

EMBER_INLINE uint16_t ember_f16_from_float(float x) {
    uint32_t bits = ember_bits_from_float(x);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t rest = bits & 0x7FFFFFFF;
    if (rest > 0x7F800000) return (uint16_t)(sign | 0x7E00 | (rest >> 13 & 0x03FF)); // NaN, quiet, as the hardware does
    if (rest >= 0x47800000) return (uint16_t)(sign | 0x7C00);                         // 65536 and more
    if (rest < 0x38800000) {
        // Below 2^-14: adding 1/2 moves the last bit of the result to the last bit of a float, and the sum is rounded
        // to it.
        uint32_t subnormal = ember_bits_from_float(ember_float_from_bits(rest) + 0.5f) - ember_bits_from_float(0.5f);
        return (uint16_t)(sign | subnormal);
    }
    uint32_t rounded = rest + 0x0FFF + (rest >> 13 & 1) - ((127 - 15) << 23);
    return (uint16_t)(sign | rounded >> 13);
}

EMBER_INLINE float ember_float_from_bf16(uint16_t half) { return ember_float_from_bits((uint32_t)half << 16); }

EMBER_INLINE uint16_t ember_bf16_from_float(float x) {
    uint32_t bits = ember_bits_from_float(x);
    if ((bits & 0x7FFFFFFF) > 0x7F800000) return (uint16_t)(bits >> 16 | 0x0040);
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/// Number `i` of an array of `type`, of any alignment.
EMBER_INLINE float ember_load_float(const void *array, ember_float_type type, size_t i) {
    if (type == EMBER_F32) {
        float x;
        memcpy(&x, (const char *)array + i * sizeof x, sizeof x);
        return x;
    }
    if (type == EMBER_I8) return ((const int8_t *)array)[i];
    uint16_t half;
    memcpy(&half, (const char *)array + i * sizeof half, sizeof half);
    return type == EMBER_F16 ? ember_float_from_f16(half) : ember_float_from_bf16(half);
}

EMBER_INLINE size_t ember_bytes_of(ember_float_type type) {
    return type == EMBER_F32 ? 4 : type == EMBER_I8 ? 1 : 2;
}

EMBER_INLINE size_t ember_min(size_t a, size_t b) { return a < b ? a : b; }

// MARK: Attention

/// The keys that a query sees: begin ..< end.
EMBER_INLINE size_t ember_keys_begin(const ember_attention *a, size_t token) {
    size_t seen = a->position + token + 1;
    return a->window && seen > a->window ? seen - a->window : 0;
}

EMBER_INLINE size_t ember_keys_end(const ember_attention *a, size_t token) {
    return a->position + (a->causal ? token + 1 : a->tokens);
}

/// Where a piece puts the result of a query.
EMBER_INLINE float *ember_attended(const ember_attention *a, const ember_attention_piece *p, size_t token,
                                   size_t head) {
    size_t row = token * a->heads + head, dim = a->values.dim;
    return p->partial ? p->partial + row * (dim + 2) : a->out + row * dim;
}

/// What the numbers of a row of a cache are multiplied by.
EMBER_INLINE float ember_row_scale(const ember_attention *a, const ember_cached *c, size_t kv_head, size_t row) {
    return c->scales ? c->scales[kv_head * a->capacity + row] : 1;
}

/// The row of the first key or value of a head.
EMBER_INLINE const char *ember_head_rows(const ember_attention *a, const ember_cached *c, size_t kv_head) {
    return (const char *)c->data + kv_head * a->capacity * c->stride * ember_bytes_of(a->type);
}

// MARK: Packed blocks

EMBER_INLINE size_t ember_blocks(size_t rows) { return (rows + EMBER_BLOCK_ROWS - 1) / EMBER_BLOCK_ROWS; }

EMBER_INLINE size_t ember_block_bytes(uint32_t bits, uint32_t group, ember_float_type type) {
    return 2 * EMBER_BLOCK_ROWS * ember_bytes_of(type) + (size_t)EMBER_BLOCK_ROWS * group * bits / 8;
}

/// How the groups of a packed matrix follow one another: in runs that begin with the scales and biases of their groups.
typedef struct packing {
    uint32_t bits, group;
    ember_float_type type; // of scales and biases, unless they are nested
    bool nested;
    size_t groups;               // of a run, a power of two
    size_t head, weights, bytes; // of a run's scales and biases; of a group's weights; of a run
} packing;

EMBER_INLINE packing ember_packing(uint32_t bits, uint32_t group, ember_float_type type, bool nested) {
    packing p = {.bits = bits, .group = group, .type = type, .nested = nested};
    p.groups = nested ? EMBER_NESTED_INPUTS / group : 1;
    p.head = 2 * EMBER_BLOCK_ROWS * (nested ? sizeof(uint16_t) + p.groups : ember_bytes_of(type));
    p.weights = (size_t)EMBER_BLOCK_ROWS * group * bits / 8;
    p.bytes = p.head + p.groups * p.weights;
    return p;
}

EMBER_INLINE packing ember_packing_of(const ember_matrix *m) {
    return ember_packing(m->bits, m->group, m->type, m->kind == EMBER_NESTED);
}

/// The run that group `g` of a block of rows belongs to; `groups` are those of a row.
EMBER_INLINE const char *ember_run_at(const ember_matrix *m, const packing *p, size_t block, size_t groups, size_t g) {
    return (const char *)m->data + (block * groups + g) / p->groups * p->bytes;
}

/// Where scales and biases of group `k` of a nested run lie: 16 scales, then 16 biases.
EMBER_INLINE size_t ember_nested_at(size_t k) {
    return 2 * EMBER_BLOCK_ROWS * sizeof(uint16_t) + 2 * EMBER_BLOCK_ROWS * k;
}

/// Scale (part 0) or bias (part 1) of row `r` of group `k` of a run.
EMBER_INLINE float ember_scale_of(const packing *p, const void *run, size_t k, size_t r, size_t part) {
    size_t at = part * EMBER_BLOCK_ROWS + r;
    if (!p->nested) return ember_load_float(run, p->type, at);
    return ember_load_float(run, EMBER_F16, at) * (float)((const int8_t *)run)[ember_nested_at(k) + at];
}

/// Where input `i` of row `r` lies behind the biases of a block, counted in weights (nibbles, low first, or bytes).
EMBER_INLINE size_t ember_weight_index(uint32_t bits, size_t r, size_t i) {
    if (bits == 8) return i / 4 * 64 + r * 4 + i % 4;
    return i / 8 * 128 + (r * 4 + i % 4) * 2 + i / 4 % 2;
}

/// Weight `i` of row `r` in a group's weights.
EMBER_INLINE int ember_weight_at(uint32_t bits, uint32_t group, const uint8_t *weights, size_t r, size_t i) {
    if (bits == 8) return weights[ember_weight_index(8, r, i)];
    size_t at = ember_weight_index(4, r, i);
    int low = weights[at / 2] >> (at % 2 * 4) & 15;
    if (bits == 4) return low;
    size_t upper = bits - 4, inputs = 32 / upper; // of a vector
    const uint8_t *byte = weights + EMBER_BLOCK_ROWS * group / 2 + i / inputs * 64 + r * 4 + i % 4;
    return low | (*byte >> (i % inputs / 4 * upper) & ((1 << upper) - 1)) << 4;
}

// MARK: Activations in tiles

// Quantised activations lie in tiles of EMBER_TILE tokens (the last tile has those that remain). In a tile of `width`
// tokens, q is (cols / 4, width, 4) and scale and sum are (cols / group, width): what one step of a kernel needs is one
// short contiguous run, and a single token is a plain row.
enum { EMBER_TILE = 8 };

EMBER_INLINE size_t ember_tile_width(size_t tokens, size_t tile_begin) {
    return ember_min(EMBER_TILE, tokens - tile_begin);
}

EMBER_INLINE size_t ember_q_index(size_t tokens, size_t cols, size_t token, size_t i) {
    size_t begin = token / EMBER_TILE * EMBER_TILE, width = ember_tile_width(tokens, begin);
    return begin * cols + (i / 4 * width + (token - begin)) * 4 + i % 4;
}

EMBER_INLINE size_t ember_scale_index(size_t tokens, size_t groups, size_t token, size_t g) {
    size_t begin = token / EMBER_TILE * EMBER_TILE, width = ember_tile_width(tokens, begin);
    return begin * groups + g * width + (token - begin);
}
