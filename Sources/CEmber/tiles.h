// SPDX-License-Identifier: Apache-2.0
//
// The order in which a product of packed weights and int8 activations is computed, the same for all instruction sets.

#pragma once

#include "internal.h"

/// Some blocks of rows and some tokens, and a run of columns.
typedef struct tile {
    float *y;            // of the first token and row
    size_t ldy, present; // rows of the last block that exist
    const char *block;   // the first
    size_t row_bytes;    // from one block of rows to the next
    packing packing;
    size_t groups;
    const int8_t *q; // as laid out in internal.h, of the first token
    const float *scale, *sum;
    size_t width;      // tokens that lie side by side in q, scale and sum
    const float *bias; // of the rows, or NULL
    bool first;        // else y holds the products of the columns before these
    size_t far;        // see prefetch_weights; 0 when the weights lie in a cache
} tile;

/// Asks for weights that come from memory: those 2 KiB ahead into the first-level cache, those `far` bytes ahead into
/// the second-level one. On a core that can read 16 GB/s (Sapphire Rapids, November 2026) the first alone
/// reaches 84 % of that, both reach 97 %.
EMBER_INLINE void prefetch_weights(const char *at, size_t far) {
    __builtin_prefetch(at + far, 0, 2);
    __builtin_prefetch(at + 2048, 0, 3);
}

/// Where the weights of group `g` lie, when those of the one before end at `at`: the first group of a run stands behind
/// the run's scales. `run` is where the run begins, of the first of `blocks` blocks.
EMBER_INLINE const char *enter_group(const tile *t, size_t g, const char *at, const char **run, const size_t blocks) {
    if ((g & (t->packing.groups - 1)) != 0) return at;
    *run = at;
    for (size_t i = 0; t->far > 0 && i < t->packing.head; i += 64) {
        for (size_t b = 0; b < blocks; b++) prefetch_weights(at + b * t->row_bytes + i, t->far);
    }
    return at + t->packing.head;
}

/// What suits the registers and caches of an instruction set.
typedef struct tiling {
    size_t tokens, blocks; // at most, at a time
    size_t panel;          // bytes of weights that stay in the second-level cache while all tokens pass
    void (*multiply)(const tile *t, uint32_t bits, size_t blocks, size_t tokens);
} tiling;

/// A product of packed weights, or of a part of them that lies elsewhere in other blocks with the same values.
typedef struct product {
    float *y;
    size_t ldy;
    const ember_matrix *w; // for sizes and bias
    const ember_activations *x;
    size_t block_begin, block_end; // of rows
    size_t group_begin, group_end; // of columns
    const char *data;              // the first of these blocks
    size_t row_bytes;              // from one block of rows to the next
    packing packing;
} product;

/// Columns at a time, so that the activations of a tile stay in the first-level cache.
enum { CHUNK = 2048 };

/// The product with the tile of tokens that begins at `token`.
///
/// `streams`: whether the weights come from memory, and not from a cache.
EMBER_INLINE void multiply_tile(const product *p, const tiling *most, size_t token, bool streams) {
    enum { FAR = 16 * 1024 };
    const ember_matrix *w = p->w;
    size_t groups = w->cols / w->group, g = p->group_begin, width = ember_tile_width(p->x->tokens, token);
    for (size_t b = p->block_begin, blocks; b < p->block_end; b += blocks) {
        // Few tokens do not pay for several streams of weights.
        blocks = width > 4 ? ember_min(most->blocks, p->block_end - b) : 1;
        size_t row = b * EMBER_BLOCK_ROWS, last = row + (blocks - 1) * EMBER_BLOCK_ROWS;
        for (size_t i = 0, tokens; i < width; i += tokens) {
            tokens = ember_min(most->tokens, width - i);
            tile t = {
                .y = p->y + (token + i) * p->ldy + row,
                .ldy = p->ldy,
                .present = ember_min(EMBER_BLOCK_ROWS, w->rows - last),
                .block = p->data + (b - p->block_begin) * p->row_bytes,
                .row_bytes = p->row_bytes,
                .packing = p->packing,
                .groups = p->group_end - g,
                .q = p->x->q + token * p->x->cols + g * w->group * width + 4 * i,
                .scale = p->x->scale + token * groups + g * width + i,
                .sum = p->x->sum + token * groups + g * width + i,
                .width = width,
                .bias = w->bias ? w->bias + row : NULL,
                .first = g == 0,
                // Of several blocks side by side each asks for its successor's weights, and so all are asked for.
                .far = !streams || i > 0 ? 0 : blocks == 1 ? FAR : blocks * p->row_bytes,
            };
            most->multiply(&t, p->packing.bits, blocks, tokens);
        }
    }
}

/// The products with the tokens from `token_begin` on, which begins a tile.
EMBER_INLINE void multiply_tiles(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x,
                                 size_t token_begin, size_t block_begin, size_t block_end, const tiling *most) {
    packing packing = ember_packing_of(w);
    size_t groups = w->cols / w->group, row_bytes = groups / packing.groups * packing.bytes;
    // One tile of tokens: weights are read once, in the order of the memory.
    bool once = x->tokens - token_begin <= EMBER_TILE;
    size_t chunk = once ? groups : CHUNK / w->group;
    size_t panel = once ? block_end - block_begin : (most->panel / row_bytes / most->blocks + 1) * most->blocks;

    for (size_t from = block_begin; from < block_end; from += panel) {
        for (size_t token = token_begin; token < x->tokens; token += EMBER_TILE) {
            for (size_t g = 0; g < groups; g += chunk) {
                product p = {
                    .y = y, .ldy = ldy, .w = w, .x = x,
                    .block_begin = from, .block_end = ember_min(from + panel, block_end),
                    .group_begin = g, .group_end = ember_min(g + chunk, groups),
                    .data = ember_run_at(w, &packing, from, groups, g), .row_bytes = row_bytes, .packing = packing,
                };
                multiply_tile(&p, most, token, once);
            }
        }
    }
}
