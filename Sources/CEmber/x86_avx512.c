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
            v_scales(&scales, &biases, p, run + b * t->row_bytes, g & last_of_run, 0);
            UNROLL for (size_t i = 0; i < tokens; i++) {
                UNROLL for (size_t s = 1; s < sums; s++) dot[b][i][0] = _mm512_add_epi32(dot[b][i][0], dot[b][i][s]);
                __m512 factor = _mm512_mul_ps(scales, _mm512_set1_ps(scale[i]));
                y[b][i] = _mm512_fmadd_ps(factor, _mm512_cvtepi32_ps(dot[b][i][0]), y[b][i]);
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
    UNPACKED_BLOCKS = 4,
    UNPACKED_BYTES = UNPACKED_BLOCKS * (CHUNK / 16) * (2 * 64 + 16 * EMBER_BLOCK_ROWS), // with the smallest groups
    MANY_TOKENS = 32,                                                                   // enough to pay for unpacking
};

EMBER_INLINE void unpack_weights(char *to, const char *from, size_t group, const uint32_t bits) {
    const __m512i low = _mm512_set1_epi8(15);
    const char *upper = from + 8 * group;
    for (size_t j = 0; j < group / 8; j += 2) {
        __m512i high = bits == 4 ? low : upper_bits(upper, j, bits);
        UNROLL for (size_t part = 0; part < 4; part++, to += 64) {
            __m512i weights = _mm512_load_si512(from + 64 * (j + part / 2));
            weights = _mm512_and_si512(part % 2 == 0 ? weights : _mm512_srli_epi32(weights, 4), low);
            _mm512_store_si512(to, bits == 4 ? weights : join(weights, high, part, bits));
        }
    }
}

/// Turns group `k` of a run of weights of up to 6 bits into a block of 8-bit weights with f32 scales.
static void unpack(char *to, const char *run, size_t k, const packing *p) {
    vf scales, biases;
    v_scales(&scales, &biases, p, run, k, 0);
    v_store((float *)to, scales);
    v_store((float *)to + LANES, biases);
    const char *from = run + p->head + k * p->weights;
    to += 2 * LANES * sizeof(float);
    switch (p->bits) {
    case 4: unpack_weights(to, from, p->group, 4); break;
    case 5: unpack_weights(to, from, p->group, 5); break;
    default: unpack_weights(to, from, p->group, 6); break;
    }
}

/// Many tokens, weights of up to 6 bits: a few blocks are unpacked into the second-level cache and serve all tokens from there.
/// Measured on one core: 200 G products a second, where unpacking for each tile of tokens reaches 186.
static void multiply_unpacked(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x,
                              size_t block_begin, size_t block_end, const tiling *most) {
    _Alignas(64) char unpacked[UNPACKED_BYTES];
    const packing from = ember_packing_of(w), to = ember_packing(8, w->group, EMBER_F32, false);
    size_t groups = w->cols / w->group, chunk = CHUNK / w->group;
    for (size_t b = block_begin; b < block_end; b += UNPACKED_BLOCKS) {
        for (size_t g = 0; g < groups; g += chunk) {
            product p = {
                .y = y, .ldy = ldy, .w = w, .x = x,
                .block_begin = b, .block_end = ember_min(b + UNPACKED_BLOCKS, block_end),
                .group_begin = g, .group_end = ember_min(g + chunk, groups),
                .data = unpacked, .row_bytes = chunk * to.bytes, .packing = to,
            };
            for (size_t i = p.block_begin; i < p.block_end; i++) {
                char *block = unpacked + (i - b) * p.row_bytes;
                for (size_t k = g; k < p.group_end; k++, block += to.bytes) {
                    unpack(block, ember_run_at(w, &from, i, groups, k), k % from.groups, &from);
                }
            }
            for (size_t token = 0; token < x->tokens; token += EMBER_TILE) multiply_tile(&p, most, token, false);
        }
    }
}

static void matmul(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end) {
    static const tiling two_by_eight = {.tokens = 8, .blocks = 2, .panel = 256 * 1024, .multiply = multiply_blocks};
    if (w->kind == EMBER_DENSE || !x->q) {
        matmul_float(y, ldy, w, x, block_begin, block_end);
    } else if (w->bits < 8 && x->tokens >= MANY_TOKENS) {
        multiply_unpacked(y, ldy, w, x, block_begin, block_end, &two_by_eight);
    } else {
        multiply_tiles(y, ldy, w, x, block_begin, block_end, &two_by_eight);
    }
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
