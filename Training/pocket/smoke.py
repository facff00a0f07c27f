#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The whole path in about a minute, with a model too small to be of use: `smoke.py [--hearth PROGRAM]`.

Fails unless the tokenizer gives back what it was given and lays conversations out as its template does, the loss falls, training goes
on from its checkpoint, and, with the program, the exported model has the weights that training saw, and answers.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import torch
from jinja2 import Environment
from safetensors.torch import load_file

from batches import chunk, encode, load
from corpus.draw import conversations
from rounding import GROUP, rounded

HERE = os.path.dirname(os.path.abspath(__file__))


def call(script: str, *arguments: str) -> str:
    # One thread: at these sizes, and beside other work, several spend their time waiting for one another.
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    command = [sys.executable, os.path.join(HERE, script), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


def check_tokenizer(folder: str) -> None:
    tokenizer = load(folder)
    with open(os.path.join(folder, "tokenizer_config.json"), encoding="utf-8") as file:
        template = Environment().from_string(json.load(file)["chat_template"])
    for one, _ in zip(conversations(3), range(200)):
        encoded = encode(tokenizer, one.messages, random.Random(1))
        text = tokenizer.decode(encoded.ids, skip_special_tokens=False)
        if one.messages[0]["role"] == "system":
            assert text == template.render(messages=one.messages), text
        assert len(encoded.ids) == len(encoded.learnt) and any(encoded.learnt)


def check_draw(folder: str) -> None:
    first, again = chunk(folder, 1, 5, 2_048, 1_024, 200), chunk(folder, 1, 5, 2_048, 1_024, 200)
    assert all((a.tokens == b.tokens).all() and (a.chosen == b.chosen).all() for a, b in zip(first, again, strict=True))
    assert all(batch.chosen.size for batch in first)


def check_rounding(export: str) -> None:
    """Training sees the very weights that the program writes."""
    exact, written = (load_file(os.path.join(export, folder, "model.safetensors")) for folder in ("bf16", "4bit"))
    for name, scales in [(name.removesuffix(".scales"), scales) for name, scales in written.items() if name.endswith(".scales")]:
        words = written[name + ".weight"].view(torch.uint8)
        bits = words.shape[1] * 8 // (scales.shape[1] * GROUP)
        levels = torch.stack([words >> shift & 2**bits - 1 for shift in range(0, 8, bits)], dim=-1).view(*scales.shape, GROUP)
        weights = levels.float() * scales[..., None].float() + written[name + ".biases"][..., None].float()
        assert torch.equal(weights.flatten(), rounded(exact[name + ".weight"].float(), bits).flatten()), name


def losses(log: str) -> list[float]:
    return [float(line.split("loss ")[1].split()[0]) for line in log.splitlines() if "loss " in line]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hearth", help="the built program, to convert the model and talk with it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as run:
        tokenizer, export = os.path.join(run, "tokenizer"), os.path.join(run, "export")
        print(call("tokenizer.py", tokenizer, "--conversations", "800", "--vocabulary", "1024"), end="")
        check_tokenizer(tokenizer)
        check_draw(tokenizer)
        size = ["--layers", "2", "--width", "64", "--batch", "1024", "--warm-up", "10000"]
        before = losses(call("train.py", run, "--tokens", "50000", *size))
        size[1] = "3"  # the rest of it deeper
        after = losses(call("train.py", run, "--tokens", "100000", "--decay", "30000", "--bits", "4", *size))
        print(f"loss {before[0]:.2f} at first, {before[-1]:.2f} at the checkpoint, {after[-1]:.2f} in the end")
        assert after[-1] < before[-1] < before[0] and after[-1] < before[0] - 0.5
        call("export.py", run, export, "--average", "--others", os.path.join(run, "checkpoint.pt"))
        call("export.py", run, export, "--bits", "4", *(["--hearth", options.hearth] if options.hearth else []))
        if options.hearth:
            check_rounding(export)
            folder = os.path.join(export, "4bit")
            ask = [options.hearth, "chat", "--model", folder, "--system", "", "--max-tokens", "8", "-p", "Hello"]
            print("answer:", repr(subprocess.run(ask, check=True, capture_output=True, text=True).stdout))
    print("the whole path works")


if __name__ == "__main__":
    main()
