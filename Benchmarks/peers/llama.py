# SPDX-License-Identifier: Apache-2.0
"""Measures llama.cpp: llama.py SECTION FILE.gguf THREADS CONTEXT [NUMBER ...]; prints one JSON object. See compare.py."""
import json, resource, sys, time

import llama_cpp
import numpy as np

section, path, threads, context, *numbers = sys.argv[1:]
threads, context, numbers = int(threads), int(context), [int(n) for n in numbers]


def tokens(n, start=0):
    return [(i * 7919 + 13) % 50000 for i in range(start, start + n)]


def timed(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def load(**more):
    return llama_cpp.Llama(path, n_ctx=context, n_batch=512, n_ubatch=512, n_threads=threads, n_threads_batch=threads,
                           verbose=False, **more)


def warm():
    llama = load()
    llama.eval(tokens(16))
    llama.reset()
    return llama


def write(llama, written):
    """One token after the other, without the bookkeeping of `Llama.eval`."""
    for i in range(written):
        token = (llama_cpp.llama_token * 1)(i + 5)
        if llama_cpp.llama_decode(llama._ctx.ctx, llama_cpp.llama_batch_get_one(token, 1)) != 0:
            raise RuntimeError("llama_decode failed")
        llama_cpp.llama_get_logits(llama._ctx.ctx)


def speed(written, *sizes):
    """Reading prompts of some sizes, then writing at depths; sizes below 0 are depths."""
    result = {}
    begun = time.perf_counter()
    llama = load()
    result["load"] = time.perf_counter() - begun
    llama.eval(tokens(16))
    for size in sizes:
        llama.reset()
        seconds = timed(lambda: llama.eval(tokens(abs(size))))
        if size > 0:
            result[f"prefill_{size}"] = size / seconds
        else:
            result[f"decode_{-size}"] = written / timed(lambda: write(llama, written))
    return result


def memory(filled, mapped):
    """Peak resident memory of a context of which so many tokens are filled; its file mapped, as is usual, or read."""
    llama = load(use_mmap=bool(mapped))
    llama.eval(tokens(filled))
    return {"rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}


def turn(cached, new):
    """Seconds to the first token behind a kept beginning, by the library's own search for it, and without."""
    llama = warm()
    llama.eval(tokens(cached))
    prompt = tokens(cached + new)
    kept = timed(lambda: next(llama.generate(prompt, temp=0.0)))
    llama.reset()
    return {"turn": kept, "turn_uncached": timed(lambda: next(llama.generate(prompt, temp=0.0)))}


def sessions(written, *counts):
    """Tokens a second of several sequences that share each batch, all together, prompts of 8 tokens included."""
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(path.encode(), llama_cpp.llama_model_default_params())
    vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model))
    return {f"sessions_{n}": together(model, vocabulary, n, written) for n in counts}


def together(model, vocabulary, count, written):
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx, parameters.n_batch, parameters.n_ubatch = context, 512, 512
    parameters.n_seq_max, parameters.n_threads, parameters.n_threads_batch = count, threads, threads
    session = llama_cpp.llama_init_from_model(model, parameters)
    batch = llama_cpp.llama_batch_init(8 * count, 0, 1)

    def decode(pieces, position):
        """Adds a piece to each sequence; returns the likeliest next token of each."""
        batch.n_tokens, last = 0, []
        for sequence, piece in enumerate(pieces):
            for offset, token in enumerate(piece):
                i = batch.n_tokens
                batch.token[i], batch.pos[i] = token, position + offset
                batch.n_seq_id[i], batch.seq_id[i][0] = 1, sequence
                batch.logits[i] = offset == len(piece) - 1
                batch.n_tokens += 1
            last.append(batch.n_tokens - 1)
        if llama_cpp.llama_decode(session, batch) != 0:
            raise RuntimeError("llama_decode failed")
        rows = (llama_cpp.llama_get_logits_ith(session, i) for i in last)
        return [[int(np.ctypeslib.as_array(row, shape=(vocabulary,)).argmax())] for row in rows]

    def answers(prompts, written):
        pieces, position = decode(prompts, 0), 8
        for _ in range(written - 1):
            pieces, position = decode(pieces, position), position + 1

    prompts = [tokens(8, 1000 * (i + 1)) for i in range(count)]
    answers(prompts, 4)
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(session), True)
    speed = count * written / timed(lambda: answers(prompts, written))
    llama_cpp.llama_batch_free(batch)
    llama_cpp.llama_free(session)
    return speed


print(json.dumps(dict(speed=speed, memory=memory, turn=turn, sessions=sessions)[section](*numbers)))
