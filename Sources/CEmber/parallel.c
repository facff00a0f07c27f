// SPDX-License-Identifier: Apache-2.0
//
// Work cut into pieces that threads take as they get free, so that a slow thread does not hold up the others.

#include "internal.h"

#include <stdatomic.h>

// MARK: Sharing out

/// Items 0 ..< count, handed out in runs that get shorter towards the end: long ones stream well, short ones end
/// together.
typedef struct share {
    _Atomic size_t next;
    size_t count, smallest;
} share;

/// The next run of items; false when none is left.
static bool take(share *s, size_t threads, size_t *begin, size_t *end) {
    size_t at = atomic_load_explicit(&s->next, memory_order_relaxed), to;
    do {
        if (at >= s->count) return false;
        size_t run = (s->count - at) * 2 / (3 * threads);
        to = ember_min(at + (run > s->smallest ? run : s->smallest), s->count);
    } while (!atomic_compare_exchange_weak_explicit(&s->next, &at, to, memory_order_relaxed, memory_order_relaxed));
    *begin = at;
    *end = to;
    return true;
}

/// Numbers below which a row-wise job is done sooner than a second thread is told of it: some 5 microseconds of work.
enum { WORTH_SHARING = 1 << 14 };

// MARK: Matrix products

typedef struct linear_job {
    const ember_linear *linear;
    share blocks; // of all parts, one after the other
} linear_job;

static void linear_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    linear_job *job = argument;
    const ember_linear *linear = job->linear;
    size_t begin, end;
    while (take(&job->blocks, threads, &begin, &end)) {
        for (size_t p = 0, base = 0; p < linear->parts && base < end; p++) {
            size_t blocks = ember_blocks(linear->w[p]->rows);
            size_t from = begin > base ? begin - base : 0, to = ember_min(end - base, blocks);
            if (from < to) {
                linear->kernels->matmul(linear->y[p], linear->ldy[p], linear->w[p], linear->x, from, to);
            }
            base += blocks;
        }
    }
}

void ember_run_linear(ember_pool *pool, ember_linear *linear) {
    linear_job job = {.linear = linear, .blocks = {.smallest = 4}};
    for (size_t p = 0; p < linear->parts; p++) job.blocks.count += ember_blocks(linear->w[p]->rows);
    ember_pool_run(pool, linear_part, &job);
}

typedef struct quantise_job {
    const ember_kernels *kernels;
    ember_activations *x;
    share tiles;
} quantise_job;

static void quantise_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    quantise_job *job = argument;
    size_t begin, end;
    while (take(&job->tiles, threads, &begin, &end)) {
        job->kernels->quantise(job->x, begin * EMBER_TILE, ember_min(end * EMBER_TILE, job->x->tokens));
    }
}

void ember_run_quantise(ember_pool *pool, const ember_kernels *kernels, ember_activations *x) {
    size_t tiles = (x->tokens + EMBER_TILE - 1) / EMBER_TILE;
    quantise_job job = {.kernels = kernels, .x = x, .tiles = {.count = tiles, .smallest = 1}};
    if (tiles > 1 && x->tokens * x->cols >= WORTH_SHARING) {
        ember_pool_run(pool, quantise_part, &job);
    } else {
        kernels->quantise(x, 0, x->tokens);
    }
}

// MARK: Attention

/// Queries, over the heads that share keys, that a piece of work has: what the vector kernels take through the keys
/// together.
enum { QUERY_ROWS = 64 };

typedef struct attention_job {
    const ember_kernels *kernels;
    const ember_attention *attention;
    size_t run, runs; // tokens in a run, and runs
    size_t slices;    // of the heads that share a key/value head
    share pieces;
} attention_job;

/// The part of a one-token attention that belongs to some of the heads that share `kv_head`, as an attention of its
/// own.
static ember_attention slice_of_heads(const ember_attention *a, size_t kv_head, size_t head_begin, size_t head_end) {
    ember_attention part = *a;
    size_t shared = a->heads / a->kv_heads, first = kv_head * shared + head_begin;
    size_t cache = kv_head * a->capacity * a->head_dim * ember_bytes_of(a->type);
    part.out = a->out + first * a->head_dim;
    part.query = a->query + first * a->head_dim;
    part.keys = (const char *)a->keys + cache;
    part.values = (const char *)a->values + cache;
    part.heads = head_end - head_begin;
    part.kv_heads = 1;
    return part;
}

static void attention_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    attention_job *job = argument;
    const ember_attention *a = job->attention;
    size_t begin, end, shared = a->heads / a->kv_heads;
    while (take(&job->pieces, threads, &begin, &end)) {
        for (size_t piece = begin; piece < end; piece++) {
            if (job->slices > 1) {
                size_t kv_head = piece / job->slices, slice = piece % job->slices;
                size_t from = shared * slice / job->slices, to = shared * (slice + 1) / job->slices;
                ember_attention part = slice_of_heads(a, kv_head, from, to);
                job->kernels->attend(&part, 0, 0, 1);
                continue;
            }
            // The last queries see the most keys: they go first, so that the short pieces end the job.
            size_t kv_head = piece % a->kv_heads, run = job->runs - 1 - piece / a->kv_heads;
            size_t from = run * job->run, to = ember_min(from + job->run, a->tokens);
            job->kernels->attend(a, kv_head, from, to);
        }
    }
}

void ember_run_attention(ember_pool *pool, const ember_kernels *kernels, const ember_attention *a) {
    size_t shared = a->heads / a->kv_heads, threads = ember_pool_threads(pool);
    size_t run = shared < QUERY_ROWS ? QUERY_ROWS / shared : 1;
    size_t each = (a->tokens * a->kv_heads + threads - 1) / threads;
    run = ember_min(run, each > 0 ? each : 1);
    size_t runs = (a->tokens + run - 1) / run;
    attention_job job = {.kernels = kernels, .attention = a, .run = run, .runs = runs, .slices = 1};
    // Too few key/value heads for the threads: let several threads read the same keys for different heads.
    if (a->tokens == 1 && a->kv_heads < threads) {
        job.slices = ember_min(shared, (threads + a->kv_heads - 1) / a->kv_heads);
    }
    job.pieces = (share){.count = runs * a->kv_heads * job.slices, .smallest = 1};
    if ((a->position + a->tokens) * a->tokens * a->heads * a->head_dim >= WORTH_SHARING) {
        ember_pool_run(pool, attention_part, &job);
    } else {
        attention_part(&job, 0, 1);
    }
}

// MARK: Row-wise work

typedef struct norm_job {
    const ember_kernels *kernels;
    float *y;
    const float *x, *weight;
    size_t width;
    float epsilon;
    share tokens;
} norm_job;

static void norm_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    norm_job *job = argument;
    size_t begin, end;
    while (take(&job->tokens, threads, &begin, &end)) {
        for (size_t t = begin; t < end; t++) {
            size_t at = t * job->width;
            job->kernels->rms_norm(job->y + at, job->x + at, job->weight, job->width, job->epsilon);
        }
    }
}

void ember_run_rms_norm(ember_pool *pool, const ember_kernels *kernels, float *y, const float *x, const float *weight,
                        size_t tokens, size_t width, float epsilon) {
    norm_job job = {.kernels = kernels, .y = y, .x = x, .weight = weight, .width = width, .epsilon = epsilon};
    job.tokens = (share){.count = tokens, .smallest = 1};
    if (tokens > 1 && tokens * width >= WORTH_SHARING) {
        ember_pool_run(pool, norm_part, &job);
    } else {
        norm_part(&job, 0, 1);
    }
}

typedef struct elements_job {
    void (*function)(float *x, const float *y, size_t n);
    float *x;
    const float *y;
    share elements;
} elements_job;

static void elements_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    elements_job *job = argument;
    size_t begin, end;
    while (take(&job->elements, threads, &begin, &end)) job->function(job->x + begin, job->y + begin, end - begin);
}

static void run_elements(ember_pool *pool, void (*function)(float *, const float *, size_t), float *x, const float *y,
                         size_t n) {
    if (n < WORTH_SHARING) {
        function(x, y, n);
        return;
    }
    elements_job job = {.function = function, .x = x, .y = y, .elements = {.count = n, .smallest = 1 << 12}};
    ember_pool_run(pool, elements_part, &job);
}

void ember_run_silu_multiply(ember_pool *pool, const ember_kernels *kernels, float *gate, const float *up, size_t n) {
    run_elements(pool, kernels->silu_multiply, gate, up, n);
}

void ember_run_add(ember_pool *pool, const ember_kernels *kernels, float *x, const float *y, size_t n) {
    run_elements(pool, kernels->add, x, y, n);
}

// MARK: Packing

typedef struct pack_job {
    void *dst;
    const void *weights, *scales, *biases;
    ember_float_type type;
    uint32_t source_bits, group;
    size_t rows, cols;
    share blocks;
} pack_job;

static void pack_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    pack_job *job = argument;
    size_t begin, end;
    while (take(&job->blocks, threads, &begin, &end)) {
        ember_pack_affine(job->dst, job->weights, job->scales, job->biases, job->type, job->source_bits, job->group,
                          job->rows, job->cols, begin, end);
    }
}

void ember_run_pack_affine(ember_pool *pool, void *dst, const void *weights, const void *scales, const void *biases,
                           ember_float_type type, uint32_t source_bits, uint32_t group, size_t rows, size_t cols) {
    pack_job job = {
        .dst = dst, .weights = weights, .scales = scales, .biases = biases, .type = type,
        .source_bits = source_bits, .group = group, .rows = rows, .cols = cols,
        .blocks = {.count = ember_blocks(rows), .smallest = 1},
    };
    ember_pool_run(pool, pack_part, &job);
}

typedef struct pack_blocks_job {
    void *dst;
    const void *src;
    uint32_t type;
    size_t head_dim, rows, cols;
    share blocks;
} pack_blocks_job;

static void pack_blocks_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    pack_blocks_job *job = argument;
    size_t begin, end;
    while (take(&job->blocks, threads, &begin, &end)) {
        ember_pack_blocks(job->dst, job->src, job->type, job->head_dim, job->rows, job->cols, begin, end);
    }
}

void ember_run_pack_blocks(ember_pool *pool, void *dst, const void *src, uint32_t type, size_t head_dim, size_t rows,
                           size_t cols) {
    pack_blocks_job job = {
        .dst = dst, .src = src, .type = type, .head_dim = head_dim, .rows = rows, .cols = cols,
        .blocks = {.count = ember_blocks(rows), .smallest = 1},
    };
    ember_pool_run(pool, pack_blocks_part, &job);
}
