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
    uint32_t group;
    ember_float_type type;
    size_t groups;
    const int8_t *q; // as laid out in internal.h, of the first token
    const float *scale, *sum;
    size_t width;      // tokens that lie side by side in q, scale and sum
    const float *bias; // of the rows, or NULL
    bool first;        // else y holds the products of the columns before these
} tile;

/// What suits the registers and caches of an instruction set.
typedef struct tiling {
    size_t tokens, blocks; // at most, at a time
    size_t panel;          // bytes of weights that stay in the second-level cache while all tokens pass
} tiling;

/// Columns at a time, so that the activations of a tile stay in the first-level cache.
enum { CHUNK = 2048 };

EMBER_INLINE void multiply_tiles(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                                 size_t block_end, const tiling *most,
                                 void (*multiply)(const tile *t, uint32_t bits, size_t blocks, size_t tokens)) {
    size_t block_bytes = ember_block_bytes(w->bits, w->group, w->type), groups = w->cols / w->group;
    size_t row_bytes = groups * block_bytes;
    // One tile of tokens: weights are read once, in the order of the memory.
    bool once = x->tokens <= EMBER_TILE;
    size_t chunk = once ? groups : CHUNK / w->group;
    size_t panel = once ? block_end - block_begin : (most->panel / row_bytes / most->blocks + 1) * most->blocks;

    for (size_t from = block_begin; from < block_end; from += panel) {
        size_t to = ember_min(from + panel, block_end);
        for (size_t token = 0; token < x->tokens; token += EMBER_TILE) {
            size_t width = ember_tile_width(x->tokens, token);
            for (size_t g = 0; g < groups; g += chunk) {
                for (size_t b = from, blocks; b < to; b += blocks) {
                    // Few tokens do not pay for several streams of weights.
                    blocks = width > 4 ? ember_min(most->blocks, to - b) : 1;
                    size_t row = b * EMBER_BLOCK_ROWS, last = row + (blocks - 1) * EMBER_BLOCK_ROWS;
                    for (size_t i = 0, tokens; i < width; i += tokens) {
                        tokens = ember_min(most->tokens, width - i);
                        tile t = {
                            .y = y + (token + i) * ldy + row,
                            .ldy = ldy,
                            .present = ember_min(EMBER_BLOCK_ROWS, w->rows - last),
                            .block = (const char *)w->data + b * row_bytes + g * block_bytes,
                            .row_bytes = row_bytes,
                            .group = w->group,
                            .type = w->type,
                            .groups = ember_min(chunk, groups - g),
                            .q = x->q + token * x->cols + g * w->group * width + 4 * i,
                            .scale = x->scale + token * groups + g * width + i,
                            .sum = x->sum + token * groups + g * width + i,
                            .width = width,
                            .bias = w->bias ? w->bias + row : NULL,
                            .first = g == 0,
                        };
                        multiply(&t, w->bits, blocks, tokens);
                    }
                }
            }
        }
    }
}
