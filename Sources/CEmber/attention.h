// SPDX-License-Identifier: Apache-2.0
//
// Attention, written once for all vector lengths: part of lanes.h.
//
// Keys and values are taken in blocks. A block goes by all queries of a piece of work, each of which keeps the
// largest of its scores so far and a sum of values relative to it (Milakov and Gimelshein 2018; Dao et al. 2022).
// Many queries share the cost of turning a block into floats, a lane per key; few read keys where they are, with
// lanes along the numbers.

#pragma once

enum { MOST_ROWS = 64, MOST_KEYS = 64, SCRATCH = 18 * 1024, FEW_ROWS = 8 };

/// Queries that look at the keys together: heads that share a key/value head, of some tokens; later tokens last.
typedef struct queries {
    size_t rows, keys; // keys of a block
    size_t key_dims, value_dims; // rounded up to vectors
    const float *query[MOST_ROWS];
    float *out[MOST_ROWS];
    size_t begin[MOST_ROWS], end[MOST_ROWS]; // the keys that a query sees; neither ever falls from row to row
    float largest[MOST_ROWS], total[MOST_ROWS], shrink[MOST_ROWS];
    _Alignas(64) float scores[MOST_ROWS][MOST_KEYS];
    _Alignas(64) float factors[MOST_KEYS]; // of scores
    _Alignas(64) float turned[SCRATCH];  // (key_dims, keys); few queries: the queries themselves, (rows, key_dims)
    _Alignas(64) float values[SCRATCH]; // (keys, value_dims)
} queries;

/// Rows of a cache from some key on.
typedef struct rows {
    const char *at;
    size_t dim, bytes;   // numbers of a row; from one row to the next
    const float *scales; // of the rows, or NULL
} rows;

/// Asks for memory that will soon be read: a few rows at a time, while there is other work.
EMBER_INLINE void prefetch(const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(from + i, 0, 2);
}

// MARK: Scores of many queries

/// Turns LANES keys by LANES dimensions; fewer of either, with zeros for the others, unless `whole` is constant and
/// true.
EMBER_INLINE void turn(float *to, size_t to_stride, const char *from, size_t from_stride, const ember_float_type type,
                       size_t keys, size_t dims, const bool whole) {
    vf rows[LANES], turned[LANES];
    UNROLL for (size_t i = 0; i < LANES; i++) {
        const char *at = from + i * from_stride;
        rows[i] = whole ? v_load_any(at, type) : i < keys ? v_load_any_n(at, type, dims) : v_set1(0);
    }
    v_transpose(turned, rows);
    UNROLL for (size_t i = 0; i < LANES; i++) v_store(to + i * to_stride, turned[i]);
}

/// Brings `count` keys into scratch as floats, turned; those that fill up the last vector are zero.
EMBER_INLINE void load_keys(queries *s, const ember_float_type type, rows keys, size_t count) {
    size_t number = ember_bytes_of(type), dim = keys.dim;
    for (size_t k = 0; k < count; k += LANES) {
        for (size_t d = 0; d < s->key_dims; d += LANES) {
            float *to = s->turned + d * s->keys + k;
            const char *from = keys.at + k * keys.bytes + d * number;
            if (count - k >= LANES && dim - d >= LANES) {
                turn(to, s->keys, from, keys.bytes, type, LANES, LANES, true);
            } else {
                turn(to, s->keys, from, keys.bytes, type, count - k, dim - d, false);
            }
        }
    }
}

/// Scores of `rows` queries and `vectors` vectors of keys, both constants where this is inlined.
EMBER_INLINE void score(queries *s, size_t row, size_t key, size_t dim, const size_t rows, const size_t vectors) {
    enum { MOST_QUERIES = 4 };
    vf sums[MOST_QUERIES][KEY_VECTORS];
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t v = 0; v < vectors; v++) sums[r][v] = v_set1(0);
    }
    const float *keys = s->turned + key;
    for (size_t d = 0; d < dim; d++, keys += s->keys) {
        vf column[KEY_VECTORS];
        UNROLL for (size_t v = 0; v < vectors; v++) column[v] = v_load(keys + v * LANES);
        UNROLL for (size_t r = 0; r < rows; r++) {
            vf query = v_set1(s->query[row + r][d]);
            UNROLL for (size_t v = 0; v < vectors; v++) sums[r][v] = v_fma(query, column[v], sums[r][v]);
        }
    }
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t v = 0; v < vectors; v++) {
            vf factors = v_load(s->factors + key + v * LANES);
            v_store(&s->scores[row + r][key + v * LANES], v_mul(sums[r][v], factors));
        }
    }
}

EMBER_INLINE void score_turned(queries *s, size_t row, size_t dim, size_t count, const size_t rows) {
    size_t key = 0;
    for (; key + KEY_VECTORS * LANES <= s->keys && key < count; key += KEY_VECTORS * LANES) {
        if (count - key <= LANES) break; // mostly padding
        score(s, row, key, dim, rows, KEY_VECTORS);
    }
    for (; key + 2 * LANES <= s->keys && key + LANES < count; key += 2 * LANES) score(s, row, key, dim, rows, 2);
    for (; key < count; key += LANES) score(s, row, key, dim, rows, 1);
}

// MARK: Scores of few queries

/// Scores of some queries and KEY_SUMS / queries_at_once keys from `key` on, of which there are `count`; the constant
/// is known where this is inlined.
EMBER_INLINE void score_in_place(queries *s, const ember_float_type type, rows keys, size_t row, size_t key,
                                 size_t count, const size_t queries_at_once) {
    const size_t number = ember_bytes_of(type), keys_at_once = KEY_SUMS / queries_at_once;
    const float *query = s->turned + row * s->key_dims;
    const char *from[KEY_SUMS];
    vf sums[KEY_SUMS]; // (keys, queries)
    UNROLL for (size_t i = 0; i < KEY_SUMS; i++) sums[i] = v_set1(0);
    // Keys past the last are the last again.
    UNROLL for (size_t k = 0; k < keys_at_once; k++) from[k] = keys.at + ember_min(key + k, count - 1) * keys.bytes;
    size_t d = 0;
    for (; d + LANES <= keys.dim; d += LANES) {
        UNROLL for (size_t k = 0; k < keys_at_once; k++) {
            vf numbers = v_load_any(from[k] + d * number, type);
            UNROLL for (size_t r = 0; r < queries_at_once; r++) {
                vf *sum = &sums[k * queries_at_once + r];
                *sum = v_fma(v_load(query + r * s->key_dims + d), numbers, *sum);
            }
        }
    }
    if (d < keys.dim) {
        UNROLL for (size_t k = 0; k < keys_at_once; k++) {
            vf numbers = v_load_any_n(from[k] + d * number, type, keys.dim - d);
            UNROLL for (size_t r = 0; r < queries_at_once; r++) {
                vf *sum = &sums[k * queries_at_once + r];
                *sum = v_fma(v_load(query + r * s->key_dims + d), numbers, *sum);
            }
        }
    }
    float scores[KEY_SUMS];
    UNROLL for (size_t i = 0; i < KEY_SUMS; i += LANES) v_store(scores + i, v_sums(sums + i));
    UNROLL for (size_t k = 0; k < keys_at_once; k++) {
        UNROLL for (size_t r = 0; r < queries_at_once; r++) {
            s->scores[row + r][key + k] = scores[k * queries_at_once + r] * s->factors[key + k];
        }
    }
}

EMBER_INLINE void score_rows(queries *s, const ember_float_type type, rows keys, rows values, size_t count, size_t row,
                             const size_t queries_at_once) {
    const size_t keys_at_once = KEY_SUMS / queries_at_once;
    for (size_t key = 0; key < count; key += keys_at_once) {
        // Of the next block, as many keys and values as these.
        if (row == 0) {
            prefetch(keys.at + (s->keys + key) * keys.bytes, keys_at_once * keys.bytes);
            prefetch(values.at + (s->keys + key) * values.bytes, keys_at_once * values.bytes);
        }
        score_in_place(s, type, keys, row, key, count, queries_at_once);
    }
}

// MARK: Weights

/// Turns the scores of a query into weights relative to its largest score so far; keys that it does not see weigh 0.
static void weigh(queries *s, size_t row, size_t key, size_t count, const float *value_scales) {
    float *scores = s->scores[row];
    size_t seen = ember_min(s->end[row] - key, count);
    for (size_t i = key; i < s->begin[row]; i++) scores[i - key] = -INFINITY;
    for (size_t i = seen; i % LANES != 0 || i < count; i++) scores[i] = -INFINITY;
    vf largest = v_load(scores);
    for (size_t i = LANES; i < seen; i += LANES) largest = v_max(v_load(scores + i), largest);
    float most = v_largest(largest);
    s->shrink[row] = 1;
    if (most > s->largest[row]) {
        s->shrink[row] = exp_one(s->largest[row] - most);
        s->largest[row] = most;
    }
    vf base = v_set1(s->largest[row]), total = v_set1(0);
    for (size_t i = 0; i < seen; i += LANES) {
        vf weights = v_exp(v_sub(v_load(scores + i), base));
        v_store(scores + i, weights);
        total = v_add(total, weights);
    }
    for (size_t i = (seen + LANES - 1) / LANES * LANES; i < count; i++) scores[i] = 0;
    s->total[row] = s->total[row] * s->shrink[row] + v_sum(total);
    if (!value_scales) return;
    for (size_t i = 0; i < seen; i += LANES) {
        v_store(scores + i, v_mul(v_load(scores + i), v_load_part(value_scales + i, 0, seen - i)));
    }
}

// MARK: Weighted values

/// Brings `count` values into scratch as floats, with zeros up to the next vector.
EMBER_INLINE rows load_values(queries *s, const ember_float_type type, rows values, size_t count) {
    size_t number = ember_bytes_of(type), dim = values.dim;
    for (size_t k = 0; k < count; k++) {
        size_t d = 0;
        const char *from = values.at + k * values.bytes;
        float *to = s->values + k * s->value_dims;
        for (; d + LANES <= dim; d += LANES) v_store(to + d, v_load_any(from + d * number, type));
        if (d < dim) v_store(to + d, v_load_any_n(from + d * number, type, dim - d));
    }
    return (rows){.at = (const char *)s->values, .dim = dim, .bytes = s->value_dims * sizeof(float)};
}

/// Adds the weighted values to `vectors` vectors of the results of `rows` queries, both constants where this is
/// inlined. values: whole vectors.
EMBER_INLINE void gather(queries *s, size_t row, size_t dim, rows values, const ember_float_type type, size_t count,
                         const size_t rows, const size_t vectors) {
    enum { MOST_QUERIES = 4 };
    vf sums[MOST_QUERIES][VALUE_VECTORS];
    size_t left = values.dim - dim;
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t v = 0; v < vectors; v++) {
            sums[r][v] = v_mul(v_load_part(s->out[row + r] + dim, v, left), v_set1(s->shrink[row + r]));
        }
    }
    const size_t number = ember_bytes_of(type);
    const char *from = values.at + dim * number;
    for (size_t k = 0; k < count; k++, from += values.bytes) {
        vf value[VALUE_VECTORS];
        UNROLL for (size_t v = 0; v < vectors; v++) value[v] = v_load_any(from + v * LANES * number, type);
        UNROLL for (size_t r = 0; r < rows; r++) {
            vf weight = v_set1(s->scores[row + r][k]);
            UNROLL for (size_t v = 0; v < vectors; v++) sums[r][v] = v_fma(weight, value[v], sums[r][v]);
        }
    }
    UNROLL for (size_t r = 0; r < rows; r++) {
        UNROLL for (size_t v = 0; v < vectors; v++) v_store_part(s->out[row + r] + dim, v, left, sums[r][v]);
    }
}

EMBER_INLINE void gather_dims(queries *s, size_t row, rows values, const ember_float_type type, size_t count,
                              const size_t rows) {
    size_t dim = 0;
    for (; dim + VALUE_VECTORS * LANES <= s->value_dims; dim += VALUE_VECTORS * LANES) {
        gather(s, row, dim, values, type, count, rows, VALUE_VECTORS);
    }
    for (; dim < s->value_dims; dim += LANES) gather(s, row, dim, values, type, count, rows, 1);
}

EMBER_INLINE void gather_rows(queries *s, size_t row, size_t row_end, rows values, const ember_float_type type,
                              size_t count) {
    for (; row + 4 <= row_end; row += 4) gather_dims(s, row, values, type, count, 4);
    for (; row < row_end; row++) gather_dims(s, row, values, type, count, 1);
}

// MARK: Blocks of keys

/// All that queries [row, row_end) do with `count` keys and values.
EMBER_INLINE void attend_block(queries *s, const ember_attention *a, const ember_float_type type, size_t row,
                               size_t row_end, size_t key, size_t count, rows keys, rows values) {
    size_t r = row;
    if (keys.scales) {
        for (size_t k = 0; k < count; k++) s->factors[k] = a->scale * keys.scales[k];
    }
    if (s->rows <= FEW_ROWS) {
        for (; r + 4 <= row_end; r += 4) score_rows(s, type, keys, values, count, r, 4);
        for (; r < row_end; r++) score_rows(s, type, keys, values, count, r, 1);
    } else {
        load_keys(s, type, keys, count);
        for (; r + 4 <= row_end; r += 4) score_turned(s, r, keys.dim, count, 4);
        for (; r < row_end; r++) score_turned(s, r, keys.dim, count, 1);
    }
    for (r = row; r < row_end; r++) weigh(s, r, key, count, values.scales);

    // Few queries read the values where they are; many turn them into floats first.
    if (s->rows <= 4 && s->value_dims == values.dim) {
        gather_rows(s, row, row_end, values, type, count);
    } else {
        gather_rows(s, row, row_end, load_values(s, type, values, count), EMBER_F32, count);
    }
}

/// The part of a row of a cache that begins with a key.
EMBER_INLINE rows rows_from(const ember_attention *a, const ember_cached *c, size_t kv_head, size_t key) {
    size_t bytes = c->stride * ember_bytes_of(a->type);
    const float *scales = c->scales ? c->scales + kv_head * a->capacity + key : NULL;
    return (rows){.at = ember_head_rows(a, c, kv_head) + key * bytes, .dim = c->dim, .bytes = bytes, .scales = scales};
}

static void attend_rows(queries *s, const ember_attention *a, const ember_attention_piece *p) {
    s->key_dims = (a->keys.dim + LANES - 1) / LANES * LANES;
    s->value_dims = (a->values.dim + LANES - 1) / LANES * LANES;
    size_t most_dims = s->key_dims > s->value_dims ? s->key_dims : s->value_dims;
    s->keys = ember_min(SCRATCH / most_dims / LANES * LANES, MOST_KEYS);
    for (size_t k = 0; k < MOST_KEYS; k += LANES) v_store(s->factors + k, v_set1(a->scale));
    for (size_t r = 0; r < s->rows; r++) {
        s->largest[r] = -INFINITY;
        s->total[r] = 0;
        memset(s->out[r], 0, a->values.dim * sizeof(float));
        if (s->rows > FEW_ROWS) continue;
        memset(s->turned + r * s->key_dims, 0, s->key_dims * sizeof(float));
        memcpy(s->turned + r * s->key_dims, s->query[r], a->keys.dim * sizeof(float));
    }
    size_t begin = s->begin[0] > p->key_begin ? s->begin[0] - p->key_begin : 0;
    size_t end = ember_min(s->end[s->rows - 1], p->key_end), key = p->key_begin + begin / s->keys * s->keys;
    // Blocks lie where they lie whatever the window: so a query's sums do not depend on its neighbours.
    for (size_t count, row = 0; key < end; key += count) {
        count = ember_min(s->keys, end - key);
        while (s->end[row] <= key) row++; // these see nothing more
        size_t row_end = s->rows;
        while (s->begin[row_end - 1] >= key + count) row_end--; // these see nothing yet
        rows keys = rows_from(a, &a->keys, p->kv_head, key), values = rows_from(a, &a->values, p->kv_head, key);
        if (a->type == EMBER_I8) {
            attend_block(s, a, EMBER_I8, row, row_end, key, count, keys, values);
        } else if (a->type == EMBER_F16) {
            attend_block(s, a, EMBER_F16, row, row_end, key, count, keys, values);
        } else {
            attend_block(s, a, EMBER_F32, row, row_end, key, count, keys, values);
        }
    }
}

/// Divides the sums of values by those of the weights.
static void finish_rows(queries *s, size_t dim) {
    for (size_t r = 0; r < s->rows; r++) {
        vf factor = v_set1(1 / s->total[r]);
        for (size_t d = 0; d < dim; d += LANES) {
            v_store_part(s->out[r] + d, 0, dim - d, v_mul(v_load_part(s->out[r] + d, 0, dim - d), factor));
        }
    }
}

static void attend(const ember_attention *a, const ember_attention_piece *p) {
    queries s;
    size_t shared = a->heads / a->kv_heads;
    for (size_t h = p->head_begin; h < p->head_end; h += MOST_ROWS) {
        size_t heads = ember_min(MOST_ROWS, p->head_end - h), tokens = MOST_ROWS / heads;
        for (size_t begin = p->token_begin; begin < p->token_end; begin += tokens) {
            size_t end = ember_min(begin + tokens, p->token_end);
            s.rows = 0;
            for (size_t token = begin; token < end; token++) {
                for (size_t i = 0; i < heads; i++, s.rows++) {
                    size_t head = p->kv_head * shared + h + i;
                    s.query[s.rows] = a->query + token * a->query_stride + head * a->keys.dim;
                    s.out[s.rows] = ember_attended(a, p, token, head);
                    s.begin[s.rows] = ember_keys_begin(a, token);
                    s.end[s.rows] = ember_keys_end(a, token);
                }
            }
            attend_rows(&s, a, p);
            if (!p->partial) {
                finish_rows(&s, a->values.dim);
                continue;
            }
            for (size_t r = 0; r < s.rows; r++) {
                s.out[r][a->values.dim] = s.largest[r];
                s.out[r][a->values.dim + 1] = s.total[r];
            }
        }
    }
}
