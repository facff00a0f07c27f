#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the weights of a model folder, made by make_model.py or by make_deepseek.py and `hearth model convert`, as a GGUF file.

usage: make_gguf.py FOLDER FILE.gguf [--type Q4_0]

The 4- or 8-bit codes are widened to fp32 and rounded again to llama.cpp's own blocks, so that both engines do the same work on
the same weights. Needs numpy and gguf from PyPI; for the types with a K, which gguf cannot write, llama-cpp-python too.
"""
import argparse, ctypes, json, os, sys

import gguf
import numpy as np
from gguf import quants

NAMES = {
    "model.embed_tokens": "token_embd", "model.norm": "output_norm", "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down", "lm_head": "output",
    "self_attn.q_a_proj": "attn_q_a", "self_attn.q_a_layernorm": "attn_q_a_norm", "self_attn.q_b_proj": "attn_q_b",
    "self_attn.kv_a_proj_with_mqa": "attn_kv_a_mqa", "self_attn.kv_a_layernorm": "attn_kv_a_norm",
    "self_attn.embed_q": "attn_k_b", "self_attn.unembed_out": "attn_v_b", "mlp.gate": "ffn_gate_inp",
    **{f"mlp.{ours}.{part}_proj": f"ffn_{part}_{theirs}" for ours, theirs in (("switch_mlp", "exps"), ("shared_experts", "shexp"))
       for part in ("gate", "up", "down")},
}


# llama.cpp's numbers for the mixes of types that it makes itself.
MIXES = {"Q4_K_S": 14, "Q4_K_M": 15, "Q5_K_M": 17, "Q6_K": 18}


def gguf_name(name):
    """The name of what is called `name` with .weight behind it."""
    if not name.startswith("model.layers."):
        return NAMES[name] + ".weight"
    _, _, layer, rest = name.split(".", 3)
    return f"blk.{layer}.{NAMES[rest]}.weight"


class Safetensors:
    def __init__(self, path):
        self.data = np.memmap(path, dtype=np.uint8, mode="r")
        size = int(self.data[:8].view("<u8")[0])
        self.header = json.loads(bytes(self.data[8 : 8 + size]))
        self.start = 8 + size

    def __getitem__(self, name):
        entry = self.header[name]
        begin, end = entry["data_offsets"]
        raw = self.data[self.start + begin : self.start + end]
        if entry["dtype"] == "BF16":
            values = (raw.view("<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            values = raw.view(dict(F32="<f4", U32="<u4")[entry["dtype"]])
        return values.reshape(entry["shape"])


def widen(file, name, bits, group):
    """The fp32 values of one quantised matrix, (rows, cols), or of a stack of them."""
    words, scales, biases = (file[f"{name}.{part}"] for part in ("weight", "scales", "biases"))
    codes = np.stack([(words >> shift) & (2**bits - 1) for shift in range(0, 32, bits)], axis=-1)
    codes = codes.reshape(*words.shape[:-1], -1, group).astype(np.float32)
    return (codes * scales[..., None] + biases[..., None]).reshape(*words.shape[:-1], -1)


def permute(weights, heads):
    """llama.cpp turns neighbours where Llama's checkpoints turn halves: reorders the rows of queries and keys."""
    rows, cols = weights.shape
    return weights.reshape(heads, 2, rows // heads // 2, cols).swapaxes(1, 2).reshape(rows, cols)


def requantise(source, target, mix):
    """Lets llama.cpp turn an F16 file into one of its mixes."""
    import llama_cpp

    parameters = llama_cpp.llama_model_quantize_default_params()
    parameters.ftype = MIXES[mix]
    if llama_cpp.llama_model_quantize(source.encode(), target.encode(), ctypes.byref(parameters)):
        sys.exit(f"llama.cpp cannot make {mix} of {source}")


def describe(writer, config):
    """The metadata that all architectures have."""
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_vocab_size(config["vocab_size"])


def describe_llama(writer, config):
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_dimension_count(config["head_dim"])


def describe_deepseek(writer, config):
    """Latent attention is described as one key/value head of latents; the sizes of real heads have names of their own."""
    latent, nope, rope = (config[k] for k in ("kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim"))
    writer.add_head_count_kv(1)
    writer.add_q_lora_rank(config["q_lora_rank"])
    writer.add_kv_lora_rank(latent)
    writer.add_key_length(latent + rope)
    writer.add_value_length(latent)
    writer.add_key_length_mla(nope + rope)
    writer.add_value_length_mla(config["v_head_dim"])
    writer.add_rope_dimension_count(rope)
    writer.add_leading_dense_block_count(config["first_k_dense_replace"])
    writer.add_expert_count(config["n_routed_experts"])
    writer.add_expert_used_count(config["num_experts_per_tok"])
    writer.add_expert_shared_count(config["n_shared_experts"])
    writer.add_expert_feed_forward_length(config["moe_intermediate_size"])
    writer.add_expert_group_count(config["n_group"])
    writer.add_expert_group_used_count(config["topk_group"])
    writer.add_expert_gating_func(gguf.ExpertGatingFuncType.SIGMOID)
    writer.add_expert_weights_norm(config["norm_topk_prob"])
    writer.add_expert_weights_scale(config["routed_scaling_factor"])


def add_tokenizer(writer, config, tokenizer):
    tokens = sorted(tokenizer["model"]["vocab"], key=tokenizer["model"]["vocab"].get)
    special = [t["content"] for t in tokenizer["added_tokens"]]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list(tokens + special)
    writer.add_token_types([1] * len(tokens) + [3] * len(special))
    writer.add_token_merges([" ".join(m) for m in tokenizer["model"]["merges"]])
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"])


def add_tensor(writer, file, name, config, kind):
    """Adds what is called `name` in the folder; the scales and biases of a matrix come with its codes."""
    base = name.removesuffix(".weight")
    if name.endswith("e_score_correction_bias"):
        writer.add_tensor(f"blk.{name.split('.')[2]}.exp_probs_b.bias", file[name])
    elif name.endswith(".weight") and base + ".scales" not in file.header:
        writer.add_tensor(gguf_name(base), file[name])
    elif name.endswith(".weight"):
        weights = widen(file, base, *(config["quantization"][k] for k in ("bits", "group_size")))
        if base.endswith("q_proj"):
            weights = permute(weights, config["num_attention_heads"])
        if base.endswith("k_proj"):
            weights = permute(weights, config["num_key_value_heads"])
        writer.add_tensor(gguf_name(base), quants.quantize(weights, kind), raw_dtype=kind)


ARCHITECTURES = {"llama": ("llama", describe_llama), "deepseek_v3": ("deepseek2", describe_deepseek)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("file")
    parser.add_argument("--type", default="Q4_0", choices=("Q4_0", "Q8_0", *MIXES))
    a = parser.parse_args()
    kind = gguf.GGMLQuantizationType["F16" if a.type in MIXES else a.type]
    part = a.file + ".part"

    config = json.load(open(os.path.join(a.folder, "config.json")))
    tokenizer = json.load(open(os.path.join(a.folder, "tokenizer.json"), encoding="utf-8"))
    file = Safetensors(os.path.join(a.folder, "model.safetensors"))

    architecture, describe_more = ARCHITECTURES[config["model_type"]]
    writer = gguf.GGUFWriter(part, architecture)
    describe(writer, config)
    describe_more(writer, config)
    add_tokenizer(writer, config, tokenizer)
    for name in file.header:
        add_tensor(writer, file, name, config, kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    if a.type in MIXES:
        requantise(part, part + ".mix", a.type)
        os.replace(part + ".mix", part)
    os.replace(part, a.file)
    print(f"{a.file}: {os.path.getsize(a.file) / 1e9:.2f} GB", file=sys.stderr)


if __name__ == "__main__":
    main()
