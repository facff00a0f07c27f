// SPDX-License-Identifier: Apache-2.0
//
// Kernels in f32, written once for all vector lengths. A file that includes this one has defined `vf`, a vector of
// LANES floats, the v_ functions on it, and the sizes of register tiles that suit its number of registers.

#pragma once

#include "internal.h"

#include <math.h>

enum {
    VECTORS = EMBER_BLOCK_ROWS / LANES, // of a block's rows
    MOST_FLOAT_TILE = 12,
};
_Static_assert(FLOAT_TILE == 6 || FLOAT_TILE == MOST_FLOAT_TILE, "sizes that have a case each");

// MARK: Loads and stores

EMBER_INLINE vf v_load_any(const void *x, ember_float_type type) {
    switch (type) {
    case EMBER_F16: return v_from_f16(x);
    case EMBER_BF16: return v_from_bf16(x);
    case EMBER_I8: return v_from_int8(x);
    case EMBER_F32: break;
    }
    return v_load(x);
}

/// The first n lanes from memory, the others zero.
EMBER_INLINE vf v_load_any_n(const void *x, ember_float_type type, size_t n) {
    if (n >= LANES) return v_load_any(x, type);
    if (type == EMBER_F32) return v_load_n(x, n);
    char numbers[2 * LANES] = {0};
    memcpy(numbers, x, n * ember_bytes_of(type));
    return v_load_any(numbers, type);
}

/// Number `v` of the vectors of an array of n numbers; zero past its end.
EMBER_INLINE vf v_load_part(const float *x, size_t v, size_t n) {
    size_t begin = v * LANES;
    if (n >= begin + LANES) return v_load(x + begin);
    return n > begin ? v_load_n(x + begin, n - begin) : v_set1(0);
}

EMBER_INLINE void v_store_part(float *x, size_t v, size_t n, vf a) {
    size_t begin = v * LANES;
    if (n >= begin + LANES) {
        v_store(x + begin, a);
    } else if (n > begin) {
        v_store_n(x + begin, a, n - begin);
    }
}

/// Scales and biases of vector `v` of a block's rows, in group `k` of the run that begins at `run`.
EMBER_INLINE void v_scales(vf *scale, vf *bias, const packing *p, const char *run, size_t k, size_t v) {
    size_t at = v * LANES, number = ember_bytes_of(p->type);
    if (p->nested) {
        const char *levels = run + ember_nested_at(k) + at;
        *scale = v_mul(v_from_f16(run + 2 * at), v_from_int8(levels));
        *bias = v_mul(v_from_f16(run + 2 * (EMBER_BLOCK_ROWS + at)), v_from_int8(levels + EMBER_BLOCK_ROWS));
    } else {
        *scale = v_load_any(run + number * at, p->type);
        *bias = v_load_any(run + number * (EMBER_BLOCK_ROWS + at), p->type);
    }
}

// MARK: Exponential

/// e^x within 2 units in the last place for -87.3 < x < 88.7; 0 below and for NaN, e^88.7 above.
///
/// x = n ln 2 + r with |r| <= ln 2 / 2, and e^r = 1 + r + r^2 p(r), where p is the polynomial of degree 4 with the
/// least greatest relative error (4.4e-9, found by reweighted least squares). ln 2 is split so that n times its upper
/// part is exact.
EMBER_INLINE vf v_exp(vf x) {
    vf n = v_round(v_mul(v_min(x, v_set1(88.7f)), v_set1(1.44269504f)));
    n = v_max(n, v_set1(-126));
    vf r = v_fma(n, v_set1(-0x1.62ep-1f), v_min(x, v_set1(88.7f)));
    r = v_fma(n, v_set1(-0x1.0bfbe8p-15f), r);
    vf p = v_set1(0.0013814433f);
    p = v_fma(p, r, v_set1(0.008368797f));
    p = v_fma(p, r, v_set1(0.041668396f));
    p = v_fma(p, r, v_set1(0.1666652f));
    p = v_fma(p, r, v_set1(0.49999994f));
    p = v_fma(v_mul(r, r), p, r);
    return v_where_greater(x, v_set1(-87.3f), v_times_power_of_two(v_add(p, v_set1(1)), n));
}

static float exp_one(float x) {
    float lanes[LANES];
    v_store(lanes, v_exp(v_set1(x)));
    return lanes[0];
}

// MARK: Row-wise work

static void rms_norm(float *y, const float *x, const float *weight, size_t width, float epsilon) {
    vf sums[4] = {v_set1(0), v_set1(0), v_set1(0), v_set1(0)};
    size_t i = 0;
    for (; i + 4 * LANES <= width; i += 4 * LANES) {
        UNROLL for (size_t k = 0; k < 4; k++) {
            vf a = v_load(x + i + k * LANES);
            sums[k] = v_fma(a, a, sums[k]);
        }
    }
    for (; i < width; i += LANES) {
        vf a = v_load_part(x + i, 0, width - i);
        sums[0] = v_fma(a, a, sums[0]);
    }
    double squares = v_sum(v_add(v_add(sums[0], sums[1]), v_add(sums[2], sums[3])));
    vf factor = v_set1((float)(1 / sqrt(squares / (double)width + (double)epsilon)));
    for (i = 0; i < width; i += LANES) {
        vf a = v_mul(v_mul(v_load_part(x + i, 0, width - i), factor), v_load_part(weight + i, 0, width - i));
        v_store_part(y + i, 0, width - i, a);
    }
}

static void layer_norm(float *y, const float *x, const float *weight, const float *bias, size_t width, float epsilon) {
    vf sums[2] = {v_set1(0), v_set1(0)}, squares[2] = {v_set1(0), v_set1(0)};
    size_t whole = width / LANES * LANES, rest = width - whole;
    for (size_t i = 0; i < whole; i += LANES) sums[i / LANES % 2] = v_add(sums[i / LANES % 2], v_load(x + i));
    if (rest > 0) sums[0] = v_add(sums[0], v_load_n(x + whole, rest));
    vf mean = v_set1((float)((double)v_sum(v_add(sums[0], sums[1])) / (double)width));
    for (size_t i = 0; i < whole; i += LANES) {
        vf a = v_sub(v_load(x + i), mean);
        squares[i / LANES % 2] = v_fma(a, a, squares[i / LANES % 2]);
    }
    double total = v_sum(v_add(squares[0], squares[1]));
    float centre[LANES];
    v_store(centre, mean);
    for (size_t i = whole; i < width; i++) total += (double)(x[i] - centre[0]) * (double)(x[i] - centre[0]);
    vf factor = v_set1((float)(1 / sqrt(total / (double)width + (double)epsilon)));
    for (size_t i = 0; i < width; i += LANES) {
        size_t left = width - i;
        vf a = v_mul(v_sub(v_load_part(x + i, 0, left), mean), factor);
        v_store_part(y + i, 0, left, v_fma(a, v_load_part(weight + i, 0, left), v_load_part(bias + i, 0, left)));
    }
}

static void add(float *x, const float *y, size_t n) {
    for (size_t i = 0; i < n; i += LANES) {
        v_store_part(x + i, 0, n - i, v_add(v_load_part(x + i, 0, n - i), v_load_part(y + i, 0, n - i)));
    }
}

/// P(a standard normal number is above x) for x >= 0, within 8 units in the last place for x < 5.
///
/// e^(-x^2 / 2) t p(t) with t = 1 / (1 + 0.35 x), where p is the polynomial of degree 8 with the least greatest
/// relative error for x <= 14 (3.2e-8, found by reweighted least squares).
EMBER_INLINE vf v_normal_tail(vf x) {
    vf t = v_div(v_set1(1), v_fma(v_set1(0.35f), x, v_set1(1)));
    vf p = v_set1(-0.029145934f);
    p = v_fma(p, t, v_set1(0.1439717f));
    p = v_fma(p, t, v_set1(-0.2557143f));
    p = v_fma(p, t, v_set1(0.15917419f));
    p = v_fma(p, t, v_set1(-0.023109848f));
    p = v_fma(p, t, v_set1(0.10550801f));
    p = v_fma(p, t, v_set1(0.119832866f));
    p = v_fma(p, t, v_set1(0.13986187f));
    p = v_fma(p, t, v_set1(0.1396214f));
    return v_mul(v_exp(v_mul(v_mul(x, x), v_set1(-0.5f))), v_mul(t, p));
}

static void gelu(float *x, size_t n) {
    for (size_t i = 0; i < n; i += LANES) {
        vf a = v_load_part(x + i, 0, n - i), size = v_abs(a), positive = v_where_greater(a, v_set1(0), a);
        // x P(-x) for x < 0 and x - x P(x) else; the tail is 0 where x * x is infinite.
        v_store_part(x + i, 0, n - i, v_sub(positive, v_mul(size, v_normal_tail(size))));
    }
}

static void silu_multiply(float *gate, const float *up, size_t n) {
    for (size_t i = 0; i < n; i += LANES) {
        vf g = v_load_part(gate + i, 0, n - i);
        vf silu = v_div(g, v_add(v_set1(1), v_exp(v_sub(v_set1(0), g))));
        v_store_part(gate + i, 0, n - i, v_mul(silu, v_load_part(up + i, 0, n - i)));
    }
}

static void rotate(float *x, const float *cosine, const float *sine, size_t heads, size_t head_dim) {
    size_t half = head_dim / 2;
    for (size_t head = 0; head < heads; head++, x += head_dim) {
        for (size_t i = 0; i < half; i += LANES) {
            vf a = v_load_part(x + i, 0, half - i), b = v_load_part(x + half + i, 0, half - i);
            vf c = v_load_part(cosine + i, 0, half - i), s = v_load_part(sine + i, 0, half - i);
            v_store_part(x + i, 0, half - i, v_sub(v_mul(a, c), v_mul(b, s)));
            v_store_part(x + half + i, 0, half - i, v_add(v_mul(b, c), v_mul(a, s)));
        }
    }
}

static void store(void *dst, ember_float_type type, const float *src, size_t n) {
    if (type == EMBER_F32) {
        memcpy(dst, src, n * sizeof *src);
        return;
    }
    size_t i = 0;
    if (type == EMBER_F16) {
        for (; i + LANES <= n; i += LANES) v_to_f16((char *)dst + 2 * i, v_load(src + i));
    }
    for (; i < n; i++) {
        uint16_t half = type == EMBER_F16 ? ember_f16_from_float(src[i]) : ember_bf16_from_float(src[i]);
        memcpy((char *)dst + 2 * i, &half, sizeof half);
    }
}

static float store_int8(int8_t *dst, const float *src, size_t n) {
    vf most = v_set1(0);
    for (size_t i = 0; i < n; i += LANES) most = v_max(v_abs(v_load_part(src + i, 0, n - i)), most);
    float largest = v_largest(most), inverse = largest > 0 ? 127 / largest : 0;
    for (size_t i = 0; i < n; i += LANES) {
        vf scaled = v_mul(v_load_part(src + i, 0, n - i), v_set1(inverse));
        int8_t bytes[LANES];
        // Minimum and maximum turn what is not a number into one.
        v_to_int8(bytes, v_round(v_max(v_min(scaled, v_set1(127)), v_set1(-127))));
        memcpy(dst + i, bytes, ember_min(n - i, LANES));
    }
    return largest / 127;
}

static float maximum(const float *x, size_t n) {
    vf largest = v_set1(-INFINITY);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) largest = v_max(v_load(x + i), largest);
    float result = v_largest(largest);
    for (; i < n; i++) result = x[i] > result ? x[i] : result;
    return result;
}

static double exponentials(float *x, size_t n, float maximum, float factor) {
    enum { RUN = 1024 }; // numbers that are summed in f32
    double sum = 0;
    for (size_t begin = 0; begin < n; begin += RUN) {
        size_t end = ember_min(begin + RUN, n);
        vf sums = v_set1(0);
        for (size_t i = begin; i < end; i += LANES) {
            vf a = v_exp(v_mul(v_sub(v_load_part(x + i, 0, end - i), v_set1(maximum)), v_set1(factor)));
            v_store_part(x + i, 0, end - i, a);
            sums = v_add(sums, end - i >= LANES ? a : v_load_part(x + i, 0, end - i));
        }
        sum += (double)v_sum(sums);
    }
    return sum;
}

// MARK: Quantisation of activations

static void quantise(ember_activations *x, size_t token_begin, size_t token_end) {
    enum { MOST = 128 };
    size_t groups = x->cols / x->group;
    for (size_t token = token_begin; token < token_end; token++) {
        size_t tile = token / EMBER_TILE * EMBER_TILE, width = ember_tile_width(x->tokens, tile), lane = token - tile;
        const float *values = x->x + token * x->cols;
        int8_t *q = x->q + tile * x->cols + lane * 4;
        float *scales = x->scale + tile * groups + lane, *sums = x->sum + tile * groups + lane;
        for (size_t g = 0; g < groups; g++, values += x->group) {
            vf largest = v_set1(0), sum = v_set1(0);
            for (size_t i = 0; i < x->group; i += LANES) largest = v_max(v_abs(v_load(values + i)), largest);
            float most = v_largest(largest), scale = most / 127, inverse = most > 0 ? 127 / most : 0;
            int8_t bytes[MOST];
            for (size_t i = 0; i < x->group; i += LANES) {
                vf rounded = v_round(v_mul(v_load(values + i), v_set1(inverse)));
                v_to_int8(bytes + i, rounded);
                sum = v_add(sum, rounded); // exact: integers below 2^14
            }
            for (size_t i = 0; i < x->group; i += 4, q += 4 * width) memcpy(q, bytes + i, 4);
            scales[g * width] = scale;
            sums[g * width] = scale * v_sum(sum);
        }
    }
}

// MARK: Matrix products in f32

/// One block of 16 rows by up to INPUTS columns as floats, a column after the other.
enum { INPUTS = 384 };
typedef struct panel {
    _Alignas(64) float columns[INPUTS][EMBER_BLOCK_ROWS];
} panel;

/// `run` has the first columns' group, which is number `k` of it.
EMBER_INLINE void fill_packed(panel *p, const packing *packing, const uint32_t bits, const char *run, size_t k,
                              size_t columns) {
    size_t group = packing->group;
    for (size_t g = 0; g < columns; g += group, k = (k + 1) % packing->groups) {
        if (g > 0 && k == 0) run += packing->bytes;
        UNROLL for (size_t v = 0; v < VECTORS; v++) {
            vf scale, bias;
            v_scales(&scale, &bias, packing, run, k, v);
            const char *at = run + packing->head + k * packing->weights + v * LANES * 4;
            const size_t step = bits == 8 ? 4 : 8;
            for (size_t i = 0; i < group; i += step, at += 64) {
                UNROLL for (size_t n = 0; n < step; n++) {
                    // Byte n of a lane, or its low half and, four inputs later, its high half.
                    int shift = (int)(n % 4 * 8 + n / 4 * 4);
                    vf q = v_bytes(at, shift, bits == 8 ? 255 : 15);
                    v_store(&p->columns[g + i + n][v * LANES], v_fma(scale, q, bias));
                }
            }
            if (bits == 4 || bits == 8) continue;
            const size_t upper = bits - 4, inputs = 32 / upper;
            const vf sixteen = v_mul(scale, v_set1(16));
            for (size_t i = 0; i < group; i += inputs, at += 64) {
                UNROLL for (size_t n = 0; n < inputs; n++) {
                    vf q = v_bytes(at, (int)(n % 4 * 8 + n / 4 * upper), (1 << upper) - 1);
                    float *column = &p->columns[g + i + n][v * LANES];
                    v_store(column, v_fma(sixteen, q, v_load(column)));
                }
            }
        }
    }
}

EMBER_INLINE void fill_dense(panel *p, const ember_matrix *w, const ember_float_type type, size_t row, size_t begin,
                             size_t columns) {
    size_t number = ember_bytes_of(type);
    for (size_t r = 0; r < EMBER_BLOCK_ROWS; r += LANES) {
        for (size_t i = 0; i < columns; i += LANES) {
            vf rows[LANES], turned[LANES];
            UNROLL for (size_t k = 0; k < LANES; k++) {
                const char *at = (const char *)w->data + ((row + r + k) * w->cols + begin + i) * number;
                rows[k] = row + r + k < w->rows ? v_load_any_n(at, type, columns - i) : v_set1(0);
            }
            v_transpose(turned, rows);
            UNROLL for (size_t k = 0; k < LANES; k++) v_store(&p->columns[i + k][r], turned[k]);
        }
    }
}

/// A tile of a product: some tokens, and the rows of some panels that lie one behind the other.
typedef struct float_tile {
    float *y; // of the first token and row
    size_t ldy;
    size_t present;     // rows of the last panel that exist
    const float *start; // what the sums begin with, `start_stride` apart from token to token; NULL for zeros
    size_t start_stride;
    const panel *panels;
    size_t columns;
    const float (*x)[INPUTS]; // a row for each token
} float_tile;

/// y = start + panels * x for `tokens` tokens and 16 rows of each of `blocks` panels, both
/// constants where this is inlined.
EMBER_INLINE void multiply_panels(const float_tile *tile, const size_t tokens, const size_t blocks) {
    // A single token takes four columns at a time: one chain of sums would wait for itself.
    enum { MOST_WAYS = 4 };
    const size_t ways = tokens == 1 ? MOST_WAYS : 1;
    vf sums[FLOAT_BLOCKS][MOST_FLOAT_TILE][MOST_WAYS][VECTORS];
    UNROLL for (size_t b = 0; b < blocks; b++) {
        size_t present = b + 1 == blocks ? tile->present : EMBER_BLOCK_ROWS;
        UNROLL for (size_t t = 0; t < tokens; t++) {
            size_t offset = t * tile->start_stride + b * EMBER_BLOCK_ROWS;
            UNROLL for (size_t v = 0; v < VECTORS; v++) {
                sums[b][t][0][v] = tile->start ? v_load_part(tile->start + offset, v, present) : v_set1(0);
                UNROLL for (size_t k = 1; k < ways; k++) sums[b][t][k][v] = v_set1(0);
            }
        }
    }
    size_t i = 0;
    for (; i + ways <= tile->columns; i += ways) {
        UNROLL for (size_t k = 0; k < ways; k++) {
            vf w[FLOAT_BLOCKS][VECTORS];
            UNROLL for (size_t b = 0; b < blocks; b++) {
                const float *column = tile->panels[b].columns[i + k];
                UNROLL for (size_t v = 0; v < VECTORS; v++) w[b][v] = v_load(column + v * LANES);
            }
            UNROLL for (size_t t = 0; t < tokens; t++) {
                vf input = v_set1(tile->x[t][i + k]);
                UNROLL for (size_t b = 0; b < blocks; b++) {
                    UNROLL for (size_t v = 0; v < VECTORS; v++) {
                        sums[b][t][k][v] = v_fma(w[b][v], input, sums[b][t][k][v]);
                    }
                }
            }
        }
    }
    for (; i < tile->columns; i++) {
        UNROLL for (size_t b = 0; b < blocks; b++) {
            UNROLL for (size_t v = 0; v < VECTORS; v++) {
                vf w = v_load(&tile->panels[b].columns[i][v * LANES]);
                sums[b][0][0][v] = v_fma(w, v_set1(tile->x[0][i]), sums[b][0][0][v]);
            }
        }
    }
    UNROLL for (size_t b = 0; b < blocks; b++) {
        size_t present = b + 1 == blocks ? tile->present : EMBER_BLOCK_ROWS;
        UNROLL for (size_t t = 0; t < tokens; t++) {
            UNROLL for (size_t v = 0; v < VECTORS; v++) {
                UNROLL for (size_t k = 1; k < ways; k++) sums[b][t][0][v] = v_add(sums[b][t][0][v], sums[b][t][k][v]);
                v_store_part(tile->y + t * tile->ldy + b * EMBER_BLOCK_ROWS, v, present, sums[b][t][0][v]);
            }
        }
    }
}

/// One copy of the loops for each number of tokens.
EMBER_INLINE void multiply_tokens_by_panels(const float_tile *tile, size_t tokens, const size_t blocks) {
    switch (tokens) {
    case 1: multiply_panels(tile, 1, blocks); return;
    case 2: multiply_panels(tile, 2, blocks); return;
    case 3: multiply_panels(tile, 3, blocks); return;
    case 4: multiply_panels(tile, 4, blocks); return;
    case 5: multiply_panels(tile, 5, blocks); return;
    case 6: multiply_panels(tile, 6, blocks); return;
    default: break;
    }
    if (FLOAT_TILE == 6) return; // nothing larger for the compiler to look at
    switch (tokens) {
    case 7: multiply_panels(tile, 7, blocks); return;
    case 8: multiply_panels(tile, 8, blocks); return;
    case 9: multiply_panels(tile, 9, blocks); return;
    case 10: multiply_panels(tile, 10, blocks); return;
    case 11: multiply_panels(tile, 11, blocks); return;
    default: multiply_panels(tile, 12, blocks); return;
    }
}

static void fill_panel(panel *p, const ember_matrix *w, size_t block, size_t column, size_t columns) {
    if (w->kind != EMBER_DENSE) {
        packing packing = ember_packing_of(w);
        size_t g = column / w->group, k = g % packing.groups;
        const char *run = ember_run_at(w, &packing, block, w->cols / w->group, g);
        switch (w->bits) {
        case 4: fill_packed(p, &packing, 4, run, k, columns); break;
        case 5: fill_packed(p, &packing, 5, run, k, columns); break;
        case 6: fill_packed(p, &packing, 6, run, k, columns); break;
        default: fill_packed(p, &packing, 8, run, k, columns); break;
        }
        return;
    }
    switch (w->type) {
    case EMBER_F32: fill_dense(p, w, EMBER_F32, block * EMBER_BLOCK_ROWS, column, columns); break;
    case EMBER_F16: fill_dense(p, w, EMBER_F16, block * EMBER_BLOCK_ROWS, column, columns); break;
    case EMBER_BF16: fill_dense(p, w, EMBER_BF16, block * EMBER_BLOCK_ROWS, column, columns); break;
    case EMBER_I8: break; // only in caches
    }
}

/// The weights of some blocks become floats once and serve every token; the inputs of a tile are copied together,
/// because rows that are a power of two apart push each other out of the caches.
static void multiply_by_panels(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x,
                               size_t block_begin, size_t block_end) {
    enum { PANELS = 8 };
    panel panels[PANELS];
    _Alignas(64) float inputs[FLOAT_TILE][INPUTS];
    // Tiles of equal size: a last one of a few tokens would leave most registers idle.
    size_t tiles = (x->tokens + FLOAT_TILE - 1) / FLOAT_TILE;
    // Several panels stay in the second-level cache and save copies of the inputs.
    for (size_t from = block_begin; from < block_end; from += PANELS) {
        size_t to = ember_min(from + PANELS, block_end);
        for (size_t column = 0; column < w->cols; column += INPUTS) {
            size_t columns = ember_min(INPUTS, w->cols - column);
            for (size_t b = from; b < to; b++) fill_panel(&panels[b - from], w, b, column, columns);
            for (size_t tile = 0; tile < tiles; tile++) {
                size_t token = x->tokens * tile / tiles, tokens = x->tokens * (tile + 1) / tiles - token;
                for (size_t t = 0; t < tokens; t++) {
                    memcpy(inputs[t], x->x + (token + t) * x->cols + column, columns * sizeof(float));
                }
                for (size_t b = from, blocks; b < to; b += blocks) {
                    blocks = ember_min(FLOAT_BLOCKS, to - b);
                    size_t row = b * EMBER_BLOCK_ROWS;
                    float_tile part = {
                        .y = y + token * ldy + row, .ldy = ldy,
                        .present = ember_min(EMBER_BLOCK_ROWS, w->rows - row - (blocks - 1) * EMBER_BLOCK_ROWS),
                        .start = column ? y + token * ldy + row : w->bias ? w->bias + row : NULL,
                        .start_stride = column ? ldy : 0,
                        .panels = &panels[b - from], .columns = columns, .x = inputs,
                    };
                    if (blocks == FLOAT_BLOCKS) {
                        multiply_tokens_by_panels(&part, tokens, FLOAT_BLOCKS);
                    } else {
                        multiply_tokens_by_panels(&part, tokens, 1);
                    }
                }
            }
        }
    }
}

/// `rows` rows of a dense matrix times `tokens` tokens, with lanes along the inputs: each weight is read once, in
/// order.
EMBER_INLINE void multiply_rows(float *y, size_t ldy, const ember_matrix *w, const ember_float_type type,
                                const float *x, size_t row, const size_t rows, const size_t tokens) {
    enum { MOST_ROWS_AT_ONCE = 4, MOST_TOKENS = 4 };
    size_t number = ember_bytes_of(type), stride = w->cols * number;
    const char *from = (const char *)w->data + row * stride;
    vf sums[MOST_ROWS_AT_ONCE][MOST_TOKENS];
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t t = 0; t < tokens; t++) sums[r][t] = v_set1(0);
    }
    size_t i = 0;
    for (; i + LANES <= w->cols; i += LANES) {
        vf inputs[MOST_TOKENS];
        UNROLL for (size_t t = 0; t < tokens; t++) inputs[t] = v_load(x + t * w->cols + i);
        UNROLL for (size_t r = 0; r < rows; r++) {
            vf weights = v_load_any(from + r * stride + i * number, type);
            UNROLL for (size_t t = 0; t < tokens; t++) sums[r][t] = v_fma(weights, inputs[t], sums[r][t]);
        }
    }
    if (i < w->cols) {
        UNROLL for (size_t r = 0; r < rows; r++) {
            vf weights = v_load_any_n(from + r * stride + i * number, type, w->cols - i);
            UNROLL for (size_t t = 0; t < tokens; t++) {
                sums[r][t] = v_fma(weights, v_load_n(x + t * w->cols + i, w->cols - i), sums[r][t]);
            }
        }
    }
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t t = 0; t < tokens; t++) {
            y[t * ldy + row + r] = v_sum(sums[r][t]) + (w->bias ? w->bias[row + r] : 0);
        }
    }
}

/// Four rows, or one, times all tokens, four at a time: the rows come from the first-level cache after the first time.
EMBER_INLINE void multiply_rows_by_all(float *y, size_t ldy, const ember_matrix *w, const ember_float_type type,
                                       const ember_activations *x, size_t row, const size_t rows) {
    for (size_t token = 0; token < x->tokens; token += 4) {
        float *to = y + token * ldy;
        const float *from = x->x + token * x->cols;
        switch (x->tokens - token) {
        case 1: multiply_rows(to, ldy, w, type, from, row, rows, 1); break;
        case 2: multiply_rows(to, ldy, w, type, from, row, rows, 2); break;
        case 3: multiply_rows(to, ldy, w, type, from, row, rows, 3); break;
        default: multiply_rows(to, ldy, w, type, from, row, rows, 4); break;
        }
    }
}

EMBER_INLINE void multiply_few(float *y, size_t ldy, const ember_matrix *w, const ember_float_type type,
                               const ember_activations *x, size_t row, size_t row_end) {
    for (; row + 4 <= row_end; row += 4) multiply_rows_by_all(y, ldy, w, type, x, row, 4);
    for (; row < row_end; row++) multiply_rows_by_all(y, ldy, w, type, x, row, 1);
}

static void matmul_float(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                         size_t block_end) {
    if (w->kind != EMBER_DENSE || x->tokens > 8) {
        multiply_by_panels(y, ldy, w, x, block_begin, block_end);
        return;
    }
    size_t row = block_begin * EMBER_BLOCK_ROWS, row_end = ember_min(block_end * EMBER_BLOCK_ROWS, w->rows);
    switch (w->type) {
    case EMBER_F32: multiply_few(y, ldy, w, EMBER_F32, x, row, row_end); break;
    case EMBER_F16: multiply_few(y, ldy, w, EMBER_F16, x, row, row_end); break;
    case EMBER_BF16: multiply_few(y, ldy, w, EMBER_BF16, x, row, row_end); break;
    case EMBER_I8: break; // only in caches
    }
}

#include "attention.h"

/// The table of a file that includes this one.
#define EMBER_LANE_KERNELS(its_name, its_matmul)                                                                       \
    {                                                                                                                  \
        .name = its_name, .matmul = its_matmul, .quantise = quantise, .rms_norm = rms_norm,                            \
        .layer_norm = layer_norm, .add = add, .gelu = gelu, .silu_multiply = silu_multiply, .rotate = rotate,          \
        .store = store, .store_int8 = store_int8, .attend = attend, .maximum = maximum,                                \
        .exponentials = exponentials,                                                                                  \
    }
