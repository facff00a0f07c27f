#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes qwen3-sentence/ and pooling.json: what sentence-transformers computes for tiny models.

usage: make.py [TOKENIZER]   (in this folder, with sentence-transformers and torch; TOKENIZER: a folder with tokenizer.json)
"""
import json, os, shutil, sys, tempfile

import torch
from sentence_transformers import SentenceTransformer, models
from transformers import AutoTokenizer, Qwen3Config, Qwen3Model

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = [
    "", "a", "Hello, world!", "The engine reads the weights from the file.", "Où est la bibliothèque ?", "你好，世界。",
    "👩‍👩‍👧 and 🔥", "Unbelievable antidisestablishmentarianism 1234567", "a long text " * 60]


def rows(model, texts, **more):
    return [[float(x) for x in row] for row in model.encode(texts, normalize_embeddings=True, **more)]


def pooling():
    bert = models.Transformer(os.path.join(HERE, "bert-f32"), max_seq_length=64)
    result = []
    for mode in ["cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken", ("max", "mean")]:
        pool = models.Pooling(bert.get_embedding_dimension(), pooling_mode=mode)
        model = SentenceTransformer(modules=[bert, pool], device="cpu")
        result.append({"config": pool.get_config_dict(), "embeddings": rows(model, TEXTS)})
    with open(os.path.join(HERE, "pooling.json"), "w") as out:
        json.dump({"max_seq_length": 64, "texts": TEXTS, "cases": result}, out, ensure_ascii=False)


def qwen3(tokenizer):
    torch.manual_seed(7)
    config = Qwen3Config(
        vocab_size=512, hidden_size=48, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, head_dim=16, max_position_embeddings=2048, tie_word_embeddings=False)
    model = Qwen3Model(config)
    for p in model.parameters():
        if p.dim() > 1:
            torch.nn.init.normal_(p, std=0.15)
    with tempfile.TemporaryDirectory() as plain:
        model.save_pretrained(plain)
        words = AutoTokenizer.from_pretrained(tokenizer)
        words.chat_template = None  # else texts are taken for chat messages
        words.save_pretrained(plain)
        body = models.Transformer(plain, max_seq_length=700)
        pool = models.Pooling(48, pooling_mode="lasttoken")
        sentence = SentenceTransformer(
            modules=[body, pool, models.Normalize()], device="cpu", prompts={"query": "Find: ", "document": ""})
    folder = os.path.join(HERE, "qwen3-sentence")
    shutil.rmtree(folder, ignore_errors=True)
    sentence.save(folder)
    os.remove(os.path.join(folder, "README.md"))
    os.chmod(os.path.join(folder, "model.safetensors"), 0o644)
    texts = TEXTS[1:] + ["one two three " * 400]
    with open(os.path.join(folder, "embeddings.json"), "w") as out:
        json.dump({"texts": texts, "embeddings": rows(sentence, texts), "query": rows(sentence, texts, prompt_name="query")},
                  out, ensure_ascii=False)


if __name__ == "__main__":
    pooling()
    qwen3(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../models/qwen3-bf16"))
