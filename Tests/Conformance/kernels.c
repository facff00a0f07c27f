// SPDX-License-Identifier: Apache-2.0
//
// Compares every set of kernels that this processor has with the scalar one, without Swift: for processors that are
// only emulated. Prints what it compared; the exit status is 1 when something differs, 2 when there is nothing to
// compare.

#include "CEmber.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 1;

static uint32_t random_bits(void) { // Steele, Lea and Flood 2014, SplitMix
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 32);
}

static size_t random_size(size_t least, size_t most) { return least + random_bits() % (most - least + 1); }

static float random_float(void) { return (float)random_bits() / 2147483648.0f - 1; }

static void *memory(size_t bytes) {
    void *data = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!data) exit(2);
    return data;
}

static float *random_floats(size_t n) {
    float *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++) x[i] = random_float();
    return x;
}

static size_t failures, comparisons;

static void expect_close(const char *what, const float *actual, const float *expected, size_t n, double allowed) {
    comparisons++;
    double largest = 1e-6, worst = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs((double)expected[i]));
    for (size_t i = 0; i < n; i++) {
        double error = fabs((double)actual[i] - (double)expected[i]) / largest;
        worst = error > worst || isnan(error) ? error : worst;
    }
    if (worst <= allowed) return;
    failures++;
    printf("%s: off by %g of the largest\n", what, worst);
}

static void expect_same(const char *what, const void *actual, const void *expected, size_t bytes) {
    comparisons++;
    if (memcmp(actual, expected, bytes) == 0) return;
    failures++;
    printf("%s: differs\n", what);
}

static void compare_matmul(const ember_kernels *kernels, ember_matrix w, size_t tokens, uint32_t group, bool quantised,
                           const char *what) {
    const ember_kernels *scalar = ember_kernels_scalar();
    size_t room = (tokens + 16) * (w.cols / 32 + 1), bytes = ember_activation_bytes(tokens, w.cols);
    float *values = random_floats(tokens * w.cols), *bias = random_floats(w.rows);
    ember_activations x = {.x = values, .tokens = tokens, .cols = w.cols, .group = group};
    ember_activations reference = x;
    w.bias = random_bits() % 2 ? bias : NULL;
    if (quantised) {
        ember_activations *both[] = {&x, &reference};
        for (size_t i = 0; i < 2; i++) {
            both[i]->q = memory(bytes);
            both[i]->scale = memory(room * sizeof(float));
            both[i]->sum = memory(room * sizeof(float));
            (i ? scalar : kernels)->quantise(both[i], 0, tokens);
        }
        expect_same("quantised bytes", x.q, reference.q, bytes);
        expect_same("quantised scales", x.scale, reference.scale, tokens * (w.cols / group) * sizeof(float));
        expect_same("quantised sums", x.sum, reference.sum, tokens * (w.cols / group) * sizeof(float));
    }
    float *actual = random_floats(tokens * w.rows), *expected = random_floats(tokens * w.rows);
    kernels->matmul(actual, w.rows, &w, &x, 0, (w.rows + 15) / 16);
    scalar->matmul(expected, w.rows, &w, &reference, 0, (w.rows + 15) / 16);
    expect_close(what, actual, expected, tokens * w.rows, 2e-5);
    void *all[] = {values, bias, x.q, x.scale, x.sum, reference.q, reference.scale, reference.sum, actual, expected};
    for (size_t i = 0; i < (quantised ? 10 : 2); i++) free(all[i]);
    if (!quantised) free(actual), free(expected);
}

static void compare_products(const ember_kernels *kernels) {
    static const uint32_t groups[] = {32, 64, 128};
    for (size_t round = 0; round < 120; round++) {
        uint32_t bits = round % 2 ? 4 : 8, group = groups[round / 2 % 3];
        ember_float_type type = (ember_float_type)(round / 6 % 3);
        size_t rows = random_size(1, 60), cols = group * random_size(1, round % 10 ? 4 : 40);
        size_t tokens = random_size(1, 20), numbers = rows * (cols / group);
        uint8_t *weights = memory(rows * cols), *packed, *scales = memory(numbers * 4), *biases = memory(numbers * 4);
        for (size_t i = 0; i < rows * cols; i++) weights[i] = (uint8_t)random_bits();
        for (size_t i = 0; i < numbers; i++) {
            float pair[2] = {random_float() / 16, random_float()};
            size_t number = ember_float_size(type);
            ember_kernels_scalar()->store(scales + i * number, type, pair, 1);
            ember_kernels_scalar()->store(biases + i * number, type, pair + 1, 1);
        }
        packed = memory((rows + 15) / 16 * (cols / group) * ember_packed_block_bytes(bits, group, type));
        ember_pack_affine(packed, weights, scales, biases, type, bits, group, rows, cols, 0, (rows + 15) / 16);
        ember_matrix w = {.kind = EMBER_PACKED, .type = type, .bits = bits, .group = group, .rows = rows, .cols = cols,
                          .data = packed};
        compare_matmul(kernels, w, tokens, group, true, bits == 4 ? "4-bit product" : "8-bit product");
        compare_matmul(kernels, w, tokens, group, false, bits == 4 ? "4-bit product in f32" : "8-bit product in f32");
        free(weights), free(packed), free(scales), free(biases);

        cols = random_size(1, 300);
        float *numbers_f32 = random_floats(rows * cols);
        void *dense = memory(rows * cols * sizeof(float));
        ember_kernels_scalar()->store(dense, type, numbers_f32, rows * cols);
        w = (ember_matrix){.kind = EMBER_DENSE, .type = type, .rows = rows, .cols = cols, .data = dense};
        compare_matmul(kernels, w, tokens, 32, false, "dense product");
        free(dense), free(numbers_f32);
    }
}

static void compare_attention(const ember_kernels *kernels) {
    for (size_t round = 0; round < 120; round++) {
        size_t kv_heads = random_size(1, 3), heads = kv_heads * random_size(1, 5), tokens = random_size(1, 20);
        size_t key_dim = round % 3 ? random_size(1, 130) : 64, position = random_size(0, 150);
        bool shared = random_bits() % 4 == 0; // values are the first numbers of the keys
        size_t value_dim = round % 3 ? random_size(1, shared ? key_dim : 130) : 64;
        size_t capacity = position + tokens + 2, rows = kv_heads * capacity, width = heads * value_dim;
        ember_float_type type = round % 2 ? EMBER_F16 : EMBER_F32;
        float *query = random_floats(tokens * heads * key_dim);
        float *k = random_floats(rows * key_dim), *v = random_floats(rows * value_dim);
        float *actual = random_floats(tokens * width), *expected = random_floats(tokens * width);
        void *keys = memory(rows * key_dim * sizeof(float)), *values = memory(rows * value_dim * sizeof(float));
        kernels->store(keys, type, k, rows * key_dim);
        kernels->store(values, type, v, rows * value_dim);
        ember_attention a = {.out = actual, .query = query, .query_stride = heads * key_dim,
                             .keys = {.data = keys, .dim = key_dim, .stride = key_dim},
                             .values = {.data = shared ? keys : values, .dim = value_dim,
                                        .stride = shared ? key_dim : value_dim},
                             .type = type, .tokens = tokens, .heads = heads, .kv_heads = kv_heads,
                             .capacity = capacity, .position = position,
                             .window = random_bits() % 2 ? random_size(1, 180) : 0, .causal = random_bits() % 4 != 0,
                             .scale = 0.3f};
        for (size_t head = 0; head < kv_heads; head++) kernels->attend(&a, head, 0, tokens);
        a.out = expected;
        for (size_t head = 0; head < kv_heads; head++) ember_kernels_scalar()->attend(&a, head, 0, tokens);
        expect_close("attention", actual, expected, tokens * width, 2e-5);
        free(query), free(k), free(v), free(actual), free(expected), free(keys), free(values);
    }
}

static void compare_rows(const ember_kernels *kernels) {
    const ember_kernels *scalar = ember_kernels_scalar();
    for (size_t n = 1; n < 150; n++) {
        size_t bytes = n * sizeof(float);
        float *x = random_floats(n), *y = random_floats(n), *actual = memory(bytes), *expected = memory(bytes);
        for (size_t i = 0; i < n; i++) x[i] *= 30;
        float largest = kernels->maximum(x, n), expected_largest = scalar->maximum(x, n);
        expect_same("maximum", &largest, &expected_largest, sizeof largest);
        kernels->rms_norm(actual, x, y, n, 1e-5f);
        scalar->rms_norm(expected, x, y, n, 1e-5f);
        expect_close("norm", actual, expected, n, 1e-6);
        memcpy(actual, x, bytes), memcpy(expected, x, bytes);
        kernels->add(actual, y, n), scalar->add(expected, y, n);
        expect_same("sum", actual, expected, bytes);
        kernels->silu_multiply(actual, y, n), scalar->silu_multiply(expected, y, n);
        expect_close("gate", actual, expected, n, 1e-6);
        kernels->rotate(actual, x, y, 1, n), scalar->rotate(expected, x, y, 1, n);
        expect_close("rotation", actual, expected, n, 1e-6);
        memcpy(actual, x, bytes), memcpy(expected, x, bytes);
        double sum = kernels->exponentials(actual, n, 30, 0.5f);
        double expected_sum = scalar->exponentials(expected, n, 30, 0.5f);
        float sums[2] = {(float)sum, (float)expected_sum};
        expect_close("exponentials", actual, expected, n, 1e-5);
        expect_close("sum of exponentials", sums, sums + 1, 1, 1e-5);
        for (ember_float_type type = EMBER_F32; type <= EMBER_BF16; type++) {
            kernels->store(actual, type, x, n), scalar->store(expected, type, x, n);
            expect_same("stored numbers", actual, expected, n * ember_float_size(type));
        }
        free(x), free(y), free(actual), free(expected);
    }
}

int main(void) {
    static const char *const names[] = {"avx2", "avx512", "neon"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ember_kernels *kernels = ember_kernels_named(names[i]);
        if (!kernels) continue;
        size_t before = comparisons;
        compare_products(kernels);
        compare_attention(kernels);
        compare_rows(kernels);
        printf("%s: %zu comparisons\n", names[i], comparisons - before);
    }
    if (failures) printf("%zu of %zu comparisons failed\n", failures, comparisons);
    return failures ? 1 : comparisons ? 0 : 2;
}
