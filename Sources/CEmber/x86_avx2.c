// SPDX-License-Identifier: Apache-2.0
//
// AVX2 with FMA and F16C: as AVX-512, a lane per row, and so two vectors for the rows of a block. Where the CPU has
// AVX-VNNI, four bytes are multiplied at once. Else bytes are multiplied into sums of two that have 16 bits: 4-bit
// weights never reach their limit, 8-bit weights go as two times 4 bits.

#include "tiles.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <math.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)

// MARK: Eight numbers

typedef __m256 vf;
enum { LANES = 8, FLOAT_TILE = 6, FLOAT_BLOCKS = 1, KEY_VECTORS = 2, VALUE_VECTORS = 2, KEY_SUMS = 8 };

EMBER_INLINE __m256i first(size_t n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
EMBER_INLINE vf v_set1(float x) { return _mm256_set1_ps(x); }
EMBER_INLINE vf v_load(const float *x) { return _mm256_loadu_ps(x); }
EMBER_INLINE vf v_load_n(const float *x, size_t n) { return _mm256_maskload_ps(x, first(n)); }
EMBER_INLINE void v_store(float *x, vf a) { _mm256_storeu_ps(x, a); }
EMBER_INLINE void v_store_n(float *x, vf a, size_t n) { _mm256_maskstore_ps(x, first(n), a); }
EMBER_INLINE vf v_add(vf a, vf b) { return _mm256_add_ps(a, b); }
EMBER_INLINE vf v_sub(vf a, vf b) { return _mm256_sub_ps(a, b); }
EMBER_INLINE vf v_mul(vf a, vf b) { return _mm256_mul_ps(a, b); }
EMBER_INLINE vf v_div(vf a, vf b) { return _mm256_div_ps(a, b); }
EMBER_INLINE vf v_fma(vf a, vf b, vf c) { return _mm256_fmadd_ps(a, b, c); }
EMBER_INLINE vf v_abs(vf a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
EMBER_INLINE vf v_max(vf a, vf b) { return _mm256_max_ps(a, b); } // b where either is NaN
EMBER_INLINE vf v_min(vf a, vf b) { return _mm256_min_ps(a, b); } // b where either is NaN
EMBER_INLINE vf v_round(vf a) { return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
EMBER_INLINE vf v_where_greater(vf a, vf b, vf x) { return _mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ), x); }
EMBER_INLINE vf v_times_power_of_two(vf a, vf n) {
    return _mm256_castsi256_ps(
        _mm256_add_epi32(_mm256_castps_si256(a), _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23)));
}
EMBER_INLINE float v_sum(vf a) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
EMBER_INLINE float v_largest(vf a) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

EMBER_INLINE vf v_from_f16(const void *x) { return _mm256_cvtph_ps(_mm_loadu_si128(x)); }
EMBER_INLINE vf v_from_bf16(const void *x) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128(x)), 16));
}
EMBER_INLINE vf v_from_int8(const void *x) { return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(x))); }
EMBER_INLINE void v_to_f16(void *x, vf a) { _mm_storeu_si128(x, _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT)); }
EMBER_INLINE void v_to_int8(int8_t *x, vf a) {
    __m256i lanes = _mm256_cvtps_epi32(a);
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_storel_epi64((void *)x, _mm_packs_epi16(words, words));
}

/// The bits of each 32-bit lane above `shift` that `mask` keeps, as floats.
EMBER_INLINE vf v_bytes(const void *x, int shift, int mask) {
    __m256i lanes = _mm256_srli_epi32(_mm256_loadu_si256(x), shift);
    return _mm256_cvtepi32_ps(_mm256_and_si256(lanes, _mm256_set1_epi32(mask)));
}

/// columns[i] lane r = lane i of rows[r].
EMBER_INLINE void v_transpose(vf *columns, const vf *rows) {
    vf pairs[8], quads[8];
    UNROLL for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_ps(rows[i], rows[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_ps(rows[i], rows[i + 1]);
    }
    UNROLL for (int i = 0; i < 8; i += 4) {
        UNROLL for (int k = 0; k < 2; k++) {
            quads[i + 2 * k] = _mm256_shuffle_ps(pairs[i + k], pairs[i + k + 2], 0x44);
            quads[i + 2 * k + 1] = _mm256_shuffle_ps(pairs[i + k], pairs[i + k + 2], 0xEE);
        }
    }
    UNROLL for (int i = 0; i < 4; i++) {
        columns[i] = _mm256_permute2f128_ps(quads[i], quads[i + 4], 0x20);
        columns[i + 4] = _mm256_permute2f128_ps(quads[i], quads[i + 4], 0x31);
    }
}

/// Lane i = the sum of a[i].
EMBER_INLINE vf v_sums(const vf *a) {
    vf low = _mm256_hadd_ps(_mm256_hadd_ps(a[0], a[1]), _mm256_hadd_ps(a[2], a[3]));
    vf high = _mm256_hadd_ps(_mm256_hadd_ps(a[4], a[5]), _mm256_hadd_ps(a[6], a[7]));
    return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31));
}

#include "lanes.h"

// MARK: Packed weights times int8 activations

enum { MOST_TOKENS = 4 }; // at a time

/// Where a tile's products begin: what earlier columns gave, or the bias.
EMBER_INLINE vf start(const tile *t, size_t v, size_t token) {
    const float *from = t->first ? t->bias : t->y + token * t->ldy;
    return from ? v_load_part(from, v, t->present) : v_set1(0);
}

/// The end of a group: y += scale * x scale * dot + bias * x sum, for both vectors of rows and `tokens` tokens.
EMBER_INLINE void add_group(vf y[VECTORS][MOST_TOKENS], __m256i dot[VECTORS][MOST_TOKENS], const tile *t,
                            const char *run, size_t g, const size_t tokens) {
    const float *scale = t->scale + g * t->width, *sum = t->sum + g * t->width;
    UNROLL for (size_t v = 0; v < VECTORS; v++) {
        vf scales, biases;
        v_scales(&scales, &biases, &t->packing, run, g & (t->packing.groups - 1), v);
        UNROLL for (size_t i = 0; i < tokens; i++) {
            y[v][i] = v_fma(v_mul(scales, v_set1(scale[i])), _mm256_cvtepi32_ps(dot[v][i]), y[v][i]);
            y[v][i] = v_fma(biases, v_set1(sum[i]), y[v][i]);
        }
    }
}

EMBER_INLINE __m256i four_inputs(const int8_t *q) {
    int32_t four;
    memcpy(&four, q, sizeof four);
    return _mm256_set1_epi32(four);
}

/// Half of the vector of weights at `vectors`: its low four bits of each byte when n is 0, else its high ones.
EMBER_INLINE __m256i half_bytes(const char *vectors, size_t v, const size_t n) {
    __m256i weights = _mm256_load_si256((const void *)(vectors + v * 32));
    return _mm256_and_si256(n == 0 ? weights : _mm256_srli_epi32(weights, 4), _mm256_set1_epi8(15));
}

/// The upper bits of four inputs, of the half of the vector at `vectors`, in the lowest bits of their bytes: those that
/// start at input 4 * `quad` of a group. `upper` is where the group's upper bits begin.
EMBER_INLINE __m256i upper_bits(const char *upper, size_t v, size_t quad, const uint32_t bits) {
    const size_t quads = bits == 6 ? 4 : 8; // of a vector
    __m256i vector = _mm256_load_si256((const void *)(upper + quad / quads * 64 + v * 32));
    vector = _mm256_srl_epi32(vector, _mm_cvtsi32_si128((int)(quad % quads * (bits - 4))));
    return _mm256_and_si256(vector, _mm256_set1_epi8(bits == 6 ? 3 : 1));
}

/// pairs += sums of two of the products of four inputs of each of `tokens` tokens.
EMBER_INLINE void add_pairs(__m256i pairs[VECTORS][MOST_TOKENS], const __m256i part[VECTORS], const int8_t *q,
                            const size_t tokens) {
    UNROLL for (size_t i = 0; i < tokens; i++) {
        __m256i four = four_inputs(q + 4 * i);
        UNROLL for (size_t v = 0; v < VECTORS; v++) {
            pairs[v][i] = _mm256_add_epi16(pairs[v][i], _mm256_maddubs_epi16(part[v], four));
        }
    }
}

/// Products of one block of 16 rows with `tokens` tokens. Both constants are known where this is inlined.
EMBER_INLINE void multiply(const tile *t, const uint32_t bits, const size_t tokens) {
    // The lower four bits of a weight are summed apart from its upper ones.
    enum { PLANES = 2 };
    const size_t planes = bits == 4 ? 1 : 2, width = t->width, steps = t->packing.group / (bits == 8 ? 4 : 8);
    const __m256i ones = _mm256_set1_epi16(1), sixteens = _mm256_set1_epi16(16);
    vf y[VECTORS][MOST_TOKENS];
    UNROLL for (size_t v = 0; v < VECTORS; v++) {
        UNROLL for (size_t i = 0; i < tokens; i++) y[v][i] = start(t, v, i);
    }

    const char *vectors = t->block, *run = vectors;
    const int8_t *q = t->q;
    for (size_t g = 0; g < t->groups; g++) {
        __m256i dot[VECTORS][MOST_TOKENS];
        UNROLL for (size_t v = 0; v < VECTORS; v++) {
            UNROLL for (size_t i = 0; i < tokens; i++) dot[v][i] = _mm256_setzero_si256();
        }
        vectors = enter_group(t, g, vectors, &run, 1);
        // Up to 32 inputs at a time: each lane then sums 8 pairs of products of at most 15 * 127, which 16 bits hold.
        const size_t inputs = ember_min(t->packing.group, 32);
        const char *upper = vectors + 64 * steps;
        size_t quad = 0;
        for (size_t i = 0; i < t->packing.group; i += inputs) {
            __m256i pairs[PLANES][VECTORS][MOST_TOKENS];
            UNROLL for (size_t p = 0; p < planes; p++) {
                UNROLL for (size_t v = 0; v < VECTORS; v++) {
                    UNROLL for (size_t i = 0; i < tokens; i++) pairs[p][v][i] = _mm256_setzero_si256();
                }
            }
            for (size_t j = 0; j < inputs / (bits == 8 ? 4 : 8); j++, vectors += 64) {
                if (t->far > 0) prefetch_weights(vectors, t->far);
                UNROLL for (size_t n = 0; n < 2; n++) {
                    const size_t p = bits == 8 ? n : 0;
                    __m256i part[VECTORS];
                    UNROLL for (size_t v = 0; v < VECTORS; v++) part[v] = half_bytes(vectors, v, n);
                    add_pairs(pairs[p], part, q, tokens);
                    if (bits == 5 || bits == 6) {
                        UNROLL for (size_t v = 0; v < VECTORS; v++) part[v] = upper_bits(upper, v, quad, bits);
                        add_pairs(pairs[1], part, q, tokens);
                    }
                    if (bits == 8 && n == 0) continue; // the other halves of the same inputs follow
                    q += 4 * width;
                    quad++;
                }
            }
            UNROLL for (size_t v = 0; v < VECTORS; v++) {
                UNROLL for (size_t i = 0; i < tokens; i++) {
                    dot[v][i] = _mm256_add_epi32(dot[v][i], _mm256_madd_epi16(pairs[0][v][i], ones));
                    if (planes == 2) {
                        dot[v][i] = _mm256_add_epi32(dot[v][i], _mm256_madd_epi16(pairs[1][v][i], sixteens));
                    }
                }
            }
        }
        vectors += t->packing.weights - 64 * steps;
        add_group(y, dot, t, run, g, tokens);
    }

    UNROLL for (size_t v = 0; v < VECTORS; v++) {
        UNROLL for (size_t i = 0; i < tokens; i++) v_store_part(t->y + i * t->ldy, v, t->present, y[v][i]);
    }
}

static void multiply_4_1(const tile *t) { multiply(t, 4, 1); }
static void multiply_4_2(const tile *t) { multiply(t, 4, 2); }
static void multiply_4_3(const tile *t) { multiply(t, 4, 3); }
static void multiply_4_4(const tile *t) { multiply(t, 4, 4); }
static void multiply_5_1(const tile *t) { multiply(t, 5, 1); }
static void multiply_5_2(const tile *t) { multiply(t, 5, 2); }
static void multiply_6_1(const tile *t) { multiply(t, 6, 1); }
static void multiply_6_2(const tile *t) { multiply(t, 6, 2); }
static void multiply_8_1(const tile *t) { multiply(t, 8, 1); }
static void multiply_8_2(const tile *t) { multiply(t, 8, 2); }

static void multiply_block(const tile *t, uint32_t bits, size_t blocks, size_t tokens) {
    static void (*const functions[][MOST_TOKENS])(const tile *) = {
        [4] = {multiply_4_1, multiply_4_2, multiply_4_3, multiply_4_4},
        [5] = {multiply_5_1, multiply_5_2},
        [6] = {multiply_6_1, multiply_6_2},
        [8] = {multiply_8_1, multiply_8_2},
    };
    (void)blocks;
    functions[bits][tokens - 1](t);
}

static void matmul(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end) {
    // Weights of more bits need twice the sums, and there are 16 registers.
    static const tiling four_bits = {.tokens = 4, .blocks = 1, .panel = 128 * 1024, .multiply = multiply_block};
    static const tiling more_bits = {.tokens = 2, .blocks = 1, .panel = 128 * 1024, .multiply = multiply_block};
    if (w->kind != EMBER_DENSE && x->q) {
        multiply_tiles(y, ldy, w, x, 0, block_begin, block_end, w->bits == 4 ? &four_bits : &more_bits);
    } else {
        matmul_float(y, ldy, w, x, block_begin, block_end);
    }
}

#pragma clang attribute pop

// MARK: The same with AVX-VNNI

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c,avxvnni"))), apply_to = function)

EMBER_INLINE void multiply_vnni(const tile *t, const uint32_t bits, const size_t tokens) {
    const size_t width = t->width, steps = t->packing.group / (bits == 8 ? 4 : 8);
    vf y[VECTORS][MOST_TOKENS];
    UNROLL for (size_t v = 0; v < VECTORS; v++) {
        UNROLL for (size_t i = 0; i < tokens; i++) y[v][i] = start(t, v, i);
    }

    const char *vectors = t->block, *run = vectors;
    const int8_t *q = t->q;
    for (size_t g = 0; g < t->groups; g++) {
        __m256i dot[VECTORS][MOST_TOKENS];
        UNROLL for (size_t v = 0; v < VECTORS; v++) {
            UNROLL for (size_t i = 0; i < tokens; i++) dot[v][i] = _mm256_setzero_si256();
        }
        vectors = enter_group(t, g, vectors, &run, 1);
        const char *upper = vectors + 64 * steps;
        const size_t parts = bits == 8 ? 1 : 2;
        for (size_t j = 0; j < steps; j++, vectors += 64) {
            if (t->far > 0) prefetch_weights(vectors, t->far);
            UNROLL for (size_t n = 0; n < parts; n++, q += 4 * width) {
                __m256i part[VECTORS];
                UNROLL for (size_t v = 0; v < VECTORS; v++) {
                    const void *at = vectors + v * 32;
                    part[v] = bits == 8 ? _mm256_load_si256(at) : half_bytes(vectors, v, n);
                    if (bits != 5 && bits != 6) continue;
                    __m256i high = _mm256_slli_epi32(upper_bits(upper, v, 2 * j + n, bits), 4);
                    part[v] = _mm256_or_si256(part[v], high);
                }
                UNROLL for (size_t i = 0; i < tokens; i++) {
                    __m256i inputs = four_inputs(q + 4 * i);
                    UNROLL for (size_t v = 0; v < VECTORS; v++) {
                        dot[v][i] = _mm256_dpbusd_avx_epi32(dot[v][i], part[v], inputs);
                    }
                }
            }
        }
        vectors += t->packing.weights - 64 * steps;
        add_group(y, dot, t, run, g, tokens);
    }

    UNROLL for (size_t v = 0; v < VECTORS; v++) {
        UNROLL for (size_t i = 0; i < tokens; i++) v_store_part(t->y + i * t->ldy, v, t->present, y[v][i]);
    }
}

static void multiply_vnni_4_1(const tile *t) { multiply_vnni(t, 4, 1); }
static void multiply_vnni_4_2(const tile *t) { multiply_vnni(t, 4, 2); }
static void multiply_vnni_4_3(const tile *t) { multiply_vnni(t, 4, 3); }
static void multiply_vnni_4_4(const tile *t) { multiply_vnni(t, 4, 4); }
static void multiply_vnni_5_1(const tile *t) { multiply_vnni(t, 5, 1); }
static void multiply_vnni_5_2(const tile *t) { multiply_vnni(t, 5, 2); }
static void multiply_vnni_5_3(const tile *t) { multiply_vnni(t, 5, 3); }
static void multiply_vnni_5_4(const tile *t) { multiply_vnni(t, 5, 4); }
static void multiply_vnni_6_1(const tile *t) { multiply_vnni(t, 6, 1); }
static void multiply_vnni_6_2(const tile *t) { multiply_vnni(t, 6, 2); }
static void multiply_vnni_6_3(const tile *t) { multiply_vnni(t, 6, 3); }
static void multiply_vnni_6_4(const tile *t) { multiply_vnni(t, 6, 4); }
static void multiply_vnni_8_1(const tile *t) { multiply_vnni(t, 8, 1); }
static void multiply_vnni_8_2(const tile *t) { multiply_vnni(t, 8, 2); }
static void multiply_vnni_8_3(const tile *t) { multiply_vnni(t, 8, 3); }
static void multiply_vnni_8_4(const tile *t) { multiply_vnni(t, 8, 4); }

static void multiply_block_vnni(const tile *t, uint32_t bits, size_t blocks, size_t tokens) {
    static void (*const functions[][MOST_TOKENS])(const tile *) = {
        [4] = {multiply_vnni_4_1, multiply_vnni_4_2, multiply_vnni_4_3, multiply_vnni_4_4},
        [5] = {multiply_vnni_5_1, multiply_vnni_5_2, multiply_vnni_5_3, multiply_vnni_5_4},
        [6] = {multiply_vnni_6_1, multiply_vnni_6_2, multiply_vnni_6_3, multiply_vnni_6_4},
        [8] = {multiply_vnni_8_1, multiply_vnni_8_2, multiply_vnni_8_3, multiply_vnni_8_4},
    };
    (void)blocks;
    functions[bits][tokens - 1](t);
}

static void matmul_vnni(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                        size_t block_end) {
    static const tiling four = {.tokens = 4, .blocks = 1, .panel = 128 * 1024, .multiply = multiply_block_vnni};
    if (w->kind != EMBER_DENSE && x->q) {
        multiply_tiles(y, ldy, w, x, 0, block_begin, block_end, &four);
    } else {
        matmul_float(y, ldy, w, x, block_begin, block_end);
    }
}

#pragma clang attribute pop

/// AVX-VNNI: bit 4 of register A in leaf 7, subleaf 1; __builtin_cpu_supports does not know it everywhere.
static bool has_vnni(void) {
    uint32_t a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & 1 << 4) != 0;
}

const ember_kernels *ember_kernels_avx2(void) {
    static const ember_kernels plain = EMBER_LANE_KERNELS("avx2", matmul);
    static const ember_kernels vnni = EMBER_LANE_KERNELS("avx2", matmul_vnni);
    bool supported =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    return !supported ? NULL : has_vnni() ? &vnni : &plain;
}

#else

const ember_kernels *ember_kernels_avx2(void) { return NULL; }

#endif
