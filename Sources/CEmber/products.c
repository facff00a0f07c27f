// SPDX-License-Identifier: Apache-2.0
//
// Many small products in one job: the experts that a batch has chosen, or the heads of an attention. One after the
// other each would be over before the threads have met; together they are as much work as one large matrix.

#include "internal.h"
#include "share.h"

typedef struct products_job {
    const ember_kernels *kernels;
    const ember_product *products;
    size_t count;
    share blocks; // of all products, one after the other
} products_job;

static void products_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    products_job *job = argument;
    // Runs are handed out in order, so a thread never has to look back at products that are done.
    size_t p = 0, base = 0, begin, end;
    while (take(&job->blocks, threads, &begin, &end)) {
        while (begin < end) {
            const ember_product *product = &job->products[p];
            size_t blocks = ember_blocks(product->w->rows);
            if (begin >= base + blocks) {
                base += blocks;
                p++;
                continue;
            }
            size_t to = ember_min(end - base, blocks);
            job->kernels->matmul(product->y, product->ldy, product->w, product->x, begin - base, to);
            begin = base + to;
        }
    }
}

void ember_run_products(ember_pool *pool, const ember_kernels *kernels, const ember_product *products, size_t count) {
    products_job job = {.kernels = kernels, .products = products, .count = count, .blocks = {.smallest = 2}};
    for (size_t p = 0; p < count; p++) job.blocks.count += ember_blocks(products[p].w->rows);
    ember_pool_run(pool, products_part, &job);
}

typedef struct quantise_job {
    const ember_kernels *kernels;
    ember_activations *x;
    share inputs;
} quantise_job;

static void quantise_part(void *argument, size_t thread, size_t threads) {
    (void)thread;
    quantise_job *job = argument;
    size_t begin, end;
    while (take(&job->inputs, threads, &begin, &end)) {
        for (size_t i = begin; i < end; i++) job->kernels->quantise(&job->x[i], 0, job->x[i].tokens);
    }
}

void ember_run_quantise_inputs(ember_pool *pool, const ember_kernels *kernels, ember_activations *x, size_t count) {
    quantise_job job = {.kernels = kernels, .x = x, .inputs = {.count = count, .smallest = 1}};
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) numbers += x[i].tokens * x[i].cols;
    if (numbers >= WORTH_SHARING) {
        ember_pool_run(pool, quantise_part, &job);
    } else {
        quantise_part(&job, 0, 1);
    }
}
