// SPDX-License-Identifier: Apache-2.0
//
// AVX-512 with VNNI: a lane per row, so that one instruction multiplies four inputs of sixteen rows and nothing is
// summed across lanes.

#include "tiles.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <math.h>

#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,f16c,fma,avx2"))), apply_to = function)

// MARK: Sixteen numbers

typedef __m512 vf;
enum { LANES = 16, FLOAT_TILE = 12, FLOAT_BLOCKS = 2, KEY_VECTORS = 4, VALUE_VECTORS = 4, KEY_SUMS = 16 };

EMBER_INLINE __mmask16 first(size_t n) { return (__mmask16)((1u << n) - 1); }
EMBER_INLINE vf v_set1(float x) { return _mm512_set1_ps(x); }
EMBER_INLINE vf v_load(const float *x) { return _mm512_loadu_ps(x); }
EMBER_INLINE vf v_load_n(const float *x, size_t n) { return _mm512_maskz_loadu_ps(first(n), x); }
EMBER_INLINE void v_store(float *x, vf a) { _mm512_storeu_ps(x, a); }
EMBER_INLINE void v_store_n(float *x, vf a, size_t n) { _mm512_mask_storeu_ps(x, first(n), a); }
EMBER_INLINE vf v_add(vf a, vf b) { return _mm512_add_ps(a, b); }
EMBER_INLINE vf v_sub(vf a, vf b) { return _mm512_sub_ps(a, b); }
EMBER_INLINE vf v_mul(vf a, vf b) { return _mm512_mul_ps(a, b); }
EMBER_INLINE vf v_div(vf a, vf b) { return _mm512_div_ps(a, b); }
EMBER_INLINE vf v_fma(vf a, vf b, vf c) { return _mm512_fmadd_ps(a, b, c); }
EMBER_INLINE vf v_abs(vf a) { return _mm512_abs_ps(a); }
EMBER_INLINE vf v_max(vf a, vf b) { return _mm512_max_ps(a, b); } // b where either is NaN
EMBER_INLINE vf v_min(vf a, vf b) { return _mm512_min_ps(a, b); }
EMBER_INLINE vf v_round(vf a) { return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
EMBER_INLINE vf v_where_greater(vf a, vf b, vf x) {
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(a, b, _CMP_GT_OQ), x);
}
EMBER_INLINE vf v_times_power_of_two(vf a, vf n) { return _mm512_scalef_ps(a, n); }
EMBER_INLINE float v_sum(vf a) { return _mm512_reduce_add_ps(a); }
EMBER_INLINE float v_largest(vf a) { return _mm512_reduce_max_ps(a); }

EMBER_INLINE vf v_from_f16(const void *x) { return _mm512_cvtph_ps(_mm256_loadu_si256(x)); }
EMBER_INLINE vf v_from_bf16(const void *x) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256(x)), 16));
}
EMBER_INLINE vf v_from_int8(const void *x) {
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(x)));
}
EMBER_INLINE void v_to_f16(void *x, vf a) { _mm256_storeu_si256(x, _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT)); }
EMBER_INLINE void v_to_int8(int8_t *x, vf a) {
    _mm_storeu_si128((void *)x, _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(a)));
}

/// The bits of each 32-bit lane above `shift` that `mask` keeps, as floats.
EMBER_INLINE vf v_bytes(const void *x, int shift, int mask) {
    __m512i lanes = _mm512_srli_epi32(_mm512_loadu_si512(x), (unsigned)shift);
    return _mm512_cvtepi32_ps(_mm512_and_si512(lanes, _mm512_set1_epi32(mask)));
}

/// columns[i] lane r = lane i of rows[r].
EMBER_INLINE void v_transpose(vf *columns, const vf *rows) {
    __m512d pairs[16];
    vf quads[16], halves[16];
    UNROLL for (int i = 0; i < 8; i++) {
        pairs[2 * i] = _mm512_castps_pd(_mm512_unpacklo_ps(rows[2 * i], rows[2 * i + 1]));
        pairs[2 * i + 1] = _mm512_castps_pd(_mm512_unpackhi_ps(rows[2 * i], rows[2 * i + 1]));
    }
    UNROLL for (int i = 0; i < 16; i += 4) {
        quads[i] = _mm512_castpd_ps(_mm512_unpacklo_pd(pairs[i], pairs[i + 2]));
        quads[i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(pairs[i], pairs[i + 2]));
        quads[i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(pairs[i + 1], pairs[i + 3]));
        quads[i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(pairs[i + 1], pairs[i + 3]));
    }
    UNROLL for (int i = 0; i < 4; i++) {
        halves[i] = _mm512_shuffle_f32x4(quads[i], quads[i + 4], 0x88);
        halves[i + 4] = _mm512_shuffle_f32x4(quads[i], quads[i + 4], 0xDD);
        halves[i + 8] = _mm512_shuffle_f32x4(quads[i + 8], quads[i + 12], 0x88);
        halves[i + 12] = _mm512_shuffle_f32x4(quads[i + 8], quads[i + 12], 0xDD);
    }
    UNROLL for (int i = 0; i < 8; i++) {
        columns[i] = _mm512_shuffle_f32x4(halves[i], halves[i + 8], 0x88);
        columns[i + 8] = _mm512_shuffle_f32x4(halves[i], halves[i + 8], 0xDD);
    }
}

/// Lane i = the sum of a[i].
EMBER_INLINE vf v_sums(const vf *a) {
    vf pairs[8], quads[4], halves[2];
    UNROLL for (int i = 0; i < 8; i++) {
        // Sums of lanes two apart: those of a[i] and, beside them, of a[i + 8].
        pairs[i] = _mm512_add_ps(_mm512_unpacklo_ps(a[i], a[i + 8]), _mm512_unpackhi_ps(a[i], a[i + 8]));
    }
    UNROLL for (int i = 0; i < 4; i++) {
        __m512d even = _mm512_castps_pd(pairs[i]), odd = _mm512_castps_pd(pairs[i + 4]);
        quads[i] = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(even, odd)),
                                 _mm512_castpd_ps(_mm512_unpackhi_pd(even, odd)));
    }
    UNROLL for (int i = 0; i < 2; i++) {
        halves[i] = _mm512_add_ps(_mm512_shuffle_f32x4(quads[i], quads[i + 2], 0x88),
                                  _mm512_shuffle_f32x4(quads[i], quads[i + 2], 0xDD));
    }
    vf sums = _mm512_add_ps(_mm512_shuffle_f32x4(halves[0], halves[1], 0x88),
                            _mm512_shuffle_f32x4(halves[0], halves[1], 0xDD));
    // Quarter q has the sums of q' + 0, 8, 4 and 12, where q' is 0, 2, 1 and 3.
    const __m512i order = _mm512_setr_epi32(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    return _mm512_permutexvar_ps(order, sums);
}

#include "lanes.h"

// MARK: Packed weights times int8 activations

/// The vector with the upper bits of the 16 inputs from 8j on, the first four inputs' lowest; j is even.
EMBER_INLINE __m512i upper_bits(const char *upper, size_t j, const uint32_t bits) {
    if (bits == 6) return _mm512_load_si512(upper + j / 2 * 64);
    __m512i vector = _mm512_load_si512(upper + j / 4 * 64);
    return j % 4 ? _mm512_srli_epi32(vector, 4) : vector;
}

/// Lower halves of the four inputs number `part` of these 16, together with their upper bits.
EMBER_INLINE __m512i join(__m512i lower, __m512i upper, const size_t part, const uint32_t bits) {
    const int left = 4 - (int)((bits - 4) * part);
    __m512i shifted = left >= 0 ? _mm512_slli_epi32(upper, (unsigned)left) : _mm512_srli_epi32(upper, (unsigned)-left);
    const __m512i mask = _mm512_set1_epi8(bits == 6 ? 0x30 : 0x10);
    return _mm512_ternarylogic_epi32(lower, shifted, mask, 0xF8); // lower or (shifted and mask)
}

/// Scales, without their last two bits, and biases of a group. All but scales in f32 have fewer bits anyway;
/// what prompts do with SUM_OFFSET is exact without them, and a token's results do not depend on how many
/// tokens are computed with it.
EMBER_INLINE void rounded_scales(vf *scale, vf *bias, const packing *p, const char *run, size_t k) {
    v_scales(scale, bias, p, run, k, 0);
    *scale = _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(*scale), _mm512_set1_epi32(~3)));
}

/// Products of `blocks` blocks of 16 rows with `tokens` tokens. The three constants are known where this is inlined.
EMBER_INLINE void multiply(const tile *t, const uint32_t bits, const size_t blocks, const size_t tokens) {
    enum { MOST_BLOCKS = 2, MOST_ACCUMULATORS = 4 };
    // A product has a latency of 5 cycles and two start in each: few tokens need several sums.
    const size_t sums = tokens == 1 ? 4 : tokens <= 3 ? 2 : 1;
    const packing *p = &t->packing;
    const size_t steps = p->group / (bits == 8 ? 4 : 8), last_of_run = p->groups - 1, width = t->width, far = t->far;
    const __m512i low = _mm512_set1_epi8(15);
    __m512 y[MOST_BLOCKS][EMBER_TILE];
    __mmask16 rows[MOST_BLOCKS];

    UNROLL for (size_t b = 0; b < blocks; b++) {
        rows[b] = b + 1 == blocks ? first(t->present) : 0xFFFF;
        UNROLL for (size_t i = 0; i < tokens; i++) {
            const float *from = t->first ? t->bias : t->y + i * t->ldy;
            y[b][i] = from ? _mm512_maskz_loadu_ps(rows[b], from + b * EMBER_BLOCK_ROWS) : _mm512_setzero_ps();
        }
    }

    const char *vectors = t->block, *run = vectors;
    const int8_t *q = t->q;
    const float *scale = t->scale, *sum = t->sum;
    for (size_t g = 0; g < t->groups; g++, scale += width, sum += width) {
        vectors = enter_group(t, g, vectors, &run, blocks);
        __m512i dot[MOST_BLOCKS][EMBER_TILE][MOST_ACCUMULATORS];
        UNROLL for (size_t b = 0; b < blocks; b++) {
            UNROLL for (size_t i = 0; i < tokens; i++) {
                UNROLL for (size_t s = 0; s < sums; s++) dot[b][i][s] = _mm512_setzero_si512();
            }
        }
        // Two vectors a turn: 16 inputs, or 8 of 8 bits.
        const char *upper = vectors + 64 * steps;
        for (size_t j = 0; j < steps; j += 2, vectors += 128) {
            __m512i high[MOST_BLOCKS];
            UNROLL for (size_t b = 0; b < blocks; b++) {
                if (bits != 5 && bits != 6) continue;
                const char *at = upper + b * t->row_bytes;
                if (far > 0) prefetch_weights(at + (bits == 6 ? j / 2 : j / 4) * 64, far);
                high[b] = upper_bits(at, j, bits);
            }
            UNROLL for (size_t k = 0; k < 2; k++) {
                __m512i weights[MOST_BLOCKS];
                UNROLL for (size_t b = 0; b < blocks; b++) {
                    const char *at = vectors + b * t->row_bytes + k * 64;
                    if (far > 0) prefetch_weights(at, far);
                    weights[b] = _mm512_load_si512(at);
                }
                const size_t parts = bits == 8 ? 1 : 2;
                UNROLL for (size_t n = 0; n < parts; n++, q += 4 * width) {
                    const size_t s = (k * parts + n) % sums;
                    __m512i part[MOST_BLOCKS];
                    UNROLL for (size_t b = 0; b < blocks; b++) {
                        __m512i shifted = n == 0 ? weights[b] : _mm512_srli_epi32(weights[b], 4);
                        part[b] = bits == 8 ? shifted : _mm512_and_si512(shifted, low);
                        if (bits == 5 || bits == 6) part[b] = join(part[b], high[b], 2 * k + n, bits);
                    }
                    UNROLL for (size_t i = 0; i < tokens; i++) {
                        int32_t four;
                        memcpy(&four, q + 4 * i, sizeof four);
                        __m512i inputs = _mm512_set1_epi32(four);
                        UNROLL for (size_t b = 0; b < blocks; b++) {
                            dot[b][i][s] = _mm512_dpbusd_epi32(dot[b][i][s], part[b], inputs);
                        }
                    }
                }
            }
        }
        vectors += p->weights - 64 * steps;
        UNROLL for (size_t b = 0; b < blocks; b++) {
            __m512 scales, biases;
            rounded_scales(&scales, &biases, p, run + b * t->row_bytes, g & last_of_run);
            UNROLL for (size_t i = 0; i < tokens; i++) {
                UNROLL for (size_t s = 1; s < sums; s++) dot[b][i][0] = _mm512_add_epi32(dot[b][i][0], dot[b][i][s]);
                __m512 scaled = _mm512_mul_ps(scales, _mm512_cvtepi32_ps(dot[b][i][0]));
                y[b][i] = _mm512_fmadd_ps(scaled, _mm512_set1_ps(scale[i]), y[b][i]);
                y[b][i] = _mm512_fmadd_ps(biases, _mm512_set1_ps(sum[i]), y[b][i]);
            }
        }
    }

    UNROLL for (size_t b = 0; b < blocks; b++) {
        UNROLL for (size_t i = 0; i < tokens; i++) {
            _mm512_mask_storeu_ps(t->y + i * t->ldy + b * EMBER_BLOCK_ROWS, rows[b], y[b][i]);
        }
    }
}

/// One copy of the loops for each number of tokens.
EMBER_INLINE void multiply_tokens(const tile *t, const uint32_t bits, const size_t blocks, size_t tokens) {
    switch (tokens) {
    case 1: multiply(t, bits, blocks, 1); break;
    case 2: multiply(t, bits, blocks, 2); break;
    case 3: multiply(t, bits, blocks, 3); break;
    case 4: multiply(t, bits, blocks, 4); break;
    case 5: multiply(t, bits, blocks, 5); break;
    case 6: multiply(t, bits, blocks, 6); break;
    case 7: multiply(t, bits, blocks, 7); break;
    default: multiply(t, bits, blocks, 8); break;
    }
}

static void multiply_blocks(const tile *t, uint32_t bits, size_t blocks, size_t tokens) {
    switch (bits) {
    case 4:
        if (blocks == 1) multiply_tokens(t, 4, 1, tokens);
        else multiply_tokens(t, 4, 2, tokens);
        break;
    case 5:
        if (blocks == 1) multiply_tokens(t, 5, 1, tokens);
        else multiply_tokens(t, 5, 2, tokens);
        break;
    case 6:
        if (blocks == 1) multiply_tokens(t, 6, 1, tokens);
        else multiply_tokens(t, 6, 2, tokens);
        break;
    default:
        if (blocks == 1) multiply_tokens(t, 8, 1, tokens);
        else multiply_tokens(t, 8, 2, tokens);
    }
}

// MARK: Prompts

enum {
    PANEL_BLOCKS = 2, PANEL_COLUMNS = 512, // what stays in the first-level cache, activations of a tile included
    // These read the same columns before the next ones follow; what they sum stays in the second-level cache.
    SHARING_BLOCKS = 8,
    MANY_TOKENS = 32, // enough to pay for unpacking
};

/// Weights of two blocks of rows, a byte each, side by side. Of the groups, scales, biases and what SUM_START comes to.
typedef struct unpacked {
    _Alignas(64) uint8_t weights[PANEL_COLUMNS / 4][PANEL_BLOCKS][64];
    float scale[PANEL_COLUMNS / 16][PANEL_BLOCKS][LANES], offset[PANEL_COLUMNS / 16][PANEL_BLOCKS][LANES];
    float bias[PANEL_COLUMNS / 16][PANEL_BLOCKS][LANES];
} unpacked;

/// What sums of products start from. Read as a float, a sum is then 1.5 * 2^23 too large and otherwise exact as long as
/// it is at least -2^22 and below 2^22; the largest, of 128 inputs, is 128 * 255 * 127. Taking that off again is part
/// of the product with the scale, and so a sum becomes a float at no cost.
enum { SUM_START = 0x4B400000 };
#define SUM_OFFSET 0x1.8p23f

EMBER_INLINE void unpack_weights(uint8_t (*to)[PANEL_BLOCKS][64], const char *from, size_t group, const uint32_t bits) {
    const __m512i low = _mm512_set1_epi8(15);
    const size_t vectors = bits == 8 ? group / 4 : group / 8;
    const char *upper = from + 64 * vectors;
    for (size_t j = 0; j < vectors; j++, from += 64) {
        __m512i both = _mm512_load_si512(from);
        if (bits == 8) {
            _mm512_store_si512(to++, both);
            continue;
        }
        UNROLL for (size_t n = 0; n < 2; n++) {
            __m512i weights = _mm512_and_si512(n == 0 ? both : _mm512_srli_epi32(both, 4), low);
            if (bits > 4) {
                __m512i high = upper_bits(upper, j / 2 * 2, bits);
                weights = j % 2 == 0 ? join(weights, high, n, bits) : join(weights, high, 2 + n, bits);
            }
            _mm512_store_si512(to++, weights);
        }
    }
}

/// Fills in block `b` of the panel with the groups [begin, end) of a block of rows.
static void unpack(unpacked *panel, size_t b, const ember_matrix *w, const packing *p, size_t block, size_t begin,
                   size_t end) {
    for (size_t g = begin; g < end; g++) {
        size_t k = g % p->groups, i = g - begin;
        const char *run = ember_run_at(w, p, block, w->cols / w->group, g), *from = run + p->head + k * p->weights;
        vf scale, bias;
        rounded_scales(&scale, &bias, p, run, k);
        v_store(panel->scale[i][b], scale);
        v_store(panel->offset[i][b], v_mul(scale, v_set1(-SUM_OFFSET)));
        v_store(panel->bias[i][b], bias);
        uint8_t(*to)[PANEL_BLOCKS][64] = (void *)panel->weights[i * p->group / 4][b];
        switch (p->bits) {
        case 4: unpack_weights(to, from, p->group, 4); break;
        case 5: unpack_weights(to, from, p->group, 5); break;
        case 6: unpack_weights(to, from, p->group, 6); break;
        default: unpack_weights(to, from, p->group, 8); break;
        }
    }
}

typedef struct panel_sums {
    _Alignas(64) float y[PANEL_BLOCKS][EMBER_TILE][LANES];
} panel_sums;

/// Some columns of the activations of a whole tile of tokens; those of the next tile lie
/// `next_q` and `next_scale` further.
typedef struct panel_inputs {
    const int8_t *q;
    const float *scale, *sum;
    size_t next_q, next_scale;
} panel_inputs;

/// Adds the products of `groups` groups with `tokens` tokens, the first of which is number `from` of the tile. The
/// constants are known where this is inlined.
EMBER_INLINE void multiply_panel(panel_sums *sums, const unpacked *panel, const panel_inputs *x, size_t groups,
                                 const size_t group, const size_t from, const size_t tokens) {
    // There are not enough registers for the sums of a whole tile beside those of a group. They are then in memory,
    // where the end of a group finds each: a compiler that tries to keep some of them has more to move.
    const bool resident = tokens < EMBER_TILE;
    const uint8_t(*weights)[PANEL_BLOCKS][64] = panel->weights;
    const int8_t *q = x->q + 4 * from;
    const float *scale = x->scale + from, *sum = x->sum + from;
    vf kept[PANEL_BLOCKS][EMBER_TILE];
    UNROLL for (size_t b = 0; b < PANEL_BLOCKS; b++) {
        UNROLL for (size_t i = 0; i < tokens; i++) {
            if (resident) kept[b][i] = v_load(sums->y[b][from + i]);
        }
    }
    for (size_t g = 0; g < groups; g++, scale += EMBER_TILE, sum += EMBER_TILE) {
        __m512i dot[PANEL_BLOCKS][EMBER_TILE];
        UNROLL for (size_t i = 0; i < tokens; i++) {
            UNROLL for (size_t b = 0; b < PANEL_BLOCKS; b++) dot[b][i] = _mm512_set1_epi32(SUM_START);
        }
        __builtin_prefetch(scale + x->next_scale);
        __builtin_prefetch(sum + x->next_scale);
        for (size_t j = 0; j < group; j += 16) {
            __builtin_prefetch(q + x->next_q);
            __builtin_prefetch(q + x->next_q + 64);
            UNROLL for (size_t k = 0; k < 4; k++, weights++, q += 4 * EMBER_TILE) {
                UNROLL for (size_t i = 0; i < tokens; i++) {
                    int32_t four;
                    memcpy(&four, q + 4 * i, sizeof four);
                    __m512i inputs = _mm512_set1_epi32(four);
                    UNROLL for (size_t b = 0; b < PANEL_BLOCKS; b++) {
                        dot[b][i] = _mm512_dpbusd_epi32(dot[b][i], _mm512_load_si512((*weights)[b]), inputs);
                    }
                }
            }
        }
        UNROLL for (size_t b = 0; b < PANEL_BLOCKS; b++) {
            vf scales = v_load(panel->scale[g][b]), offsets = v_load(panel->offset[g][b]);
            vf biases = v_load(panel->bias[g][b]);
            UNROLL for (size_t i = 0; i < tokens; i++) {
                vf scaled = v_fma(_mm512_castsi512_ps(dot[b][i]), scales, offsets);
                vf y = v_fma(scaled, v_set1(scale[i]), resident ? kept[b][i] : v_load(sums->y[b][i]));
                y = v_fma(biases, v_set1(sum[i]), y);
                if (resident) {
                    kept[b][i] = y;
                } else {
                    v_store(sums->y[b][i], y);
                }
            }
        }
    }
    UNROLL for (size_t b = 0; b < PANEL_BLOCKS; b++) {
        UNROLL for (size_t i = 0; i < tokens; i++) {
            if (resident) v_store(sums->y[b][from + i], kept[b][i]);
        }
    }
}

/// Not inlined, so that the sums stay where they are.
static __attribute__((noinline)) void multiply_panel_of(uint32_t group, panel_sums *sums, const unpacked *panel,
                                                        const panel_inputs *x, size_t groups) {
    switch (group) {
    case 16: // ends so often that half a tile at a time is quicker
        multiply_panel(sums, panel, x, groups, 16, 0, 4);
        multiply_panel(sums, panel, x, groups, 16, 4, 4);
        break;
    case 32: multiply_panel(sums, panel, x, groups, 32, 0, 8); break;
    case 64: multiply_panel(sums, panel, x, groups, 64, 0, 8); break;
    default: multiply_panel(sums, panel, x, groups, 128, 0, 8); break;
    }
}

/// The groups [begin, end) of one or two blocks of rows, times all tokens that fill tiles.
static void multiply_panels_of(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block,
                               size_t blocks, size_t begin, size_t end) {
    unpacked panel;
    panel_sums sums;
    packing p = ember_packing_of(w);
    size_t row = block * EMBER_BLOCK_ROWS, groups = w->cols / w->group;
    for (size_t b = 0; b < blocks; b++) unpack(&panel, b, w, &p, block + b, begin, end);
    // A second block that is not there is multiplied all the same, and left.
    if (blocks < PANEL_BLOCKS) unpack(&panel, 1, w, &p, block, begin, end);
    for (size_t token = 0; token + EMBER_TILE <= x->tokens; token += EMBER_TILE) {
        float *to = y + token * ldy + row;
        for (size_t b = 0; b < blocks; b++) {
            __mmask16 rows = first(ember_min(w->rows - row - b * LANES, LANES));
            UNROLL for (size_t i = 0; i < EMBER_TILE; i++) {
                const float *from = begin > 0 ? to + i * ldy : w->bias ? w->bias + row : NULL;
                v_store(sums.y[b][i], from ? _mm512_maskz_loadu_ps(rows, from + b * LANES) : v_set1(0));
            }
        }
        for (size_t i = 0; i < EMBER_TILE; i++) {
            for (size_t b = 0; b < blocks; b++) __builtin_prefetch(to + (EMBER_TILE + i) * ldy + b * LANES, 1);
        }
        size_t at = token * groups + begin * EMBER_TILE;
        panel_inputs inputs = {
            .q = x->q + token * x->cols + begin * w->group * EMBER_TILE, .scale = x->scale + at, .sum = x->sum + at,
            .next_q = EMBER_TILE * x->cols, .next_scale = EMBER_TILE * groups,
        };
        multiply_panel_of(w->group, &sums, &panel, &inputs, end - begin);
        for (size_t b = 0; b < blocks; b++) {
            __mmask16 rows = first(ember_min(w->rows - row - b * LANES, LANES));
            UNROLL for (size_t i = 0; i < EMBER_TILE; i++) {
                _mm512_mask_storeu_ps(to + i * ldy + b * LANES, rows, v_load(sums.y[b][i]));
            }
        }
    }
}

/// Many tokens: a few weights at a time are unpacked and serve all tokens from there. Tokens that
/// do not fill a tile are left.
static void multiply_many(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                          size_t block_end) {
    size_t groups = w->cols / w->group, wide = CHUNK / w->group, narrow = PANEL_COLUMNS / w->group;
    for (size_t from = block_begin; from < block_end; from += SHARING_BLOCKS) {
        size_t to = ember_min(from + SHARING_BLOCKS, block_end);
        for (size_t first = 0; first < groups; first += wide) {
            size_t last = ember_min(first + wide, groups);
            for (size_t b = from; b < to; b += PANEL_BLOCKS) {
                for (size_t g = first; g < last; g += narrow) {
                    multiply_panels_of(y, ldy, w, x, b, ember_min(PANEL_BLOCKS, to - b), g,
                                       ember_min(g + narrow, last));
                }
            }
        }
    }
}

static void matmul(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end) {
    static const tiling two_by_eight = {.tokens = 8, .blocks = 2, .panel = 256 * 1024, .multiply = multiply_blocks};
    if (w->kind == EMBER_DENSE || !x->q) {
        matmul_float(y, ldy, w, x, block_begin, block_end);
        return;
    }
    size_t done = 0;
    if (x->tokens >= MANY_TOKENS) {
        multiply_many(y, ldy, w, x, block_begin, block_end);
        done = x->tokens / EMBER_TILE * EMBER_TILE;
    }
    multiply_tiles(y, ldy, w, x, done, block_begin, block_end, &two_by_eight);
}

#pragma clang attribute pop

static bool supported(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("f16c") && __builtin_cpu_supports("fma");
}

const ember_kernels *ember_kernels_avx512(void) {
    static const ember_kernels kernels = EMBER_LANE_KERNELS("avx512", matmul);
    return supported() ? &kernels : NULL;
}

#else

const ember_kernels *ember_kernels_avx512(void) { return NULL; }

#endif
