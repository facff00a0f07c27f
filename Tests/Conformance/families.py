#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a tiny random model of every family with transformers and compares its logits with those of `hearth`.

usage: families.py HEARTH [--keep FOLDER]
Needs torch, transformers and safetensors. Every model is tried twice: with the config.json that transformers 5 writes and
with one in the spelling of published checkpoints, which transformers itself must read as the same model. --keep leaves the
models there, as they are in Tests/Fixtures/models."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from differences import largest

sys.path.pop(0)  # this folder has a tokenizers.py that is not the library

import safetensors.torch
import torch
import transformers

VOCABULARY = 96
TOLERANCE = 2e-4
COMMON = dict(
    vocab_size=VOCABULARY, hidden_size=32, intermediate_size=48, num_hidden_layers=3, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=256, bos_token_id=1, eos_token_id=2, pad_token_id=0)
MIXTURE = dict(moe_intermediate_size=16, num_experts_per_tok=2)
LATENT = dict(
    num_key_value_heads=4, kv_lora_rank=16, qk_nope_head_dim=8, qk_rope_head_dim=4, v_head_dim=6, rope_theta=10000.0,
    n_routed_experts=8, n_shared_experts=2, n_group=4, topk_group=2, first_k_dense_replace=1,
    routed_scaling_factor=2.5, **MIXTURE)
YARN = dict(rope_type="yarn", factor=8.0, original_max_position_embeddings=32, rope_theta=10000.0)
LONG = dict(
    rope_type="longrope", original_max_position_embeddings=24, rope_theta=10000.0,
    short_factor=[1.0, 1.1, 1.3], long_factor=[1.5, 2.5, 4.0])

# What each model is there for is in its name; see the configuration's keys.
MODELS = {
    "deepseek_v3": ("DeepseekV3", dict(q_lora_rank=None, **LATENT)),
    "deepseek_v3-yarn": ("DeepseekV3", dict(
        q_lora_rank=12, rope_parameters=dict(YARN, mscale=1.0, mscale_all_dim=0.7), attention_bias=True, **LATENT)),
    "ernie4_5": ("Ernie4_5", dict(use_bias=True, head_dim=12, tie_word_embeddings=True)),
    "gemma3_text": ("Gemma3Text", dict(
        num_hidden_layers=4, head_dim=8, sliding_window=5, query_pre_attn_scalar=11, sliding_window_pattern=2,
        tie_word_embeddings=True, rope_parameters=dict(
            full_attention=dict(rope_type="linear", factor=4.0, rope_theta=20000.0),
            sliding_attention=dict(rope_type="default", rope_theta=500.0)))),
    "llama-biases": ("Llama", dict(attention_bias=True, mlp_bias=True, tie_word_embeddings=True)),
    "mistral": ("Mistral", dict(sliding_window=6, head_dim=12)),
    "phi3": ("Phi3", dict(sliding_window=None)),
    "phi3-longrope": ("Phi3", dict(
        sliding_window=7, original_max_position_embeddings=24,
        rope_parameters=dict(LONG, partial_rotary_factor=0.75))),
    "qwen3_moe": ("Qwen3Moe", dict(
        num_hidden_layers=4, head_dim=12, num_experts=6, decoder_sparse_step=1, mlp_only_layers=[2],
        norm_topk_prob=True, **MIXTURE)),
    "qwen3_moe-sparse": ("Qwen3Moe", dict(
        num_hidden_layers=4, head_dim=8, num_experts=6, decoder_sparse_step=2, norm_topk_prob=False, **MIXTURE)),
    "smollm3": ("SmolLM3", dict(num_hidden_layers=4, no_rope_layer_interval=3, tie_word_embeddings=True)),
}
# Short, and long enough for windows to slide and for the original contexts above to be exceeded.
LENGTHS = (9, 40)


def build(family, options):
    """A model whose every parameter matters: transformers' own initial values leave norms at one and logits flat."""
    config = getattr(transformers, family + "Config")(**{**COMMON, **options})
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").float().eval()
    generator = torch.Generator().manual_seed(sum(map(ord, family)) + len(str(options)))
    with torch.no_grad():
        for name, parameter in [*model.named_parameters(), *model.named_buffers()]:
            if "inv_freq" in name or "embed_scale" in name:
                continue
            noise = torch.randn(parameter.shape, generator=generator)
            if "norm" in name:
                value = (0 if family.startswith("Gemma") else 1) + 0.3 * noise
            elif "correction" in name:
                value = 0.2 * noise
            elif parameter.dim() == 1:
                value = 0.3 * noise
            else:
                value = noise * (1.0 if "embed" in name else 1.6 / parameter.shape[-1] ** 0.5)
            # bf16 halves the size of what is kept; the arithmetic stays fp32.
            parameter.copy_(value if "correction" in name else value.bfloat16().float())
    return model


def published(config):
    """The same configuration as checkpoints made with transformers 4 spell it."""
    config = {**json.loads(json.dumps(config)), "torch_dtype": config["dtype"]}
    del config["dtype"]
    if "num_local_experts" in config:
        config["num_experts"] = config.pop("num_local_experts")
    rope = config.pop("rope_parameters")
    if "full_attention" in rope:
        config["rope_theta"] = rope["full_attention"].pop("rope_theta")
        config["rope_local_base_freq"] = rope["sliding_attention"]["rope_theta"]
        rope = rope["full_attention"]
        config.pop("layer_types")
        config["sliding_window_pattern"] = 2
        config["rope_scaling"] = rope
        return config
    config["rope_theta"] = rope.pop("rope_theta")
    factor = rope.pop("partial_rotary_factor", None)
    if factor is not None:
        config["partial_rotary_factor"] = factor
    if rope.get("rope_type") == "longrope":
        rope.pop("original_max_position_embeddings")
    config["rope_scaling"] = None if rope.get("rope_type", "default") == "default" else {
        "type" if key == "rope_type" else key: value for key, value in rope.items()}
    return config


def tokenizer():
    """Enough of a tokenizer for the model to be loaded: the tests feed ids."""
    vocabulary = {f"t{index}": index for index in range(VOCABULARY)}
    return {"version": "1.0", "added_tokens": [], "model": {"type": "BPE", "vocab": vocabulary, "merges": []}}


def reference(model):
    prompts = []
    generator = torch.Generator().manual_seed(7)
    for length in LENGTHS:
        ids = torch.randint(3, VOCABULARY, (1, length), generator=generator)
        with torch.no_grad():
            logits = model(ids, use_cache=False).logits[0]
        data = [float(f"{value:.7g}") for value in logits[-8:].flatten().tolist()]
        prompts.append({"ids": ids[0].tolist(), "logits_tail": {"shape": [8, VOCABULARY], "data": data}})
    return {"prompts": prompts}


def write(model, folder):
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as saved:
        model.save_pretrained(saved)
        tensors = safetensors.torch.load_file(saved + "/model.safetensors")
        newest = json.loads(pathlib.Path(saved, "config.json").read_text())
    tensors = {name: value if "correction" in name else value.bfloat16() for name, value in tensors.items()}
    safetensors.torch.save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    newest["dtype"] = "bfloat16"
    (folder / "config.transformers5.json").write_text(json.dumps(newest, indent=1))
    (folder / "config.json").write_text(json.dumps(published(newest), indent=1))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()))
    (folder / "reference.json").write_text(json.dumps(reference(model)))
    return newest


def difference(got, prompt):
    rows = [value for row in got[-8:] for value in row]
    return largest(rows, prompt["logits_tail"]["data"])


def by_transformers(folder, prompts):
    """Whether transformers reads the published spelling as the same model."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
    with torch.no_grad():
        return max(
            difference(model.eval()(torch.tensor([prompt["ids"]]), use_cache=False).logits[0].tolist(), prompt)
            for prompt in prompts)


def by_hearth(hearth, folder, prompts):
    lines = "".join(json.dumps({"ids": prompt["ids"]}) + "\n" for prompt in prompts)
    run = subprocess.run(
        [hearth, "model", "logits", folder, "--precision", "reference"], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(prompts) or any("logits" not in answer for answer in answers):
        return run.stderr.strip() or str(answers)[:200]
    return max(difference(answer["logits"], prompt) for answer, prompt in zip(answers, prompts))


def main():
    transformers.utils.logging.disable_progress_bar()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hearth")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        root = options.keep or pathlib.Path(scratch)
        for name, (family, choices) in MODELS.items():
            folder = root / name
            newest = write(build(family, choices), folder)
            prompts = json.loads((folder / "reference.json").read_text())["prompts"]
            results = {"transformers": by_transformers(folder, prompts), "hearth": by_hearth(
                options.hearth, folder, prompts)}
            spelling = (folder / "config.json").read_text()
            (folder / "config.json").write_text(json.dumps(newest))
            results["hearth, newest config"] = by_hearth(options.hearth, folder, prompts)
            (folder / "config.json").write_text(spelling)
            good = all(isinstance(value, float) and value <= TOLERANCE for value in results.values())
            failures += not good
            print("ok  " if good else "FAIL", name, {key: value if isinstance(value, str) else f"{value:.1e}"
                                                     for key, value in results.items()})
    print(f"families: {len(MODELS) - failures} of {len(MODELS)} hold")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
