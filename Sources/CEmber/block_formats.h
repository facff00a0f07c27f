// SPDX-License-Identifier: Apache-2.0
//
// What one block of a quantised GGUF tensor says, in a form that all formats share.

#pragma once

#include "internal.h"

enum { MOST_BLOCK_INPUTS = 256, MOST_BLOCK_GROUPS = 16 };

/// w[i] = scale * value[i] + bias; where scales are nested, group g has the scale scale * level[g] and the bias
/// bias * minimum[g].
typedef struct affine {
    int8_t value[MOST_BLOCK_INPUTS];
    float scale, bias; // bias: only where a format has one
    int8_t level[MOST_BLOCK_GROUPS], minimum[MOST_BLOCK_GROUPS];
} affine;

typedef struct block_format {
    uint32_t type;           // its number in GGUF files
    uint32_t inputs, bytes;  // of one block
    uint32_t group;          // inputs that share a scale; those of a block unless scales are nested
    uint32_t bits;           // of a packed weight
    int offset;              // what makes a value a packed weight, which is never negative; 0 where there is a bias
    bool symmetric;          // without bias
    bool nested;
    ember_float_type scales; // that hold the packed scales and biases exactly, unless they are nested
    void (*read)(affine *out, const uint8_t *block);
} block_format;

/// The format with that number, or NULL.
const block_format *ember_find_block_format(uint32_t type);
