// SPDX-License-Identifier: Apache-2.0
//
// Plain loops: what every other file of kernels is compared with, and what runs where no other one can.

#include "internal.h"

#include <math.h>

/// A group of a packed matrix, and a row in it.
typedef struct group {
    float scale, bias;
    const uint8_t *weights;
} group;

static group find_group(const ember_matrix *w, const packing *p, size_t row, size_t g) {
    size_t r = row % EMBER_BLOCK_ROWS, k = g % p->groups;
    const char *run = ember_run_at(w, p, row / EMBER_BLOCK_ROWS, w->cols / w->group, g);
    return (group){
        .scale = ember_scale_of(p, run, k, r, 0),
        .bias = ember_scale_of(p, run, k, r, 1),
        .weights = (const uint8_t *)run + p->head + k * p->weights,
    };
}

/// One row of packed weights times one token of int8 activations; the dot product of a group is exact.
static float dot_quantised(const ember_matrix *w, const ember_activations *x, size_t row, size_t token) {
    packing p = ember_packing_of(w);
    size_t groups = w->cols / w->group;
    float y = 0;
    for (size_t g = 0; g < groups; g++) {
        group of = find_group(w, &p, row, g);
        int32_t dot = 0;
        for (size_t i = 0; i < w->group; i++) {
            size_t at = ember_q_index(x->tokens, x->cols, token, g * w->group + i);
            dot += ember_weight_at(w->bits, w->group, of.weights, row % EMBER_BLOCK_ROWS, i) * x->q[at];
        }
        size_t at = ember_scale_index(x->tokens, groups, token, g);
        y += of.scale * x->scale[at] * (float)dot + of.bias * x->sum[at];
    }
    return y;
}

/// One row of packed weights times one token of f32 activations.
static float dot_reference(const ember_matrix *w, const float *x, size_t row) {
    packing p = ember_packing_of(w);
    float y = 0;
    for (size_t g = 0; g < w->cols / w->group; g++) {
        group of = find_group(w, &p, row, g);
        float dot = 0, sum = 0;
        for (size_t i = 0; i < w->group; i++) {
            float xi = x[g * w->group + i];
            dot += (float)ember_weight_at(w->bits, w->group, of.weights, row % EMBER_BLOCK_ROWS, i) * xi;
            sum += xi;
        }
        y += of.scale * dot + of.bias * sum;
    }
    return y;
}

static float dot_dense(const ember_matrix *w, const float *x, size_t row) {
    float y = 0;
    for (size_t i = 0; i < w->cols; i++) y += ember_load_float(w->data, w->type, row * w->cols + i) * x[i];
    return y;
}

static void matmul(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end) {
    size_t row_end = ember_min(block_end * EMBER_BLOCK_ROWS, w->rows);
    for (size_t row = block_begin * EMBER_BLOCK_ROWS; row < row_end; row++) {
        for (size_t token = 0; token < x->tokens; token++) {
            const float *floats = x->x + token * x->cols;
            float dot = w->kind == EMBER_DENSE ? dot_dense(w, floats, row)
                        : x->q                 ? dot_quantised(w, x, row, token)
                                               : dot_reference(w, floats, row);
            y[token * ldy + row] = dot + (w->bias ? w->bias[row] : 0);
        }
    }
}

static void quantise(ember_activations *x, size_t token_begin, size_t token_end) {
    size_t groups = x->cols / x->group;
    for (size_t token = token_begin; token < token_end; token++) {
        for (size_t g = 0; g < groups; g++) {
            const float *values = x->x + token * x->cols + g * x->group;
            float largest = 0;
            for (size_t i = 0; i < x->group; i++) largest = fmaxf(largest, fabsf(values[i]));
            float scale = largest / 127, inverse = largest > 0 ? 127 / largest : 0;
            int32_t sum = 0;
            for (size_t i = 0; i < x->group; i++) {
                int32_t q = (int32_t)rintf(values[i] * inverse);
                x->q[ember_q_index(x->tokens, x->cols, token, g * x->group + i)] = (int8_t)q;
                sum += q;
            }
            size_t at = ember_scale_index(x->tokens, groups, token, g);
            x->scale[at] = scale;
            x->sum[at] = scale * (float)sum;
        }
    }
}

static void rms_norm(float *y, const float *x, const float *weight, size_t width, float epsilon) {
    double squares = 0;
    for (size_t i = 0; i < width; i++) squares += (double)x[i] * x[i];
    float factor = (float)(1 / sqrt(squares / (double)width + (double)epsilon));
    for (size_t i = 0; i < width; i++) y[i] = x[i] * factor * weight[i];
}

static void layer_norm(float *y, const float *x, const float *weight, const float *bias, size_t width, float epsilon) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < width; i++) sum += (double)x[i];
    double mean = sum / (double)width;
    for (size_t i = 0; i < width; i++) squares += ((double)x[i] - mean) * ((double)x[i] - mean);
    double factor = 1 / sqrt(squares / (double)width + (double)epsilon);
    for (size_t i = 0; i < width; i++) y[i] = (float)(((double)x[i] - mean) * factor) * weight[i] + bias[i];
}

static void add(float *x, const float *y, size_t n) {
    for (size_t i = 0; i < n; i++) x[i] += y[i];
}

static void gelu(float *x, size_t n) {
    // The complement keeps its digits where 1 + erf(x) would lose them.
    for (size_t i = 0; i < n; i++) x[i] = 0.5f * x[i] * erfcf(-0.70710678f * x[i]);
}

static void silu_multiply(float *gate, const float *up, size_t n) {
    for (size_t i = 0; i < n; i++) gate[i] = gate[i] / (1 + expf(-gate[i])) * up[i];
}

static void rotate(float *x, const float *cosine, const float *sine, size_t heads, size_t head_dim) {
    size_t half = head_dim / 2;
    for (size_t head = 0; head < heads; head++, x += head_dim) {
        for (size_t i = 0; i < half; i++) {
            float a = x[i], b = x[i + half];
            x[i] = a * cosine[i] - b * sine[i];
            x[i + half] = b * cosine[i] + a * sine[i];
        }
    }
}

static void store(void *dst, ember_float_type type, const float *src, size_t n) {
    if (type == EMBER_F32) {
        memcpy(dst, src, n * sizeof *src);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint16_t half = type == EMBER_F16 ? ember_f16_from_float(src[i]) : ember_bf16_from_float(src[i]);
        memcpy((char *)dst + i * sizeof half, &half, sizeof half);
    }
}

static float store_int8(int8_t *dst, const float *src, size_t n) {
    float largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmaxf(largest, fabsf(src[i]));
    float inverse = largest > 0 ? 127 / largest : 0;
    for (size_t i = 0; i < n; i++) {
        // Minimum and maximum turn what is not a number into one.
        dst[i] = (int8_t)rintf(fmaxf(fminf(src[i] * inverse, 127), -127));
    }
    return largest / 127;
}

/// One head of one query: one pass over the keys; `out` holds the sum of values relative to the largest score so far.
static void attend_head(const ember_attention *a, const ember_attention_piece *p, size_t head, size_t token) {
    const float *query = a->query + token * a->query_stride + head * a->keys.dim;
    float *out = ember_attended(a, p, token, head);
    const char *keys = ember_head_rows(a, &a->keys, p->kv_head), *values = ember_head_rows(a, &a->values, p->kv_head);
    size_t begin = ember_keys_begin(a, token), end = ember_min(ember_keys_end(a, token), p->key_end);
    float largest = -INFINITY, total = 0;
    for (size_t i = 0; i < a->values.dim; i++) out[i] = 0;
    for (size_t row = begin > p->key_begin ? begin : p->key_begin; row < end; row++) {
        float score = 0;
        for (size_t i = 0; i < a->keys.dim; i++) {
            score += query[i] * ember_load_float(keys, a->type, row * a->keys.stride + i);
        }
        score *= a->scale * ember_row_scale(a, &a->keys, p->kv_head, row);
        if (score > largest) {
            float shrink = expf(largest - score);
            for (size_t i = 0; i < a->values.dim; i++) out[i] *= shrink;
            total *= shrink;
            largest = score;
        }
        float weight = expf(score - largest);
        total += weight;
        weight *= ember_row_scale(a, &a->values, p->kv_head, row);
        for (size_t i = 0; i < a->values.dim; i++) {
            out[i] += weight * ember_load_float(values, a->type, row * a->values.stride + i);
        }
    }
    if (p->partial) {
        out[a->values.dim] = largest;
        out[a->values.dim + 1] = total;
    } else {
        for (size_t i = 0; i < a->values.dim; i++) out[i] /= total;
    }
}

static void attend(const ember_attention *a, const ember_attention_piece *p) {
    size_t first = p->kv_head * (a->heads / a->kv_heads);
    for (size_t token = p->token_begin; token < p->token_end; token++) {
        for (size_t h = p->head_begin; h < p->head_end; h++) attend_head(a, p, first + h, token);
    }
}

static float maximum(const float *x, size_t n) {
    float largest = -INFINITY;
    for (size_t i = 0; i < n; i++) largest = x[i] > largest ? x[i] : largest;
    return largest;
}

static double exponentials(float *x, size_t n, float maximum, float factor) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        float power = (x[i] - maximum) * factor;
        x[i] = isnan(power) ? 0 : expf(power);
        sum += (double)x[i];
    }
    return sum;
}

const ember_kernels *ember_kernels_scalar(void) {
    static const ember_kernels kernels = {
        .name = "scalar",
        .matmul = matmul,
        .quantise = quantise,
        .rms_norm = rms_norm,
        .layer_norm = layer_norm,
        .add = add,
        .gelu = gelu,
        .silu_multiply = silu_multiply,
        .rotate = rotate,
        .store = store,
        .store_int8 = store_int8,
        .attend = attend,
        .maximum = maximum,
        .exponentials = exponentials,
    };
    return &kernels;
}
