// SPDX-License-Identifier: Apache-2.0
//
// How fast the kernels are on this machine, for each instruction set, next to the read bandwidth of the same moment.
//
//     clang -O2 -std=c17 -ISources/CEmber/include Benchmarks/kernels.c Sources/CEmber/*.c -lm -lpthread -o /tmp/kernels
//     /tmp/kernels [threads] [instruction set]
//
// The shape is that of Llama 3.2 1B: 16 layers of width 2048 with 32 query and 8 key/value heads of 64, hidden width
// 8192. Times are the best of several runs, because a shared machine only ever adds to them.

#define _POSIX_C_SOURCE 200809L

#include "CEmber.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAYERS = 16, WIDTH = 2048, KV_WIDTH = 512, HIDDEN = 8192, TOKENS = 512, MATRICES = 7 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *memory(size_t bytes) {
    void *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!data) exit(1);
    return data;
}

typedef struct model {
    ember_matrix w[LAYERS][MATRICES]; // q, k, v, o, gate, up, down
    void *data;
    size_t bytes;
} model;

/// Weights of one kind; any bytes will do, but scales and numbers that are neither NaN nor subnormal.
static model make_model(ember_matrix_kind kind, uint32_t bits, uint32_t group, ember_float_type type) {
    static const size_t shapes[MATRICES][2] = {
        {WIDTH, WIDTH}, {KV_WIDTH, WIDTH}, {KV_WIDTH, WIDTH}, {WIDTH, WIDTH},
        {HIDDEN, WIDTH}, {HIDDEN, WIDTH}, {WIDTH, HIDDEN},
    };
    model m = {.bytes = 0};
    for (int pass = 0; pass < 2; pass++) {
        size_t at = 0;
        for (size_t l = 0; l < LAYERS; l++) {
            for (size_t i = 0; i < MATRICES; i++) {
                size_t rows = shapes[i][0], cols = shapes[i][1];
                m.w[l][i] = (ember_matrix){.kind = kind, .type = type, .bits = bits, .group = group, .rows = rows,
                                           .cols = cols, .data = pass ? (char *)m.data + at : NULL};
                at += kind == EMBER_PACKED ? rows / EMBER_BLOCK_ROWS * (cols / group) *
                                                 ember_packed_block_bytes(bits, group, type)
                                           : rows * cols * ember_float_size(type);
            }
        }
        if (pass == 0) {
            m.bytes = at;
            m.data = memory(at);
            memset(m.data, 0x2A, at);
        }
    }
    return m;
}

typedef struct bench {
    ember_pool *pool;
    const ember_kernels *kernels;
    ember_activations narrow, wide;
    float *y[4];
} bench;

static ember_activations make_input(size_t cols) {
    float *x = memory(TOKENS * cols * sizeof *x);
    for (size_t i = 0; i < TOKENS * cols; i++) x[i] = (float)(i * 2654435761u % 1000) / 500 - 1;
    return (ember_activations){.x = x, .cols = cols, .q = memory(ember_activation_bytes(TOKENS, cols)), .group = 64,
                               .scale = memory((TOKENS + 16) * cols / 8), .sum = memory((TOKENS + 16) * cols / 8)};
}

static void product(bench *b, const model *m, size_t layer, ember_activations *x, size_t first, size_t parts) {
    ember_linear job = {.kernels = b->kernels, .x = x, .parts = parts};
    for (size_t i = 0; i < parts; i++) {
        job.w[i] = &m->w[layer][first + i];
        job.y[i] = b->y[i];
        job.ldy[i] = m->w[layer][first + i].rows;
    }
    if (x->q) ember_run_quantise(b->pool, b->kernels, x);
    ember_run_linear(b->pool, &job);
}

/// Seconds that the matrix work of all layers takes.
static double time_matrices(bench *b, const model *m, size_t tokens, bool quantised, size_t layers, int runs) {
    ember_activations narrow = b->narrow, wide = b->wide;
    narrow.tokens = wide.tokens = tokens;
    narrow.group = wide.group = m->w[0][0].group;
    if (!quantised) narrow.q = wide.q = NULL;
    double best = 1e9;
    for (int run = 0; run < runs; run++) {
        double begin = seconds();
        for (size_t l = 0; l < layers; l++) {
            product(b, m, l, &narrow, 0, 3);
            product(b, m, l, &narrow, 3, 1);
            product(b, m, l, &narrow, 4, 2);
            product(b, m, l, &wide, 6, 1);
        }
        double time = (seconds() - begin) * LAYERS / (double)layers;
        best = time < best ? time : best;
    }
    return best;
}

static void bench_model(bench *b, const char *name, const model *m, bool quantised, int runs) {
    double limit = ember_read_bandwidth(b->pool, m->data, m->bytes, 3);
    double time = time_matrices(b, m, 1, quantised, LAYERS, runs);
    double after = ember_read_bandwidth(b->pool, m->data, m->bytes, 3);
    limit = after > limit ? after : limit;
    double speed = (double)m->bytes / time;
    printf("%-7s %-18s decode %6.1f tok/s %5.1f GB/s = %3.0f %% of %5.1f;", b->kernels->name, name, 1 / time,
           speed * 1e-9, 100 * speed / limit, limit * 1e-9);
    for (size_t tokens = 2; tokens <= 8; tokens *= 2) {
        double several = time_matrices(b, m, tokens, quantised, LAYERS, runs);
        printf(" x%zu %5.1f", tokens, (double)tokens / several);
    }
    double prompt = time_matrices(b, m, TOKENS, quantised, 2, runs > 1 ? 3 : 1);
    printf("; prefill %zu %6.1f tok/s\n", (size_t)TOKENS, TOKENS / prompt);
    fflush(stdout);
}

/// The same products from a matrix that stays in the second-level cache: what the arithmetic alone allows.
static void bench_cached(bench *b, const char *name, uint32_t bits, uint32_t group, ember_float_type type) {
    ember_activations x = b->narrow;
    x.group = group;
    ember_matrix w = {.kind = EMBER_PACKED, .type = type, .bits = bits, .group = group, .rows = 256, .cols = WIDTH};
    size_t bytes = w.rows / EMBER_BLOCK_ROWS * (WIDTH / group) * ember_packed_block_bytes(bits, group, type);
    void *data = memory(bytes);
    memset(data, 0x2A, bytes);
    w.data = data;
    printf("%-7s %-18s one thread, cached:", b->kernels->name, name);
    for (size_t tokens = 1; tokens <= 64; tokens *= 2) {
        x.tokens = tokens;
        b->kernels->quantise(&x, 0, tokens);
        double best = 1e9;
        for (double until = seconds() + 0.2; seconds() < until;) {
            double begin = seconds();
            b->kernels->matmul(b->y[0], w.rows, &w, &x, 0, w.rows / EMBER_BLOCK_ROWS);
            double time = seconds() - begin;
            best = time < best ? time : best;
        }
        if (tokens == 1) printf(" %.1f GB/s;", (double)bytes / best * 1e-9);
        printf(" x%zu %.0f", tokens, (double)(w.rows * w.cols * tokens) / best * 1e-9);
    }
    printf(" GMAC/s\n");
    fflush(stdout);
    free(data);
}

static void bench_attention(bench *b, ember_float_type type, size_t tokens, size_t position) {
    enum { HEADS = 32, KV_HEADS = 8, HEAD_DIM = 64 };
    size_t capacity = position + tokens, number = ember_float_size(type);
    size_t bytes = KV_HEADS * capacity * HEAD_DIM * number;
    // As many caches as a model has, so that they do not stay in a processor's cache.
    char *cache = memory(2 * LAYERS * bytes);
    float *x = memory(tokens * HEADS * HEAD_DIM * sizeof *x);
    for (size_t i = 0; i < tokens * HEADS * HEAD_DIM; i++) x[i] = (float)(i * 2654435761u % 1000) / 500 - 1;
    for (size_t i = 0; i < 2 * LAYERS * KV_HEADS * capacity; i++) {
        b->kernels->store(cache + i * HEAD_DIM * number, type, x, HEAD_DIM);
    }
    float *partials = NULL;
    double best = 1e9;
    for (int run = 0; run < 5; run++) {
        double begin = seconds();
        for (size_t l = 0; l < LAYERS; l++) {
            ember_attention a = {.out = b->y[0], .query = x, .query_stride = HEADS * HEAD_DIM,
                                 .keys = {.data = cache + 2 * l * bytes, .dim = HEAD_DIM, .stride = HEAD_DIM},
                                 .values = {.data = cache + (2 * l + 1) * bytes, .dim = HEAD_DIM, .stride = HEAD_DIM},
                                 .type = type,
                                 .tokens = tokens, .heads = HEADS, .kv_heads = KV_HEADS, .capacity = capacity,
                                 .position = position, .causal = true, .scale = 0.125f};
            if (!partials) partials = memory((ember_attention_partials(&a) + 1) * sizeof(float));
            a.partials = partials;
            ember_run_attention(b->pool, b->kernels, &a);
        }
        double time = seconds() - begin;
        best = time < best ? time : best;
    }
    double keys = (double)tokens * ((double)position + ((double)tokens + 1) / 2);
    printf("%-7s attention %s, %zu tokens at %zu, 16 layers: %6.2f ms, %.1f GB/s of cache, %.1f GMAC/s\n",
           b->kernels->name, type == EMBER_F16 ? "f16" : "f32", tokens, position, 1e3 * best,
           2e-9 * LAYERS * (double)bytes / best, 2e-9 * LAYERS * HEADS * HEAD_DIM * keys / best);
    fflush(stdout);
    free(cache);
    free(x);
    free(partials);
}

static void bench_rows(bench *b) {
    float *x = b->y[0], *y = b->y[1];
    for (size_t i = 0; i < HIDDEN; i++) x[i] = y[i] = (float)i / HIDDEN;
    double begin = seconds();
    for (int i = 0; i < 1000; i++) b->kernels->silu_multiply(x, y, HIDDEN);
    double silu = seconds() - begin;
    begin = seconds();
    for (int i = 0; i < 1000; i++) b->kernels->rms_norm(x, y, y, WIDTH, 1e-5f);
    double norm = seconds() - begin;
    ember_activations wide = b->wide;
    wide.tokens = 1;
    begin = seconds();
    for (int i = 0; i < 1000; i++) b->kernels->quantise(&wide, 0, 1);
    double quantise = seconds() - begin;
    begin = seconds();
    for (int i = 0; i < 1000; i++) ember_run_add(b->pool, b->kernels, x, y, 1 << 15);
    double job = seconds() - begin;
    printf("%-7s microseconds: silu 8192 %.1f, norm 2048 %.1f, quantise 8192 %.1f, add 32768 on all threads %.1f\n",
           b->kernels->name, silu * 1e3, norm * 1e3, quantise * 1e3, job * 1e3);
}

int main(int count, char **arguments) {
    size_t threads = count > 1 ? strtoul(arguments[1], NULL, 10) : 2;
    const char *names[] = {"avx512", "avx2", "neon", "scalar"};
    bench b = {.pool = ember_pool_create(threads), .narrow = make_input(WIDTH), .wide = make_input(HIDDEN)};
    for (int i = 0; i < 4; i++) b.y[i] = memory(TOKENS * HIDDEN * sizeof(float));
    model four = make_model(EMBER_PACKED, 4, 64, EMBER_F16), eight = make_model(EMBER_PACKED, 8, 64, EMBER_BF16);
    model dense = make_model(EMBER_DENSE, 0, 64, EMBER_BF16);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        b.kernels = ember_kernels_named(names[i]);
        if (!b.kernels || (count > 2 && strcmp(arguments[2], names[i]) != 0)) continue;
        int runs = strcmp(names[i], "scalar") == 0 ? 1 : 8;
        if (runs == 1 && count <= 2) continue; // minutes: only when asked for
        bench_cached(&b, "4-bit g64 f16", 4, 64, EMBER_F16);
        bench_cached(&b, "4-bit g32 bf16", 4, 32, EMBER_BF16);
        bench_cached(&b, "8-bit g64 bf16", 8, 64, EMBER_BF16);
        bench_model(&b, "4-bit g64 f16", &four, true, runs);
        bench_model(&b, "8-bit g64 bf16", &eight, true, runs);
        bench_model(&b, "4-bit g64 in f32", &four, false, runs);
        bench_model(&b, "dense bf16", &dense, false, runs);
        bench_attention(&b, EMBER_F16, 1, 8);
        bench_attention(&b, EMBER_F16, 1, 2048);
        bench_attention(&b, EMBER_F32, 1, 2048);
        bench_attention(&b, EMBER_F16, 512, 0);
        bench_rows(&b);
    }
    ember_pool_destroy(b.pool);
}
