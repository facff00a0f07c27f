#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a small DeepSeek-V3 with random weights, as it would come out of training in PyTorch.

usage: make_deepseek.py FOLDER [--shape 109m] [--safetensors] [--seed 1]

What `hearth model convert` has to do with it: every projection of the attention is a tensor of its own, as in the equations of
the DeepSeek-V3 report, section 2.1.1; the routed experts (512) are smaller than the shared one (768), which neither
transformers nor MLX can express; no layer has a bias. The tokenizer is of GPT-2's kind and size, its merges drawn at random.
Needs nothing but Python. The pickle is written by hand and read by torch.load(weights_only=True) too.
"""
import argparse, json, os, random, struct, zipfile

from make_model import bf16, random_bf16, tokenizer

SHAPES = {
    "109m": dict(layers=8, width=512, heads=4, nope=64, rope=32, value=64, query_rank=256, latent=128, dense=768, routed=512,
                 shared=768, experts=8, vocabulary=50257, context=4096),
    "tiny": dict(layers=3, width=64, heads=2, nope=32, rope=16, value=32, query_rank=64, latent=32, dense=96, routed=64,
                 shared=96, experts=4, vocabulary=512, context=512),
}


def tensors(s):
    """Name and shape of every tensor."""
    w, heads = s["width"], s["heads"]
    yield "model.embed_tokens.weight", (s["vocabulary"], w)
    for i in range(s["layers"]):
        p = f"model.layers.{i}."
        a, m = p + "self_attn.", p + "mlp."
        yield p + "input_layernorm.weight", (w,)
        yield p + "post_attention_layernorm.weight", (w,)
        yield a + "q_a_proj.weight", (s["query_rank"], w)                         # W^DQ
        yield a + "q_a_layernorm.weight", (s["query_rank"],)
        yield a + "q_b_nope_proj.weight", (heads * s["nope"], s["query_rank"])    # W^UQ
        yield a + "q_b_rope_proj.weight", (heads * s["rope"], s["query_rank"])    # W^QR
        yield a + "kv_a_proj.weight", (s["latent"], w)                            # W^DKV
        yield a + "k_rope_proj.weight", (s["rope"], w)                            # W^KR
        yield a + "kv_a_layernorm.weight", (s["latent"],)
        yield a + "k_b_proj.weight", (heads * s["nope"], s["latent"])             # W^UK
        yield a + "v_b_proj.weight", (heads * s["value"], s["latent"])            # W^UV
        yield a + "o_proj.weight", (w, heads * s["value"])
        experts = [(m, s["dense"])]
        if i > 0:
            yield m + "gate.weight", (s["experts"], w)
            yield m + "gate.e_score_correction_bias", (s["experts"],)
            experts = [(m + f"experts.{e}.", s["routed"]) for e in range(s["experts"])]
            experts.append((m + "shared_experts.", s["shared"]))
        for name, inner in experts:
            yield name + "gate_proj.weight", (inner, w)
            yield name + "up_proj.weight", (inner, w)
            yield name + "down_proj.weight", (w, inner)
    yield "model.norm.weight", (w,)
    yield "lm_head.weight", (s["vocabulary"], w)


def count(shape):
    n = 1
    for size in shape:
        n *= size
    return n


def contents(name, shape, rng):
    """The type and the bytes of one tensor."""
    n = count(shape)
    if name.endswith("norm.weight"):
        return "BF16", bf16([1.0]) * n
    if name.endswith("e_score_correction_bias"):
        return "F32", b"".join(struct.pack("<f", rng.uniform(-0.1, 0.1)) for _ in range(n))
    return "BF16", random_bf16(n, rng)


def write_safetensors(folder, listing, rng):
    header, offset = {"__metadata__": dict(format="pt")}, 0
    for name, shape in listing:
        kind, size = ("F32", 4) if name.endswith("e_score_correction_bias") else ("BF16", 2)
        header[name] = dict(dtype=kind, shape=shape, data_offsets=[offset, offset + size * count(shape)])
        offset += size * count(shape)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(folder, "model.safetensors"), "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for name, shape in listing:
            out.write(contents(name, shape, rng)[1])


# What torch.save writes: a stored zip file, a pickle of protocol 2, and an entry for each tensor's numbers.

def text(s):
    return b"X" + struct.pack("<I", len(s.encode())) + s.encode()


def number(n):
    return b"J" + struct.pack("<i", n)


def pickled(index, kind, shape):
    storage = {"BF16": b"ctorch\nBFloat16Storage\n", "F32": b"ctorch\nFloatStorage\n"}[kind]
    strides = [count(shape[i + 1:]) for i in range(len(shape))]
    sizes = lambda values: b"(" + b"".join(map(number, values)) + b"t"
    return (b"ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + storage + text(str(index)) + text("cpu")
            + number(count(shape)) + b"tQ" + number(0) + sizes(shape) + sizes(strides)
            + b"\x89ccollections\nOrderedDict\n)RtR")


def write_pickle(folder, listing, rng):
    program = b"\x80\x02ccollections\nOrderedDict\n)R("
    with zipfile.ZipFile(os.path.join(folder, "pytorch_model.bin"), "w", zipfile.ZIP_STORED) as out:
        out.writestr(zipfile.ZipInfo("pytorch_model/byteorder"), b"little")
        for index, (name, shape) in enumerate(listing):
            kind, data = contents(name, shape, rng)
            program += text(name) + pickled(index, kind, shape)
            out.writestr(zipfile.ZipInfo(f"pytorch_model/data/{index}"), data)
        out.writestr(zipfile.ZipInfo("pytorch_model/data.pkl"), program + b"u.")
        out.writestr(zipfile.ZipInfo("pytorch_model/version"), b"3\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--shape", choices=SHAPES, default="109m")
    parser.add_argument("--safetensors", action="store_true", help="write safetensors rather than PyTorch's pickle")
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    s, rng = SHAPES[a.shape], random.Random(a.seed)
    os.makedirs(a.folder, exist_ok=True)
    listing = list(tensors(s))
    (write_safetensors if a.safetensors else write_pickle)(a.folder, listing, rng)
    end = s["vocabulary"] - 1
    config = dict(
        architectures=["DeepseekV3ForCausalLM"], model_type="deepseek_v3", torch_dtype="bfloat16", hidden_act="silu",
        vocab_size=s["vocabulary"], hidden_size=s["width"], num_hidden_layers=s["layers"], num_attention_heads=s["heads"],
        num_key_value_heads=s["heads"], q_lora_rank=s["query_rank"], kv_lora_rank=s["latent"], qk_nope_head_dim=s["nope"],
        qk_rope_head_dim=s["rope"], v_head_dim=s["value"], attention_bias=False, intermediate_size=s["dense"],
        moe_intermediate_size=s["routed"], shared_expert_intermediate_size=s["shared"], n_routed_experts=s["experts"],
        n_shared_experts=1, num_experts_per_tok=2, n_group=2, topk_group=1, topk_method="noaux_tc", scoring_func="sigmoid",
        norm_topk_prob=True, routed_scaling_factor=1.0, first_k_dense_replace=1, moe_layer_freq=1, rms_norm_eps=1e-6,
        rope_theta=10000.0, rope_interleave=True, max_position_embeddings=s["context"], tie_word_embeddings=False,
        bos_token_id=end, eos_token_id=end)
    files = {
        "config.json": config, "tokenizer.json": tokenizer(s["vocabulary"], ["<|endoftext|>"], rng),
        "tokenizer_config.json": dict(bos_token="<|endoftext|>", eos_token="<|endoftext|>"),
    }
    for name, value in files.items():
        with open(os.path.join(a.folder, name), "w", encoding="utf-8") as out:
            json.dump(value, out, ensure_ascii=False)
    print(f"{a.folder}: DeepSeek-V3, {sum(count(shape) for _, shape in listing) / 1e6:.2f} million parameters")


if __name__ == "__main__":
    main()
