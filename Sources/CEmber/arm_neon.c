// SPDX-License-Identifier: Apache-2.0
//
// NEON with the dot product of Armv8.2: a lane per row, four vectors for the rows of a block. Both factors are signed,
// which weights of 4 bits are anyway; those of 8 bits lose 128 and the bias of their group makes up for it.

#include "tiles.h"

#if defined(__aarch64__)

#include <arm_neon.h>
#include <math.h>

#if defined(__linux__)
#include <sys/auxv.h>
#endif

#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)

// MARK: Four numbers

typedef float32x4_t vf;
enum { LANES = 4, FLOAT_TILE = 6, FLOAT_BLOCKS = 1, KEY_VECTORS = 4, VALUE_VECTORS = 4, KEY_SUMS = 16 };

EMBER_INLINE vf v_set1(float x) { return vdupq_n_f32(x); }
EMBER_INLINE vf v_load(const float *x) { return vld1q_f32(x); }
EMBER_INLINE vf v_load_n(const float *x, size_t n) {
    float lanes[LANES] = {0};
    memcpy(lanes, x, n * sizeof *x);
    return vld1q_f32(lanes);
}
EMBER_INLINE void v_store(float *x, vf a) { vst1q_f32(x, a); }
EMBER_INLINE void v_store_n(float *x, vf a, size_t n) {
    float lanes[LANES];
    vst1q_f32(lanes, a);
    memcpy(x, lanes, n * sizeof *x);
}
EMBER_INLINE vf v_add(vf a, vf b) { return vaddq_f32(a, b); }
EMBER_INLINE vf v_sub(vf a, vf b) { return vsubq_f32(a, b); }
EMBER_INLINE vf v_mul(vf a, vf b) { return vmulq_f32(a, b); }
EMBER_INLINE vf v_div(vf a, vf b) { return vdivq_f32(a, b); }
EMBER_INLINE vf v_fma(vf a, vf b, vf c) { return vfmaq_f32(c, a, b); }
EMBER_INLINE vf v_abs(vf a) { return vabsq_f32(a); }
EMBER_INLINE vf v_max(vf a, vf b) { return vmaxnmq_f32(a, b); } // the number where one is NaN
EMBER_INLINE vf v_min(vf a, vf b) { return vminnmq_f32(a, b); }
EMBER_INLINE vf v_round(vf a) { return vrndnq_f32(a); }
EMBER_INLINE vf v_where_greater(vf a, vf b, vf x) {
    return vreinterpretq_f32_u32(vandq_u32(vcgtq_f32(a, b), vreinterpretq_u32_f32(x)));
}
EMBER_INLINE vf v_times_power_of_two(vf a, vf n) {
    return vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(a), vshlq_n_s32(vcvtq_s32_f32(n), 23)));
}
EMBER_INLINE float v_sum(vf a) { return vaddvq_f32(a); }
EMBER_INLINE float v_largest(vf a) { return vmaxnmvq_f32(a); }

EMBER_INLINE vf v_from_f16(const void *x) {
    uint16x4_t halves;
    memcpy(&halves, x, sizeof halves);
    return vcvt_f32_f16(vreinterpret_f16_u16(halves));
}
EMBER_INLINE vf v_from_bf16(const void *x) {
    uint16x4_t halves;
    memcpy(&halves, x, sizeof halves);
    return vreinterpretq_f32_u32(vshll_n_u16(halves, 16));
}
EMBER_INLINE vf v_from_int8(const void *x) {
    int32_t four;
    memcpy(&four, x, sizeof four);
    int16x8_t words = vmovl_s8(vreinterpret_s8_s32(vdup_n_s32(four)));
    return vcvtq_f32_s32(vmovl_s16(vget_low_s16(words)));
}
EMBER_INLINE void v_to_f16(void *x, vf a) {
    float16x4_t halves = vcvt_f16_f32(a);
    memcpy(x, &halves, sizeof halves);
}
EMBER_INLINE void v_to_int8(int8_t *x, vf a) {
    int16x4_t words = vqmovn_s32(vcvtnq_s32_f32(a));
    int8x8_t bytes = vqmovn_s16(vcombine_s16(words, words));
    memcpy(x, &bytes, LANES);
}

/// The bits of each 32-bit lane above `shift` that `mask` keeps, as floats.
EMBER_INLINE vf v_bytes(const void *x, int shift, int mask) {
    uint32x4_t lanes = vshlq_u32(vld1q_u32(x), vdupq_n_s32(-shift));
    return vcvtq_f32_u32(vandq_u32(lanes, vdupq_n_u32((uint32_t)mask)));
}

/// columns[i] lane r = lane i of rows[r].
EMBER_INLINE void v_transpose(vf *columns, const vf *rows) {
    float64x2_t even01 = vreinterpretq_f64_f32(vtrn1q_f32(rows[0], rows[1]));
    float64x2_t odd01 = vreinterpretq_f64_f32(vtrn2q_f32(rows[0], rows[1]));
    float64x2_t even23 = vreinterpretq_f64_f32(vtrn1q_f32(rows[2], rows[3]));
    float64x2_t odd23 = vreinterpretq_f64_f32(vtrn2q_f32(rows[2], rows[3]));
    columns[0] = vreinterpretq_f32_f64(vtrn1q_f64(even01, even23));
    columns[1] = vreinterpretq_f32_f64(vtrn1q_f64(odd01, odd23));
    columns[2] = vreinterpretq_f32_f64(vtrn2q_f64(even01, even23));
    columns[3] = vreinterpretq_f32_f64(vtrn2q_f64(odd01, odd23));
}

/// Lane i = the sum of a[i].
EMBER_INLINE vf v_sums(const vf *a) { return vpaddq_f32(vpaddq_f32(a[0], a[1]), vpaddq_f32(a[2], a[3])); }

#include "lanes.h"

// MARK: Packed weights times int8 activations

/// The upper bits of four inputs of four rows, in place: those that start at input 4 * `quad` of a group. `upper` is
/// where the group's upper bits begin.
EMBER_INLINE uint8x16_t upper_bits(const char *upper, size_t v, size_t quad, const uint32_t bits) {
    const size_t quads = bits == 6 ? 4 : 8; // of a vector
    uint8x16_t vector = vld1q_u8((const uint8_t *)upper + quad / quads * 64 + v * 16);
    int8_t left = (int8_t)(4 - (int)(quad % quads * (bits - 4)));
    return vandq_u8(vshlq_u8(vector, vdupq_n_s8(left)), vdupq_n_u8(bits == 6 ? 0x30 : 0x10));
}

/// Products of one block of 16 rows with `tokens` tokens. Both constants are known where this is inlined.
EMBER_INLINE void multiply(const tile *t, const uint32_t bits, const size_t tokens) {
    enum { MOST_TOKENS = 4, MOST_SUMS = 2 };
    // One token alone has too few sums to hide the latency of a product.
    const size_t sums = tokens == 1 ? 2 : 1;
    const size_t width = t->width, steps = t->packing.group / (bits == 8 ? 4 : 8);
    const size_t parts = bits == 8 ? 1 : 2;
    vf y[VECTORS][MOST_TOKENS];

    UNROLL for (size_t i = 0; i < tokens; i++) {
        const float *from = t->first ? t->bias : t->y + i * t->ldy;
        UNROLL for (size_t v = 0; v < VECTORS; v++) y[v][i] = from ? v_load_part(from, v, t->present) : v_set1(0);
    }

    const char *vectors = t->block, *run = vectors;
    const int8_t *q = t->q;
    const float *scale = t->scale, *sum = t->sum;
    for (size_t g = 0; g < t->groups; g++, scale += width, sum += width) {
        int32x4_t dot[MOST_SUMS][VECTORS][MOST_TOKENS];
        UNROLL for (size_t s = 0; s < sums; s++) {
            UNROLL for (size_t v = 0; v < VECTORS; v++) {
                UNROLL for (size_t i = 0; i < tokens; i++) dot[s][v][i] = vdupq_n_s32(0);
            }
        }
        vectors = enter_group(t, g, vectors, &run, 1);
        const char *upper = vectors + 64 * steps;
        for (size_t j = 0; j < steps; j += 2) {
            UNROLL for (size_t k = 0; k < 2; k++, vectors += 64) {
                uint8x16_t weights[VECTORS];
                UNROLL for (size_t v = 0; v < VECTORS; v++) weights[v] = vld1q_u8((const uint8_t *)vectors + v * 16);
                UNROLL for (size_t n = 0; n < parts; n++, q += 4 * width) {
                    const size_t s = (k * parts + n) % sums;
                    int8x16_t part[VECTORS];
                    UNROLL for (size_t v = 0; v < VECTORS; v++) {
                        uint8x16_t p = bits == 8 ? veorq_u8(weights[v], vdupq_n_u8(0x80))
                                       : n == 0  ? vandq_u8(weights[v], vdupq_n_u8(15))
                                                 : vshrq_n_u8(weights[v], 4);
                        if (bits == 5 || bits == 6) p = vorrq_u8(p, upper_bits(upper, v, 2 * (j + k) + n, bits));
                        part[v] = vreinterpretq_s8_u8(p);
                    }
                    UNROLL for (size_t i = 0; i < tokens; i++) {
                        int32_t four;
                        memcpy(&four, q + 4 * i, sizeof four);
                        int8x16_t inputs = vreinterpretq_s8_s32(vdupq_n_s32(four));
                        UNROLL for (size_t v = 0; v < VECTORS; v++) {
                            dot[s][v][i] = vdotq_s32(dot[s][v][i], part[v], inputs);
                        }
                    }
                }
            }
        }
        vectors += t->packing.weights - 64 * steps;
        UNROLL for (size_t v = 0; v < VECTORS; v++) {
            vf scales, biases;
            v_scales(&scales, &biases, &t->packing, run, g & (t->packing.groups - 1), v);
            if (bits == 8) biases = v_fma(scales, v_set1(128), biases);
            UNROLL for (size_t i = 0; i < tokens; i++) {
                UNROLL for (size_t s = 1; s < sums; s++) dot[0][v][i] = vaddq_s32(dot[0][v][i], dot[s][v][i]);
                y[v][i] = v_fma(v_mul(scales, v_set1(scale[i])), vcvtq_f32_s32(dot[0][v][i]), y[v][i]);
                y[v][i] = v_fma(biases, v_set1(sum[i]), y[v][i]);
            }
        }
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
static void multiply_5_3(const tile *t) { multiply(t, 5, 3); }
static void multiply_5_4(const tile *t) { multiply(t, 5, 4); }
static void multiply_6_1(const tile *t) { multiply(t, 6, 1); }
static void multiply_6_2(const tile *t) { multiply(t, 6, 2); }
static void multiply_6_3(const tile *t) { multiply(t, 6, 3); }
static void multiply_6_4(const tile *t) { multiply(t, 6, 4); }
static void multiply_8_1(const tile *t) { multiply(t, 8, 1); }
static void multiply_8_2(const tile *t) { multiply(t, 8, 2); }
static void multiply_8_3(const tile *t) { multiply(t, 8, 3); }
static void multiply_8_4(const tile *t) { multiply(t, 8, 4); }

static void multiply_blocks(const tile *t, uint32_t bits, size_t blocks, size_t tokens) {
    static void (*const functions[][4])(const tile *) = {
        [4] = {multiply_4_1, multiply_4_2, multiply_4_3, multiply_4_4},
        [5] = {multiply_5_1, multiply_5_2, multiply_5_3, multiply_5_4},
        [6] = {multiply_6_1, multiply_6_2, multiply_6_3, multiply_6_4},
        [8] = {multiply_8_1, multiply_8_2, multiply_8_3, multiply_8_4},
    };
    (void)blocks;
    functions[bits][tokens - 1](t);
}

static void matmul(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end) {
    static const tiling four_at_once = {.tokens = 4, .blocks = 1, .panel = 128 * 1024, .multiply = multiply_blocks};
    if (w->kind != EMBER_DENSE && x->q) {
        multiply_tiles(y, ldy, w, x, 0, block_begin, block_end, &four_at_once);
    } else {
        matmul_float(y, ldy, w, x, block_begin, block_end);
    }
}

#pragma clang attribute pop

const ember_kernels *ember_kernels_neon(void) {
    static const ember_kernels kernels = EMBER_LANE_KERNELS("neon", matmul);
#if defined(__linux__)
    const unsigned long dot_product = 1 << 20; // HWCAP_ASIMDDP of the kernel's interface
    return getauxval(AT_HWCAP) & dot_product ? &kernels : NULL;
#elif defined(__APPLE__)
    return &kernels; // every Apple processor that runs macOS
#else
    return NULL;
#endif
}

#else

const ember_kernels *ember_kernels_neon(void) { return NULL; }

#endif
