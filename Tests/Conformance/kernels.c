// SPDX-License-Identifier: Apache-2.0
//
// Compares every set of kernels that this processor has with the scalar one, without Swift: for processors that are
// only emulated. Each table of the test ends where its page ends and the next page must not be touched, so that reading
// or writing one number too far ends the program. Prints what it compared; the exit status is 1 when something differs,
// 2 when there is nothing to compare.

#include "CEmber.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// MARK: Random numbers, in memory with a fence

static uint64_t state = 1;

static uint32_t random_bits(void) { // Steele, Lea and Flood 2014, SplitMix
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 32);
}

static size_t random_size(size_t least, size_t most) { return least + random_bits() % (most - least + 1); }

static float random_float(void) { return (float)random_bits() / 2147483648.0f - 1; }

static struct {
    char *start;
    size_t bytes;
} mappings[64];
static size_t mapped;

/// `bytes` bytes, rounded up to a multiple of `alignment`, before a page that must not be touched.
static void *memory(size_t bytes, size_t alignment) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (bytes + alignment - 1) / alignment * alignment;
    size_t whole = (used + page - 1) / page * page;
    char *start = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + whole, page, PROT_NONE) != 0 || mapped == 64) exit(3);
    mappings[mapped].start = start;
    mappings[mapped++].bytes = whole + page;
    return start + whole - used;
}

static void free_memory(void) {
    while (mapped) mapped--, munmap(mappings[mapped].start, mappings[mapped].bytes);
}

static float *floats(size_t n) { return memory(n * sizeof(float), sizeof(float)); }

static float *random_floats(size_t n) {
    float *x = floats(n);
    for (size_t i = 0; i < n; i++) x[i] = random_float();
    return x;
}

static float *copy_of(const float *x, size_t n) { return memcpy(floats(n), x, n * sizeof *x); }

// MARK: Comparing

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

// MARK: Products

static void quantise(const ember_kernels *kernels, ember_activations *x) {
    size_t room = (x->tokens + 15) / 16 * 16 * (x->cols / x->group);
    x->q = memory(ember_activation_bytes(x->tokens, x->cols), 64);
    x->scale = floats(room);
    x->sum = floats(room);
    kernels->quantise(x, 0, x->tokens);
}

static void compare_matmul(const ember_kernels *kernels, ember_matrix w, size_t tokens, uint32_t group, bool quantised,
                           const char *what) {
    const ember_kernels *scalar = ember_kernels_scalar();
    ember_activations x = {.x = random_floats(tokens * w.cols), .tokens = tokens, .cols = w.cols, .group = group};
    ember_activations reference = x;
    w.bias = random_bits() % 2 ? random_floats(w.rows) : NULL;
    if (quantised) {
        quantise(kernels, &x);
        quantise(scalar, &reference);
        size_t scales = tokens * (w.cols / group) * sizeof(float);
        expect_same("quantised numbers", x.q, reference.q, ember_activation_bytes(tokens, w.cols));
        expect_same("scales of quantised numbers", x.scale, reference.scale, scales);
        expect_same("sums of quantised numbers", x.sum, reference.sum, scales);
    }
    // What lies between the rows of a wider table stays as it was; two threads have a part of the blocks each.
    size_t ldy = w.rows + random_size(0, 3), n = (tokens - 1) * ldy + w.rows;
    size_t blocks = (w.rows + EMBER_BLOCK_ROWS - 1) / EMBER_BLOCK_ROWS, middle = random_size(0, blocks);
    float *actual = random_floats(n), *expected = copy_of(actual, n);
    kernels->matmul(actual, ldy, &w, &x, 0, middle);
    kernels->matmul(actual, ldy, &w, &x, middle, blocks);
    scalar->matmul(expected, ldy, &w, &reference, 0, blocks);
    expect_close(what, actual, expected, n, 2e-5);
    if (!quantised) return;
    // A token's results are the same bits whatever tokens are beside it.
    size_t token = random_size(0, tokens - 1);
    ember_activations alone = {.x = x.x + token * w.cols, .tokens = 1, .cols = w.cols, .group = group};
    quantise(kernels, &alone);
    float *row = floats(w.rows);
    kernels->matmul(row, w.rows, &w, &alone, 0, blocks);
    expect_same("a token alone", row, actual + token * ldy, w.rows * sizeof *row);
}

static void compare_packed(const ember_kernels *kernels, uint32_t bits, uint32_t group, ember_float_type type) {
    // Beyond 8 tokens and 2,048 columns kernels take a product in pieces, and from 32 tokens on
    // they may unpack the weights.
    size_t rows = random_size(1, 60), tokens = random_size(1, random_bits() % 2 ? 20 : 50);
    size_t cols = group * (random_bits() % 8 ? random_size(1, 4) : random_size(1, 5120 / group));
    size_t groups = rows * (cols / group), blocks = (rows + EMBER_BLOCK_ROWS - 1) / EMBER_BLOCK_ROWS;
    uint8_t *weights = memory(rows * cols * bits / 8, 1), *scales = memory(groups * ember_float_size(type), 1);
    uint8_t *biases = memory(groups * ember_float_size(type), 1);
    for (size_t i = 0; i < rows * cols * bits / 8; i++) weights[i] = (uint8_t)random_bits();
    for (size_t i = 0; i < groups; i++) {
        float pair[2] = {random_float() / 16, random_float()};
        ember_kernels_scalar()->store(scales + i * ember_float_size(type), type, pair, 1);
        ember_kernels_scalar()->store(biases + i * ember_float_size(type), type, pair + 1, 1);
    }
    uint8_t *packed = memory(blocks * (cols / group) * ember_packed_block_bytes(bits, group, type), 64);
    ember_pack_affine(packed, weights, scales, biases, type, bits, group, rows, cols, 0, blocks);
    ember_matrix w = {.kind = EMBER_PACKED, .type = type, .bits = bits, .group = group, .rows = rows, .cols = cols,
                      .data = packed};
    compare_matmul(kernels, w, tokens, group, true, bits == 4 ? "4-bit product" : "8-bit product");
    compare_matmul(kernels, w, tokens, group, false, bits == 4 ? "4-bit product in f32" : "8-bit product in f32");
}

/// The largest sums there are of products with 8-bit weights: what counts on them to be small has to hold.
static void compare_largest(const ember_kernels *kernels) {
    enum { ROWS = 33, COLS = 256, GROUP = 128, TOKENS = 37, BLOCKS = 3, GROUPS = ROWS * COLS / GROUP };
    uint8_t *weights = memory(ROWS * COLS, 1);
    float scales[GROUPS], *biases = random_floats(GROUPS), *inputs = floats(TOKENS * COLS);
    memset(weights, 255, ROWS * COLS);
    for (size_t i = 0; i < GROUPS; i++) scales[i] = 1 / 3.0f;
    for (size_t i = 0; i < TOKENS * COLS; i++) inputs[i] = i / COLS % 2 ? 1 : -1;
    ember_matrix w = {.kind = EMBER_PACKED, .type = EMBER_F32, .bits = 8, .group = GROUP, .rows = ROWS, .cols = COLS};
    uint8_t *packed = memory(ember_packed_bytes(&w), 64);
    ember_pack_affine(packed, weights, scales, biases, EMBER_F32, 8, GROUP, ROWS, COLS, 0, BLOCKS);
    w.data = packed;
    ember_activations x = {.x = inputs, .tokens = TOKENS, .cols = COLS, .group = GROUP};
    quantise(kernels, &x);
    float *actual = floats(TOKENS * ROWS), *expected = floats(TOKENS * ROWS);
    kernels->matmul(actual, ROWS, &w, &x, 0, BLOCKS);
    ember_kernels_scalar()->matmul(expected, ROWS, &w, &x, 0, BLOCKS);
    expect_close("largest sums", actual, expected, TOKENS * ROWS, 1e-6);
}

/// Random bits in a block format of GGUF files whose weights are neither all tiny nor huge.
static void random_block(uint8_t *block, uint32_t type, const ember_block_layout *layout) {
    float weights[256], largest;
    do {
        for (size_t i = 0; i < layout->bytes; i++) block[i] = (uint8_t)random_bits();
        ember_blocks_to_f32(weights, block, type, layout->inputs);
        largest = 0;
        for (size_t i = 0; i < layout->inputs; i++) {
            largest = isfinite(weights[i]) ? fmaxf(largest, fabsf(weights[i])) : INFINITY;
            if (isinf(largest)) break;
        }
    } while (!(largest > 0.01f && largest < 100));
}

static void compare_blocks(const ember_kernels *kernels, uint32_t type, const ember_block_layout *layout) {
    size_t rows = random_size(1, 40), tokens = random_size(1, 40), blocks = random_size(1, random_bits() % 4 ? 3 : 10);
    size_t cols = blocks * layout->inputs;
    uint8_t *source = memory(rows * blocks * layout->bytes, 1);
    for (size_t i = 0; i < rows * blocks; i++) random_block(source + i * layout->bytes, type, layout);
    ember_matrix w = {.kind = layout->kind, .type = layout->scales, .bits = layout->bits, .group = layout->group,
                      .rows = rows, .cols = cols};
    uint8_t *packed = memory(ember_packed_bytes(&w), 64);
    ember_pack_blocks(packed, source, type, 0, rows, cols, 0, (rows + EMBER_BLOCK_ROWS - 1) / EMBER_BLOCK_ROWS);
    w.data = packed;
    char what[40];
    snprintf(what, sizeof what, "product of block format %u", type);
    compare_matmul(kernels, w, tokens, layout->group, true, what);
    compare_matmul(kernels, w, tokens, layout->group, false, what);
    float *row = floats(cols), *expected = floats(cols);
    for (size_t r = 0; r < rows; r++) {
        ember_matrix_row(row, &w, r);
        ember_blocks_to_f32(expected, source + r * blocks * layout->bytes, type, cols);
        for (size_t i = 0; i < cols; i++) failures += row[i] != expected[i];
    }
}

static void compare_dense(const ember_kernels *kernels, ember_float_type type) {
    size_t rows = random_size(1, 60), cols = random_size(1, 300), tokens = random_size(1, 20);
    // Weights lie as they do in a file: at any address, up to its very end.
    char *dense = memory(rows * cols * ember_float_size(type), 1);
    ember_kernels_scalar()->store(dense, type, random_floats(rows * cols), rows * cols);
    if (random_bits() % 2) {
        char *odd = memory(rows * cols * ember_float_size(type) + 1, 1);
        dense = memcpy(odd, dense, rows * cols * ember_float_size(type));
    }
    ember_matrix w = {.kind = EMBER_DENSE, .type = type, .rows = rows, .cols = cols, .data = dense};
    compare_matmul(kernels, w, tokens, 32, false, "dense product");
}

static void compare_products(const ember_kernels *kernels) {
    compare_largest(kernels);
    free_memory();
    for (size_t round = 0; round < 12; round++) {
        for (ember_float_type type = EMBER_F32; type <= EMBER_BF16; type++) {
            for (uint32_t group = 16; group <= 128; group *= 2) {
                for (uint32_t bits = 4; bits <= 8; bits += 4) {
                    compare_packed(kernels, bits, group, type);
                    free_memory();
                }
            }
            for (size_t i = 0; i < 6; i++) compare_dense(kernels, type), free_memory();
        }
        for (uint32_t type = 0; type < 64; type++) {
            ember_block_layout layout;
            if (!ember_block_layout_of(type, &layout)) continue;
            compare_blocks(kernels, type, &layout);
            free_memory();
        }
    }
}

// MARK: Attention

/// Queries of all heads on one thread, over all keys at once or over spans of them.
static void attend_all(const ember_kernels *kernels, ember_attention *a) {
    static ember_pool *pool;
    if (!pool) pool = ember_pool_create(1);
    a->partials = floats(ember_attention_partials(a) + 1);
    ember_run_attention(pool, kernels, a);
}

static void compare_attention(const ember_kernels *kernels) {
    for (size_t round = 0; round < 150; round++) {
        size_t kv_heads = random_size(1, 3), heads = kv_heads * random_size(1, 20), tokens = random_size(1, round % 2 ? 3 : 20);
        size_t key_dim = round % 3 ? random_size(1, 130) : 64, position = round % 7 ? random_size(0, round % 4 ? 150 : 1500) : 0;
        bool shared = random_bits() % 4 == 0; // values are the first numbers of the keys
        size_t value_dim = round % 3 ? random_size(1, shared ? key_dim : 130) : 64;
        size_t capacity = position + tokens + random_size(0, 2), rows = kv_heads * capacity;
        size_t width = heads * value_dim, stride = heads * key_dim + random_size(0, 5);
        ember_float_type type = (ember_float_type[]){EMBER_F32, EMBER_F16, EMBER_I8}[random_size(0, 2)];
        void *keys = memory(rows * key_dim * ember_float_size(type), 1);
        void *values = memory(rows * value_dim * ember_float_size(type), 1);
        float *k = random_floats(rows * key_dim), *v = random_floats(rows * value_dim);
        float *key_scales = random_floats(rows), *value_scales = random_floats(rows);
        if (type == EMBER_I8) {
            for (size_t i = 0; i < rows; i++) {
                key_scales[i] = kernels->store_int8((int8_t *)keys + i * key_dim, k + i * key_dim, key_dim);
                value_scales[i] = kernels->store_int8((int8_t *)values + i * value_dim, v + i * value_dim, value_dim);
            }
        } else {
            kernels->store(keys, type, k, rows * key_dim);
            kernels->store(values, type, v, rows * value_dim);
        }
        float *actual = floats(tokens * width), *expected = floats(tokens * width);
        ember_attention a = {.out = actual, .query = random_floats((tokens - 1) * stride + heads * key_dim),
                             .query_stride = stride,
                             .keys = {.data = keys, .dim = key_dim, .stride = key_dim},
                             .values = {.data = shared ? keys : values, .dim = value_dim,
                                        .stride = shared ? key_dim : value_dim},
                             .type = type, .tokens = tokens, .heads = heads, .kv_heads = kv_heads,
                             .capacity = capacity, .position = position,
                             .window = random_bits() % 2 ? random_size(1, 180) : 0, .causal = random_bits() % 4 != 0,
                             .scale = 0.3f};
        if (type == EMBER_I8) {
            a.keys.scales = key_scales;
            a.values.scales = shared ? key_scales : value_scales;
        }
        attend_all(kernels, &a);
        a.out = expected;
        attend_all(ember_kernels_scalar(), &a);
        expect_close("attention", actual, expected, tokens * width, 2e-5);
        free_memory();
    }
}

// MARK: Rows

static void compare_stores(const ember_kernels *kernels, float *x, size_t n) {
    static const float special[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 65504, 65520, 1e-7f, -3e-8f, 6.1e-5f, 1e38f, 1e-40f};
    for (size_t i = 0; i < n; i += 3) x[i] = special[random_bits() % (sizeof special / sizeof *special)];
    int8_t *row = memory(n, 1), *expected_row = memory(n, 1);
    for (size_t i = 0; i < n; i++) row[i] = expected_row[i] = 0;
    float scale = kernels->store_int8(row, x, n);
    float expected_scale = ember_kernels_scalar()->store_int8(expected_row, x, n);
    expect_same("scale of a row", &scale, &expected_scale, sizeof scale);
    expect_same("row of int8", row, expected_row, n);
    for (ember_float_type type = EMBER_F32; type <= EMBER_BF16; type++) {
        void *actual = memory(n * ember_float_size(type), 1), *expected = memory(n * ember_float_size(type), 1);
        kernels->store(actual, type, x, n), ember_kernels_scalar()->store(expected, type, x, n);
        expect_same("stored numbers", actual, expected, n * ember_float_size(type));
    }
}

static void compare_rotations(const ember_kernels *kernels, size_t head_dim) {
    size_t heads = random_size(1, 4), n = heads * head_dim;
    float *actual = random_floats(n), *expected = copy_of(actual, n);
    float *cosine = random_floats(head_dim / 2), *sine = random_floats(head_dim / 2);
    kernels->rotate(actual, cosine, sine, heads, head_dim);
    ember_kernels_scalar()->rotate(expected, cosine, sine, heads, head_dim);
    expect_close("rotation", actual, expected, n, 1e-6);
}

static void compare_rows(const ember_kernels *kernels, size_t n) {
    const ember_kernels *scalar = ember_kernels_scalar();
    float *x = random_floats(n), *y = random_floats(n), *actual = floats(n), *expected = floats(n);
    for (size_t i = 0; i < n; i++) x[i] *= random_bits() % 8 ? 30 : 200;
    kernels->rms_norm(actual, x, y, n, 1e-5f);
    scalar->rms_norm(expected, x, y, n, 1e-5f);
    expect_close("norm", actual, expected, n, 1e-6);
    memcpy(actual, x, n * sizeof *x);
    kernels->rms_norm(actual, actual, y, n, 1e-5f);
    expect_close("norm in place", actual, expected, n, 1e-6);
    kernels->layer_norm(actual, x, y, x, n, 1e-5f);
    scalar->layer_norm(expected, x, y, x, n, 1e-5f);
    expect_close("layer norm", actual, expected, n, 1e-6);
    memcpy(actual, x, n * sizeof *x), memcpy(expected, x, n * sizeof *x);
    kernels->gelu(actual, n), scalar->gelu(expected, n);
    expect_close("gelu", actual, expected, n, 1e-6);

    memcpy(actual, x, n * sizeof *x), memcpy(expected, x, n * sizeof *x);
    kernels->add(actual, y, n), scalar->add(expected, y, n);
    expect_same("sum", actual, expected, n * sizeof *x);
    kernels->silu_multiply(actual, y, n), scalar->silu_multiply(expected, y, n);
    expect_close("gate", actual, expected, n, 1e-6);

    // Neither the largest nor a sum is spoilt by what is not a number.
    if (n > 1 && n % 3 == 0) x[random_size(0, n - 1)] = NAN;
    float largest = kernels->maximum(x, n), expected_largest = scalar->maximum(x, n);
    expect_same("maximum", &largest, &expected_largest, sizeof largest);
    memcpy(actual, x, n * sizeof *x), memcpy(expected, x, n * sizeof *x);
    float sum = (float)kernels->exponentials(actual, n, largest, 0.5f);
    float expected_sum = (float)scalar->exponentials(expected, n, largest, 0.5f);
    expect_close("exponentials", actual, expected, n, 1e-5);
    expect_close("sum of exponentials", &sum, &expected_sum, 1, 1e-5);

    compare_stores(kernels, x, n);
    if (n % 2 == 0) compare_rotations(kernels, n);
}

// MARK: Everything

int main(void) {
    static const char *const names[] = {"avx2", "avx512", "neon"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ember_kernels *kernels = ember_kernels_named(names[i]);
        if (!kernels) continue;
        size_t before = comparisons;
        compare_products(kernels);
        compare_attention(kernels);
        for (size_t n = 1; n < 150; n++) compare_rows(kernels, n), free_memory();
        printf("%s: %zu comparisons with scalar\n", names[i], comparisons - before);
    }
    if (failures) printf("%zu of %zu comparisons failed\n", failures, comparisons);
    return failures ? 1 : comparisons ? 0 : 2;
}
