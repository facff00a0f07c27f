# SPDX-License-Identifier: Apache-2.0
"""Measures MLX on the CPU: mlx_cpu.py FOLDER; prints one JSON object. It needs seconds for each token, so a few must do."""
import json, resource, sys, time

import mlx.core as mx
from mlx_lm import load
from mlx_lm.models.cache import make_prompt_cache

begun = time.perf_counter()
model, _ = load(sys.argv[1])
mx.eval(model.parameters())
seconds = time.perf_counter() - begun
cache = make_prompt_cache(model)


def run(tokens):
    begun = time.perf_counter()
    mx.eval(model(mx.array([tokens]), cache=cache))
    return time.perf_counter() - begun


prefill = 4 / run([1, 2, 3, 4])
decode = 2 / sum(run([i]) for i in range(2))
print(json.dumps(dict(load=seconds, prefill_512=prefill, decode_8=decode)))
