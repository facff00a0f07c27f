#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what mlx.core.quantize makes of some numbers, for every width, group and type. Needs mlx; written with mlx 0.32 on the CPU.

usage: python3 make.py

`input.TYPE` is (8, 256): ordinary rows, one all of zeros, constant ones, ones of one sign, tiny and large numbers, and numbers
halfway between two codes. `BITS.GROUP.TYPE.{words,scales,biases}` are the results.
"""
import os

import mlx.core as mx

mx.set_default_device(mx.cpu)
mx.random.seed(7)
tensors = {}
for name, kind in (("F32", mx.float32), ("F16", mx.float16), ("BF16", mx.bfloat16)):
    w = mx.random.normal((8, 256)) * 0.05
    w[1] = 0
    w[2, :128], w[2, 128:] = 0.37, -2.0
    w[3] = mx.abs(w[3])
    w[4] = -mx.abs(w[4])
    w[5] = w[5] * 1e-6
    w[6] = w[6] * 1000
    w[7] = mx.round(w[7] * 100) / 8
    w = w.astype(kind)
    tensors[f"input.{name}"] = w
    for bits in (2, 3, 4, 6, 8):
        for group in (32, 64, 128):
            words, scales, biases = mx.quantize(w, group_size=group, bits=bits)
            key = f"{bits}.{group}.{name}"
            tensors |= {key + ".words": words, key + ".scales": scales, key + ".biases": biases}
here = os.path.dirname(os.path.abspath(__file__))
mx.save_safetensors(os.path.join(here, "mlx.safetensors"), tensors)
