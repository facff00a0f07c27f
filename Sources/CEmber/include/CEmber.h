// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of Ember: plain C17, no dependency beyond libc and threads, no I/O. Nothing here checks sizes:
// Swift validates a model once, when it is loaded, and one Swift file (Sources/Ember/Tensor/Compute.swift) holds
// every pointer. No BLAS is used: weights have 2 to 8 bits in blocks of their own, which a BLAS would want as floats,
// four or more times as many bytes to read for each token.
//
// Names of sizes, everywhere in this order: tokens, heads, kv_heads, head_dim, width (cols), rows.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Numbers

typedef enum ember_float_type {
    EMBER_F32 = 0,
    EMBER_F16 = 1,
    EMBER_BF16 = 2,
    EMBER_I8 = 3, // int8 that a scale kept elsewhere multiplies; only in caches
} ember_float_type;

/// Bytes of one number: 4, 2, 2, 1.
size_t ember_float_size(ember_float_type type);

/// dst[i] = src[i] as f32, exactly. src: n numbers of `type`, not EMBER_I8, of any alignment.
void ember_to_f32(float *dst, const void *src, ember_float_type type, size_t n);

/// Reorders x (n, even, at most 1024) so that its pairs (2i, 2i + 1) come to lie at (i, i + n / 2).
void ember_part_pairs(float *x, size_t n);

/// y[i] += x[i] * factor. Plain C on all machines: a few microseconds between products of milliseconds.
void ember_add_scaled(float *y, const float *x, float factor, size_t n);

/// dst[i] = src[i * stride] as f32, exactly. src: n numbers of `type`, `stride` apart, of any alignment.
void ember_gather_f32(float *dst, const void *src, ember_float_type type, size_t stride, size_t n);

/// dst[i] = src[i] as `type`, rounded to nearest even; dst of any alignment. False when a result is infinite or NaN.
bool ember_from_f32(void *dst, const float *src, ember_float_type type, size_t n);

/// Groups [group_begin, group_end) of an array of f32 as MLX's affine words, scales and biases: what mlx.core.quantize
/// gives for the same numbers in `type`, to which they are rounded first. Source: mlx, mlx/backend/cpu/quantized.cpp.
///
/// src: (groups, group); words: (groups, group * bits / 8) bytes, a little-endian bit stream, low bits
/// first; scales, biases: (groups) of `type`; bits: 2, 3, 4, 6 or 8; group: 32, 64 or 128. False when a
/// number or a scale is infinite or NaN.
bool ember_quantise_affine(void *words, void *scales, void *biases, ember_float_type type, uint32_t bits,
                           uint32_t group, const float *src, size_t group_begin, size_t group_end);

// MARK: Matrices

/// How the weights of a matrix lie in memory.
typedef enum ember_matrix_kind {
    EMBER_DENSE = 0,  // row-major numbers of `type`
    EMBER_PACKED = 1, // affine-quantised blocks: see ember_packed_block_bytes
    EMBER_NESTED = 2, // packed, with scales and biases that are themselves scaled: see EMBER_NESTED_INPUTS
} ember_matrix_kind;

/// One weight matrix, (rows, cols): y = W x + bias. Does not own its memory.
typedef struct ember_matrix {
    ember_matrix_kind kind;
    ember_float_type type; // dense: of the weights; packed: of scales and biases; nested: EMBER_F16
    uint32_t bits;         // packed: 4, 5, 6 or 8; 5 only with groups of 32, 64 or 128
    uint32_t group;        // packed: 16, 32, 64 or 128 inputs share one scale and bias; divides cols
    size_t rows, cols;
    const void *data;  // dense: any alignment; packed: 64-byte aligned
    const float *bias; // (rows), or NULL
} ember_matrix;

/// Rows of one packed block.
enum { EMBER_BLOCK_ROWS = 16 };

/// Bytes of one packed block: 16 rows by `group` inputs, w = scale * q + bias.
///
/// A block is 16 scales, 16 biases (each of `type`), then vectors of 64 bytes. In vector j, the 32-bit lane r
/// belongs to row r.
/// 4 bits: low nibbles are inputs 8j ... 8j + 3, high nibbles 8j + 4 ... 8j + 7.
/// 8 bits: bytes are inputs 4j ... 4j + 3.
/// 5 and 6 bits: first the lower four bits as above, then the upper ones. Of 6 bits, vector j has inputs
/// 16j ... 16j + 15: bits 2n and 2n + 1 of a byte belong to one of inputs 16j + 4n ... 16j + 4n + 3. Of 5 bits,
/// vector j has inputs 32j ... 32j + 31: bit n belongs to one of inputs 32j + 4n ... 32j + 4n + 3.
/// Blocks run along the inputs first; rows past the last are zero in scale and bias.
size_t ember_packed_block_bytes(uint32_t bits, uint32_t group, ember_float_type type);

/// A nested matrix has blocks of 16 rows by this many inputs, a multiple of which cols is: 16 scales of
/// scales and 16 scales of biases (f16), then for each group 16 scales and 16 biases (int8), then the
/// vectors of weights of each group.
enum { EMBER_NESTED_INPUTS = 256 };

/// Bytes of a whole packed matrix, rows rounded up to whole blocks.
size_t ember_packed_bytes(const ember_matrix *matrix);

/// Packs row blocks [block_begin, block_end) of an MLX affine-quantised matrix into `dst` (the whole packed matrix).
///
/// weights: (rows, cols * source_bits / 32) words, each row a little-endian bit stream, low bits first; source_bits is
/// 2, 3, 4, 6 or 8: up to 4 become 4-bit blocks, the others 8-bit blocks, with the same values. scales, biases: (rows,
/// cols / group) of `type`. All sources may have any alignment.
void ember_pack_affine(void *dst, const void *weights, const void *scales, const void *biases, ember_float_type type,
                       uint32_t source_bits, uint32_t group, size_t rows, size_t cols, size_t block_begin,
                       size_t block_end);

/// How a quantised GGUF tensor lies in the file, and how it is packed; see ember_pack_blocks.
typedef struct ember_block_layout {
    uint32_t inputs, bytes;  // of one block of the file
    ember_matrix_kind kind;  // of the packed matrix, as all that follows
    uint32_t group, bits;
    ember_float_type scales;
} ember_block_layout;

/// Describes the block format that GGUF files number `type`, unless `layout` is NULL; false where it
/// is not one that can be read.
bool ember_block_layout_of(uint32_t type, ember_block_layout *layout);

/// dst[i] = weight i of n as f32, bit for bit what ggml computes. n is a whole number of blocks; src has any alignment.
void ember_blocks_to_f32(float *dst, const void *src, uint32_t type, size_t n);

/// Packs row blocks [block_begin, block_end) of a quantised GGUF tensor, (rows, cols), into `dst` (the whole packed
/// matrix), with the same values.
///
/// head_dim is 0, or the rows of one head whose halves lie interleaved in the file, as ggml turns
/// neighbours where other implementations turn row i and row i + head_dim / 2: they are packed in the
/// latter order. It divides rows and is even.
void ember_pack_blocks(void *dst, const void *src, uint32_t type, size_t head_dim, size_t rows, size_t cols,
                       size_t block_begin, size_t block_end);

/// dst[0 ..< cols] = row `row` of the matrix as f32 (without its bias): an embedding.
void ember_matrix_row(float *dst, const ember_matrix *matrix, size_t row);

// MARK: Kernels

/// Activations for matrix products: `tokens` rows of `cols` f32, and, once quantised, the same as int8.
///
/// Quantised: per token and group, q = round(x / scale), scale = max|x| / 127, sum = scale * (sum of q in the group).
/// The sum is that of the rounded values on purpose: a weight is scale * q + bias with a mean near zero, and so the
/// rounding error is multiplied by the weight, not by q alone.
/// The order inside q, scale and sum is the kernels' own (`quantise` writes it; all instruction sets agree on it).
typedef struct ember_activations {
    const float *x; // (tokens, cols)
    size_t tokens, cols;
    int8_t *q;      // ember_activation_bytes(tokens, cols) bytes, 64-byte aligned; NULL: reference precision, use x
    float *scale;   // room for (tokens rounded up to 16, cols / group)
    float *sum;     // as scale
    uint32_t group; // 16, 32, 64 or 128
} ember_activations;

/// Makes x[i] minus infinity wherever bit i % 64 of bits[i / 64] is not set. x: (n); bits: (n / 64, rounded up).
void ember_keep_allowed(float *x, const uint64_t *bits, size_t n);

/// Bytes that `q` needs, with room for the kernels' token tiles.
size_t ember_activation_bytes(size_t tokens, size_t cols);

/// The keys or the values of a cache: (kv_heads, capacity) rows of `dim` numbers.
typedef struct ember_cached {
    const void *data;
    size_t dim;    // 1 ... EMBER_MAX_HEAD_DIM
    size_t stride; // numbers from one row to the next, at least dim
    const float *scales; // EMBER_I8: (kv_heads, capacity), what a row is multiplied by; else NULL
} ember_cached;

enum { EMBER_MAX_HEAD_DIM = 1024 }; // what the kernels keep on their stack

/// Attention of `tokens` new queries, at `position` and behind it, over a cache that already has their keys.
///
/// The query at position p sees the keys up to its own, or, when not causal, all position + tokens of them; of those
/// before its own, a window leaves the nearest window - 1. Values may be the first numbers of the keys: then `data` and
/// `stride` are the same (DeepSeek-AI 2024, DeepSeek-V2, section 2.1, with the projections absorbed).
typedef struct ember_attention {
    float *out;         // (tokens, heads, values.dim)
    const float *query; // (tokens, heads, keys.dim); tokens are query_stride apart
    size_t query_stride;
    ember_cached keys, values;
    ember_float_type type;          // of keys and values: EMBER_F32, EMBER_F16 or EMBER_I8
    size_t tokens, heads, kv_heads; // heads is a multiple of kv_heads
    size_t capacity, position;
    size_t window; // 0: none
    bool causal;
    float scale;
    float *partials; // room for ember_attention_partials(a) numbers
} ember_attention;

/// Numbers of room that an attention needs for results over parts of the keys.
size_t ember_attention_partials(const ember_attention *a);

/// A piece of an attention: queries [token_begin, token_end) of the heads [head_begin, head_end) among those that share
/// `kv_head`, and of the keys that they see those in [key_begin, key_end).
typedef struct ember_attention_piece {
    size_t kv_head, head_begin, head_end, token_begin, token_end, key_begin, key_end;
    /// NULL: the result is whole and goes to `out`. Else (tokens, heads, values.dim + 2): the sum of weighted values,
    /// the largest score that the weights are relative to, and the sum of the weights.
    float *partial;
} ember_attention_piece;

/// Attention inside each of several texts that lie one behind the other; a token sees all tokens of its text.
typedef struct ember_text_attention {
    float *out;                       // (tokens, heads, head_dim)
    const float *query, *key, *value; // (tokens, heads, head_dim)
    float *keys, *values;             // room for (heads, tokens, head_dim)
    size_t tokens, heads, head_dim;
    const size_t *starts; // (texts + 1): text i has the tokens starts[i] ..< starts[i + 1]
    size_t texts;
    float scale;
} ember_text_attention;

/// The functions that differ from one instruction set to the next. All agree with the scalar ones up to rounding.
typedef struct ember_kernels {
    const char *name; // "scalar", "avx2", "avx512", "neon"

    /// y (tokens, ldy) [rows of blocks block_begin ..< block_end] = W x + bias; a dense matrix counts 16 rows as a
    /// block too. Packed weights use x->q when it is there, else x->x; dense weights always x->x.
    void (*matmul)(float *y, size_t ldy, const ember_matrix *w, const ember_activations *x, size_t block_begin,
                   size_t block_end);

    /// Fills q, scale and sum for tokens [token_begin, token_end); token_begin is a multiple of 16.
    void (*quantise)(ember_activations *x, size_t token_begin, size_t token_end);

    /// y = x / sqrt(mean(x^2) + epsilon) * weight. Source: Zhang and Sennrich 2019. y may be x.
    void (*rms_norm)(float *y, const float *x, const float *weight, size_t width, float epsilon);

    /// y = (x - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) * weight + bias. Source: Ba, Kiros and Hinton 2016.
    /// y may be x.
    void (*layer_norm)(float *y, const float *x, const float *weight, const float *bias, size_t width, float epsilon);

    /// x += y.
    void (*add)(float *x, const float *y, size_t n);

    /// x = x * P(a standard normal number is below x), with the error function, not its approximation by a tanh.
    /// Source: Hendrycks and Gimpel 2016.
    void (*gelu)(float *x, size_t n);

    /// gate = gate * sigmoid(gate) * up.
    void (*silu_multiply)(float *gate, const float *up, size_t n);

    /// Turns each pair (i, i + head_dim / 2) of each head by the angle whose cosine and sine are
    /// given, (head_dim / 2) each.
    void (*rotate)(float *x, const float *cosine, const float *sine, size_t heads, size_t head_dim);

    /// dst[i] = src[i] as f16 (or f32), rounded to nearest even.
    void (*store)(void *dst, ember_float_type type, const float *src, size_t n);

    /// dst[i] = round(src[i] / scale), where scale = max|src| / 127 is returned.
    float (*store_int8)(int8_t *dst, const float *src, size_t n);

    /// A piece of an attention, flash-style: one pass over the keys with a running maximum (Dao et al. 2022), no score
    /// matrix.
    void (*attend)(const ember_attention *a, const ember_attention_piece *piece);

    /// The largest of n numbers, n > 0; NaN counts as smallest.
    float (*maximum)(const float *x, size_t n);

    /// x[i] = exp((x[i] - maximum) * factor), and 0 where that is not a number; returns the sum of the results.
    double (*exponentials)(float *x, size_t n, float maximum, float factor);
} ember_kernels;

const ember_kernels *ember_kernels_scalar(void); // always there: the reference
const ember_kernels *ember_kernels_avx2(void);   // NULL where the CPU lacks AVX2, FMA or F16C
const ember_kernels *ember_kernels_avx512(void); // NULL where the CPU lacks AVX-512 F, BW, VL, DQ or VNNI
const ember_kernels *ember_kernels_neon(void);   // NULL where the CPU lacks NEON dot product

/// The fastest kernels of this CPU, or those that `name` asks for; NULL when there are none of that name here.
const ember_kernels *ember_kernels_named(const char *name_or_null);

// MARK: Threads

/// Has the system prefer other threads to the calling one, and to those that it starts from now on. Where nobody else
/// wants the cores, nothing is lost.
void ember_let_others_go_first(void);

/// A fixed set of threads that wait, first spinning and then parked, for the next job.
typedef struct ember_pool ember_pool;

/// Does pieces of a job until none is left; `thread` is 0 ..< threads. Called on the caller's thread, 0, and
/// at most once on each other.
typedef void (*ember_job_function)(void *job, size_t thread, size_t threads);

/// `threads` counts the caller's; 1 starts none. NULL when no thread can be started.
ember_pool *ember_pool_create(size_t threads);
void ember_pool_destroy(ember_pool *pool);
size_t ember_pool_threads(const ember_pool *pool);

/// Runs the job and returns when nobody works on it any more. Threads that come when the caller has nothing left to do
/// are done without, so the function has to hand the pieces to whoever asks for one. One caller at a time.
void ember_pool_run(ember_pool *pool, ember_job_function function, void *job);

// MARK: Parallel work

enum { EMBER_MAX_PARTS = 4 };

/// Products of one input with up to four matrices in one go, as for query, key and value.
typedef struct ember_linear {
    const ember_kernels *kernels;
    const ember_activations *x;
    size_t parts;
    const ember_matrix *w[EMBER_MAX_PARTS];
    float *y[EMBER_MAX_PARTS];
    size_t ldy[EMBER_MAX_PARTS];
} ember_linear;

void ember_run_linear(ember_pool *pool, ember_linear *job);

/// One of many products that run as one job: y (x->tokens, ldy) = W x + bias.
typedef struct ember_product {
    const ember_matrix *w;
    const ember_activations *x; // several products may share one
    float *y;
    size_t ldy;
} ember_product;

/// All products, of which each may have an input of its own: the experts of a mixture, the heads of an attention.
void ember_run_products(ember_pool *pool, const ember_kernels *kernels, const ember_product *products, size_t count);
/// Fills q, scale and sum of several inputs.
void ember_run_quantise_inputs(ember_pool *pool, const ember_kernels *kernels, ember_activations *x, size_t count);
void ember_run_quantise(ember_pool *pool, const ember_kernels *kernels, ember_activations *x);
void ember_run_attention(ember_pool *pool, const ember_kernels *kernels, const ember_attention *a);
void ember_run_text_attention(ember_pool *pool, const ember_kernels *kernels, const ember_text_attention *a);

/// Row-wise work over `tokens` rows, split over the threads when it is worth it.
void ember_run_rms_norm(ember_pool *pool, const ember_kernels *kernels, float *y, const float *x, const float *weight,
                        size_t tokens, size_t width, float epsilon);
void ember_run_layer_norm(ember_pool *pool, const ember_kernels *kernels, float *y, const float *x, const float *weight,
                          const float *bias, size_t tokens, size_t width, float epsilon);
void ember_run_gelu(ember_pool *pool, const ember_kernels *kernels, float *x, size_t n);
void ember_run_silu_multiply(ember_pool *pool, const ember_kernels *kernels, float *gate, const float *up, size_t n);
/// gate = gelu(gate) * up, with GELU's approximation by tanh (Hendrycks and Gimpel 2016); up is overwritten.
void ember_run_gelu_multiply(ember_pool *pool, const ember_kernels *kernels, float *gate, float *up, size_t n);
void ember_run_add(ember_pool *pool, const ember_kernels *kernels, float *x, const float *y, size_t n);

/// Packs a whole matrix on all threads; see ember_pack_affine.
void ember_run_pack_affine(ember_pool *pool, void *dst, const void *weights, const void *scales, const void *biases,
                           ember_float_type type, uint32_t source_bits, uint32_t group, size_t rows, size_t cols);

/// Packs a whole quantised GGUF tensor on all threads; see ember_pack_blocks.
void ember_run_pack_blocks(ember_pool *pool, void *dst, const void *src, uint32_t type, size_t head_dim, size_t rows,
                           size_t cols);

/// All groups on all threads; see ember_quantise_affine.
bool ember_run_quantise_affine(ember_pool *pool, void *words, void *scales, void *biases, ember_float_type type,
                               uint32_t bits, uint32_t group, const float *src, size_t groups);

/// Bytes a second at which all threads together read memory: the best of `passes` over `bytes` bytes of `data`.
double ember_read_bandwidth(ember_pool *pool, const void *data, size_t bytes, size_t passes);

#ifdef __cplusplus
}
#endif
