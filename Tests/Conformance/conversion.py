#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts models with Hearth and runs the results with mlx-lm: do they load, and are their logits those of the reference?

usage: conversion.py HEARTH MODEL…        each MODEL a folder in transformers' layout, with reference.json where there is one

Each model is converted unquantised in fp32, in 8 and in 4 bits, and loaded by mlx-lm as it is, strictly. Unquantised logits
must be those of reference.json (transformers) to 2e-4. Quantised ones must be those that mlx-lm has when it quantises the
same model itself, to 2e-4; and so must Hearth's own in reference precision, for architectures that it runs.
Needs mlx (CPU) and mlx-lm. MLX is slow on a CPU: give it tiny models.
"""
import json, os, pathlib, subprocess, sys, tempfile

from differences import largest

sys.path.pop(0)  # this folder, where a file is called as the module `tokenizers` is
import mlx.core as mx
from mlx.utils import tree_map, tree_map_with_path
from mlx_lm.utils import load_model, quantize_model

TOLERANCE = 2e-4
mx.set_default_device(mx.cpu)


def as_f32(model):
    model.update(tree_map(lambda x: x.astype(mx.float32) if mx.issubdtype(x.dtype, mx.floating) else x, model.parameters()))
    return model


def logits(model, ids):
    out = as_f32(model)(mx.array([ids]))[0]
    mx.eval(out)
    return out


def hearth_logits(hearth, folder, ids):
    line = json.dumps(dict(ids=ids))
    run = subprocess.run([hearth, "model", "logits", folder, "--precision", "reference"], input=line, text=True, capture_output=True)
    return mx.array(json.loads(run.stdout)["logits"]) if run.returncode == 0 else None


def difference(a, b):
    return largest(a.flatten().tolist(), b.flatten().tolist())


def check(hearth, source, scratch):
    name, failures = os.path.basename(source.rstrip("/")), 0
    config = json.load(open(os.path.join(source, "config.json")))
    reference = os.path.join(source, "reference.json")
    prompt = json.load(open(reference))["prompts"][0] if os.path.exists(reference) else None
    ids = prompt["ids"] if prompt else [i * 7 % config["vocab_size"] for i in range(1, 25)]
    unquantised = os.path.join(scratch, name + "-16")
    for bits in (16, 8, 4):
        folder = os.path.join(scratch, f"{name}-{bits}")
        command = [hearth, "model", "convert", source, folder, "--bits", str(bits), "--dtype", "f32" if bits == 16 else "bf16"]
        run = subprocess.run(command, text=True, capture_output=True)
        if run.returncode:
            print(f"FAIL  {name} {bits} bits: {run.stderr.strip()}")
            return 1
        got = logits(load_model(pathlib.Path(folder))[0], ids)
        if bits == 16:
            if not prompt:
                continue
            expected, what = mx.array(prompt["logits"]["data"]).reshape(prompt["logits"]["shape"]), "transformers"
        else:
            model, loaded = load_model(pathlib.Path(unquantised))
            keep = getattr(model, "cast_predicate", lambda _: True)
            model.update(tree_map_with_path(lambda k, v: v.astype(mx.bfloat16) if keep(k) else v, model.parameters()))
            expected, what = logits(quantize_model(model, loaded, 64, bits)[0], ids), "mlx-lm's own"
        own = hearth_logits(hearth, folder, ids)
        worst = difference(got, expected)
        ours = "not run by Hearth" if own is None else f"Hearth {difference(own, got):.1e}"
        bad = worst > TOLERANCE or (own is not None and difference(own, got) > TOLERANCE)
        failures += bad
        print(f"{'FAIL' if bad else 'ok':5} {name} {bits} bits: {worst:.1e} from {what}, {ours}")
    return failures


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        failures = sum(check(sys.argv[1], source, scratch) for source in sys.argv[2:])
    sys.exit(f"{failures} failed" if failures else 0)


if __name__ == "__main__":
    main()
