// SPDX-License-Identifier: Apache-2.0
//
// The steps of a pass as jobs: each cuts its work into pieces and runs the kernels on them.

#include "internal.h"
#include "share.h"

#include <math.h>

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

// How an attention is cut depends on its sizes alone: so its results do not depend on the number of threads.
enum {
    QUERY_ROWS = 64,    // queries of a piece, over the heads that share keys: what the vector kernels take together
    FEW_TOKENS = 16,    // up to which the keys are cut, and the heads into runs of HEAD_RUN
    HEAD_RUN = 16,      // so that one key/value head keeps several threads busy
    SPAN = 512,         // keys of a piece, at least; a multiple of the kernels' blocks
    SPAN_STEP = 64,
    MOST_SPANS = 16,
};

typedef struct attention_job {
    const ember_kernels *kernels;
    const ember_attention *attention;
    size_t run, runs;                   // tokens in a run, and runs
    size_t head_run, head_runs;         // of the heads that share a key/value head
    size_t first_key, span, spans;      // keys in a span, and spans
    share pieces, rows;
} attention_job;

static attention_job cut_attention(const ember_attention *a) {
    size_t shared = a->heads / a->kv_heads;
    attention_job job = {.attention = a, .head_run = shared, .span = SIZE_MAX, .spans = 1};
    job.run = shared < QUERY_ROWS ? QUERY_ROWS / shared : 1;
    if (a->tokens <= FEW_TOKENS) {
        size_t first = ember_keys_begin(a, 0) / SPAN_STEP * SPAN_STEP, seen = a->position + a->tokens - first;
        job.spans = ember_min((seen + SPAN - 1) / SPAN, MOST_SPANS);
        job.span = ((seen + job.spans - 1) / job.spans + SPAN_STEP - 1) / SPAN_STEP * SPAN_STEP;
        job.first_key = first;
        job.head_run = ember_min(shared, HEAD_RUN);
    }
    job.runs = (a->tokens + job.run - 1) / job.run;
    job.head_runs = (shared + job.head_run - 1) / job.head_run;
    return job;
}

size_t ember_attention_partials(const ember_attention *a) {
    size_t spans = cut_attention(a).spans;
    return spans > 1 ? spans * a->tokens * a->heads * (a->values.dim + 2) : 0;
}

static void attention_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    attention_job *job = argument;
    const ember_attention *a = job->attention;
    size_t begin, end, shared = a->heads / a->kv_heads;
    while (take(&job->pieces, threads, &begin, &end)) {
        for (size_t index = begin; index < end; index++) {
            // A thread goes along the keys of a head. The last queries see the most keys: they go first, so that the
            // short pieces end the job.
            size_t span = index % job->spans, rest = index / job->spans;
            size_t head_run = rest % job->head_runs, kv_head = rest / job->head_runs % a->kv_heads;
            size_t run = job->runs - 1 - rest / job->head_runs / a->kv_heads;
            ember_attention_piece piece = {
                .kv_head = kv_head, .head_begin = head_run * job->head_run,
                .head_end = ember_min((head_run + 1) * job->head_run, shared), .token_begin = run * job->run,
                .token_end = ember_min((run + 1) * job->run, a->tokens), .key_end = SIZE_MAX,
            };
            if (job->spans > 1) {
                piece.key_begin = job->first_key + span * job->span;
                piece.key_end = piece.key_begin + job->span;
                piece.partial = a->partials + span * a->tokens * a->heads * (a->values.dim + 2);
            }
            job->kernels->attend(a, &piece);
        }
    }
}

/// Joins a query's results over the spans: each is relative to the largest score of its own (Dao et al. 2023,
/// Flash-Decoding).
static void join_spans(const attention_job *job, size_t row) {
    const ember_attention *a = job->attention;
    size_t dim = a->values.dim, from_span_to_span = a->tokens * a->heads * (dim + 2);
    const float *first = a->partials + row * (dim + 2);
    float *out = a->out + row * dim, largest = -INFINITY, total = 0, factors[MOST_SPANS];
    for (size_t s = 0; s < job->spans; s++) largest = fmaxf(largest, first[s * from_span_to_span + dim]);
    for (size_t s = 0; s < job->spans; s++) {
        const float *partial = first + s * from_span_to_span;
        factors[s] = partial[dim + 1] > 0 ? expf(partial[dim] - largest) : 0; // 0: a window that ends before the span
        total += factors[s] * partial[dim + 1];
    }
    for (size_t i = 0; i < dim; i++) out[i] = 0;
    for (size_t s = 0; s < job->spans; s++) {
        const float *partial = first + s * from_span_to_span;
        float factor = factors[s] / total;
        for (size_t i = 0; i < dim; i++) out[i] += factor * partial[i];
    }
}

static void join_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    attention_job *job = argument;
    size_t begin, end;
    while (take(&job->rows, threads, &begin, &end)) {
        for (size_t row = begin; row < end; row++) join_spans(job, row);
    }
}

void ember_run_attention(ember_pool *pool, const ember_kernels *kernels, const ember_attention *a) {
    attention_job job = cut_attention(a);
    size_t rows = a->tokens * a->heads, seen = a->position + a->tokens - ember_keys_begin(a, 0);
    job.kernels = kernels;
    job.pieces = (share){.count = job.runs * a->kv_heads * job.head_runs * job.spans, .smallest = 1};
    job.rows = (share){.count = rows, .smallest = 1};
    if (seen * rows * a->keys.dim >= WORTH_SHARING) {
        ember_pool_run(pool, attention_part, &job);
    } else {
        attention_part(&job, 0, 1);
    }
    if (job.spans == 1) return;
    if (job.spans * rows * a->values.dim >= WORTH_SHARING) {
        ember_pool_run(pool, join_part, &job);
    } else {
        join_part(&job, 0, 1);
    }
}

typedef struct text_attention_job {
    const ember_kernels *kernels;
    const ember_text_attention *attention;
    share pieces; // one for each text and head
} text_attention_job;

static void text_attention_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    text_attention_job *job = argument;
    const ember_text_attention *a = job->attention;
    size_t begin, end, width = a->heads * a->head_dim, bytes = a->head_dim * sizeof(float);
    while (take(&job->pieces, threads, &begin, &end)) {
        for (size_t piece = begin; piece < end; piece++) {
            size_t text = piece / a->heads, head = piece % a->heads, start = a->starts[text];
            size_t count = a->starts[text + 1] - start, room = (head * a->tokens + start) * a->head_dim;
            // The keys of a head, together, as in a cache.
            for (size_t t = 0; t < count; t++) {
                size_t from = (start + t) * width + head * a->head_dim, to = room + t * a->head_dim;
                memcpy(a->keys + to, a->key + from, bytes);
                memcpy(a->values + to, a->value + from, bytes);
            }
            ember_attention own = {
                .out = a->out + start * width, .query = a->query + start * width, .query_stride = width,
                .keys = {.data = a->keys + start * a->head_dim, .dim = a->head_dim, .stride = a->head_dim},
                .values = {.data = a->values + start * a->head_dim, .dim = a->head_dim, .stride = a->head_dim},
                .type = EMBER_F32,
                .tokens = count, .heads = a->heads, .kv_heads = a->heads, .capacity = a->tokens, .scale = a->scale,
            };
            const ember_attention_piece all = {.kv_head = head, .head_end = 1, .token_end = count, .key_end = count};
            job->kernels->attend(&own, &all);
        }
    }
}

void ember_run_text_attention(ember_pool *pool, const ember_kernels *kernels, const ember_text_attention *a) {
    text_attention_job job = {.kernels = kernels, .attention = a};
    job.pieces = (share){.count = a->texts * a->heads, .smallest = 1};
    if (a->tokens * a->heads * a->head_dim >= WORTH_SHARING) {
        ember_pool_run(pool, text_attention_part, &job);
    } else {
        text_attention_part(&job, 0, 1);
    }
}

// MARK: Row-wise work

typedef struct norm_job {
    const ember_kernels *kernels;
    float *y;
    const float *x, *weight, *bias; // a layer norm has a bias
    size_t width;
    float epsilon;
    share tokens;
} norm_job;

static void norm_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    norm_job *job = argument;
    const ember_kernels *kernels = job->kernels;
    size_t begin, end;
    while (take(&job->tokens, threads, &begin, &end)) {
        for (size_t t = begin; t < end; t++) {
            float *y = job->y + t * job->width;
            const float *x = job->x + t * job->width;
            if (job->bias) {
                kernels->layer_norm(y, x, job->weight, job->bias, job->width, job->epsilon);
            } else {
                kernels->rms_norm(y, x, job->weight, job->width, job->epsilon);
            }
        }
    }
}

static void run_norm(ember_pool *pool, norm_job *job, size_t tokens) {
    job->tokens = (share){.count = tokens, .smallest = 1};
    if (tokens > 1 && tokens * job->width >= WORTH_SHARING) {
        ember_pool_run(pool, norm_part, job);
    } else {
        norm_part(job, 0, 1);
    }
}

void ember_run_rms_norm(ember_pool *pool, const ember_kernels *kernels, float *y, const float *x, const float *weight,
                        size_t tokens, size_t width, float epsilon) {
    norm_job job = {.kernels = kernels, .y = y, .x = x, .weight = weight, .width = width, .epsilon = epsilon};
    run_norm(pool, &job, tokens);
}

void ember_run_layer_norm(ember_pool *pool, const ember_kernels *kernels, float *y, const float *x, const float *weight,
                          const float *bias, size_t tokens, size_t width, float epsilon) {
    norm_job job = {
        .kernels = kernels, .y = y, .x = x, .weight = weight, .bias = bias, .width = width, .epsilon = epsilon,
    };
    run_norm(pool, &job, tokens);
}

typedef struct elements_job {
    const ember_kernels *kernels;
    void (*function)(const ember_kernels *kernels, float *x, const float *y, size_t n);
    float *x;
    const float *y; // NULL for functions of one table
    share elements;
} elements_job;

static void elements_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    elements_job *job = argument;
    size_t begin, end;
    while (take(&job->elements, threads, &begin, &end)) {
        job->function(job->kernels, job->x + begin, job->y ? job->y + begin : NULL, end - begin);
    }
}

static void run_elements(ember_pool *pool, elements_job job, size_t n) {
    if (n < WORTH_SHARING) {
        job.function(job.kernels, job.x, job.y, n);
        return;
    }
    job.elements = (share){.count = n, .smallest = 1 << 12};
    ember_pool_run(pool, elements_part, &job);
}

static void silu_multiply(const ember_kernels *kernels, float *x, const float *y, size_t n) {
    kernels->silu_multiply(x, y, n);
}

static void add(const ember_kernels *kernels, float *x, const float *y, size_t n) { kernels->add(x, y, n); }

static void gelu(const ember_kernels *kernels, float *x, const float *y, size_t n) {
    (void)y;
    kernels->gelu(x, n);
}

void ember_run_silu_multiply(ember_pool *pool, const ember_kernels *kernels, float *gate, const float *up, size_t n) {
    run_elements(pool, (elements_job){.kernels = kernels, .function = silu_multiply, .x = gate, .y = up}, n);
}

typedef struct gelu_job {
    const ember_kernels *kernels;
    float *gate, *up;
    share elements;
} gelu_job;

/// With c = 2 sqrt(2 / pi) (1 + 0.044715 x^2), gelu(x) is x * sigmoid(c x) and so silu(c x) / c.
static void gelu_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    gelu_job *job = argument;
    size_t begin, end;
    while (take(&job->elements, threads, &begin, &end)) {
        for (size_t i = begin; i < end; i++) {
            float c = 1.5957691216f * (1 + 0.044715f * job->gate[i] * job->gate[i]);
            job->gate[i] *= c;
            job->up[i] /= c;
        }
        job->kernels->silu_multiply(job->gate + begin, job->up + begin, end - begin);
    }
}

void ember_run_gelu_multiply(ember_pool *pool, const ember_kernels *kernels, float *gate, float *up, size_t n) {
    gelu_job job = {.kernels = kernels, .gate = gate, .up = up, .elements = {.count = n, .smallest = 1 << 12}};
    if (n < WORTH_SHARING) {
        gelu_part(&job, 0, 1);
    } else {
        ember_pool_run(pool, gelu_part, &job);
    }
}

void ember_run_add(ember_pool *pool, const ember_kernels *kernels, float *x, const float *y, size_t n) {
    run_elements(pool, (elements_job){.kernels = kernels, .function = add, .x = x, .y = y}, n);
}

void ember_run_gelu(ember_pool *pool, const ember_kernels *kernels, float *x, size_t n) {
    run_elements(pool, (elements_job){.kernels = kernels, .function = gelu, .x = x}, n);
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

// MARK: Quantising weights

typedef struct affine_job {
    void *words, *scales, *biases;
    ember_float_type type;
    uint32_t bits, group;
    const float *src;
    share groups;
    _Atomic bool finite;
} affine_job;

static void affine_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    affine_job *job = argument;
    size_t begin, end;
    while (take(&job->groups, threads, &begin, &end)) {
        if (!ember_quantise_affine(job->words, job->scales, job->biases, job->type, job->bits, job->group, job->src,
                                   begin, end)) {
            job->finite = false;
        }
    }
}

bool ember_run_quantise_affine(ember_pool *pool, void *words, void *scales, void *biases, ember_float_type type,
                               uint32_t bits, uint32_t group, const float *src, size_t groups) {
    affine_job job = {
        .words = words, .scales = scales, .biases = biases, .type = type, .bits = bits, .group = group, .src = src,
        .groups = {.count = groups, .smallest = 64}, .finite = true,
    };
    ember_pool_run(pool, affine_part, &job);
    return job.finite;
}
