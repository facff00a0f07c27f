#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a trained model as Hugging Face folders: `export.py RUN FOLDER [--hearth PROGRAM]`.

FOLDER/bf16 is a `llama` in bf16 safetensors; FOLDER/4bit, or of other `--bits`, is what `hearth model
convert` makes of it.
"""
import argparse
import json
import os
import shutil
import subprocess

import torch
from safetensors.torch import save_file

from batches import load
from model import Size
from rounding import GROUP
from tokenizer import END, END_OF_TEXT, write


def config(size: Size, end: int, pad: int) -> dict:
    """config.json as Hugging Face's Llama spells it."""
    return {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": size.vocabulary, "hidden_size": size.width,
        "num_hidden_layers": size.layers, "num_attention_heads": size.heads, "num_key_value_heads": size.key_value_heads,
        "head_dim": size.head_dim, "intermediate_size": size.inner, "rope_theta": size.rope_base, "rms_norm_eps": size.epsilon,
        "max_position_embeddings": size.context, "hidden_act": "silu", "attention_bias": False, "mlp_bias": False,
        "tie_word_embeddings": True, "torch_dtype": "bfloat16", "eos_token_id": end, "pad_token_id": pad,
    }


def write_json(value: dict, *path: str) -> None:
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2)
        file.write("\n")


def mean(states: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """The mean of weights of the same names and shapes."""
    return {name: torch.stack([one[name] for one in states]).mean(0) for name in states[0]}


def export(run: str, folder: str, average: bool = False, others: list[str] = ()) -> None:
    """The bf16 folder of a run's checkpoint: its weights, or their running mean; with other checkpoints of the run, the mean of all of them."""
    saved, *earlier = (torch.load(path, map_location="cpu") for path in (os.path.join(run, "checkpoint.pt"), *others))
    size = Size(**saved["size"])
    tokenizer = load(os.path.join(run, "tokenizer"))
    write(tokenizer, folder, size.context)
    end, pad = tokenizer.token_to_id(END), tokenizer.token_to_id(END_OF_TEXT)
    weights = mean([one["average" if average else "model"] for one in (saved, *earlier)])
    tensors = {f"model.{name}": value.to(torch.bfloat16).contiguous() for name, value in weights.items()}
    save_file(tensors, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})
    write_json(config(size, end, pad), folder, "config.json")
    # A small model wanders at high temperatures; answers here are meant to be the likely ones.
    write_json({"eos_token_id": [end, pad], "pad_token_id": pad, "do_sample": True, "temperature": 0.3, "top_p": 0.9}, folder, "generation_config.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="the run's folder, with checkpoint.pt and tokenizer/")
    parser.add_argument("folder", help="where to write; what it holds of earlier exports is replaced")
    parser.add_argument("--hearth", help="the built program, to make the quantised folder too")
    parser.add_argument("--average", action="store_true", help="the running mean of the weights: better while the learning rate is high, no better at its end")
    parser.add_argument("--others", nargs="+", default=[], metavar="CHECKPOINT", help="checkpoints of the same run, to export the mean of all of them")
    parser.add_argument("--bits", type=int, default=4, help="of its weights")
    parser.add_argument("--embedding-bits", type=int, default=8)
    options = parser.parse_args()
    full, small = os.path.join(options.folder, "bf16"), os.path.join(options.folder, f"{options.bits}bit")
    for old in (full, small):
        shutil.rmtree(old, ignore_errors=True)
    export(options.run, full, options.average, options.others)
    if options.hearth:
        bits = ["--bits", str(options.bits), "--embedding-bits", str(options.embedding_bits), "--group-size", str(GROUP)]
        subprocess.run([options.hearth, "model", "convert", full, small, *bits], check=True)


if __name__ == "__main__":
    main()
