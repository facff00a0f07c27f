#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the vocabularies of reference tokenizers as GGUF files, with the gguf package, and checks what `hearth` makes of them
against the references' own ids.

usage: gguf_vocabularies.py HEARTH TOKENIZERS [--keep FOLDER]

TOKENIZERS has a folder for each tokenizer: tokenizer.json, encode.jsonl and decode.jsonl. The scores of a SentencePiece model are
not in tokenizer.json: a piece gets minus the rank of the first merge that makes it, which orders the pieces as the model did. Needs
gguf from PyPI.
"""
import argparse, json, os, subprocess, sys, tempfile

import gguf

# What tokenizer.ggml.model and tokenizer.ggml.pre say of each, and whether a text begins with the first token.
KINDS = {
    "llama-spm": ("llama", "default"), "gpt-2": ("gpt2", "gpt-2"), "llama-bpe": ("gpt2", "llama-bpe"),
    "bert-bge": ("bert", None), "qwen2": ("gpt2", "qwen2"), "deepseek-llm": ("gpt2", "deepseek-llm"),
}
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6


def template_tokens(processor):
    """The special tokens before and behind a text."""
    for part in processor.get("processors", [processor]) if processor else []:
        if part["type"] == "TemplateProcessing":
            ids = {name: entry["ids"][0] for name, entry in part["special_tokens"].items()}
            at = next(i for i, piece in enumerate(part["single"]) if "Sequence" in piece)
            names = [piece["SpecialToken"]["id"] for piece in part["single"] if "SpecialToken" in piece]
            return [ids[n] for n in names[:at]], [ids[n] for n in names[at:]]
    return [], []


def write(path, tokenizer, kind, pre):
    model = tokenizer["model"]
    tokens = {id: token for token, id in model["vocab"].items()}
    added = {token["id"]: token for token in tokenizer["added_tokens"]}
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in model.get("merges", [])]
    count = max([*tokens, *added]) + 1
    texts, types = [], []
    for id in range(count):
        if id in added:
            text, type = added[id]["content"], CONTROL if added[id]["special"] else USER_DEFINED
            if text == model.get("unk_token"):
                type = UNKNOWN
        elif id not in tokens:
            text, type = f"[UNUSED{id}]", UNUSED
        else:
            text, type = tokens[id], NORMAL
            if kind == "llama" and len(text) == 6 and text.startswith("<0x") and text.endswith(">"):
                type = BYTE
            if kind == "bert":
                text = text[2:] if text.startswith("##") else "\u2581" + text
        texts.append(text)
        types.append(type)

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model(kind)
    if pre:
        writer.add_tokenizer_pre(pre)
    writer.add_token_list(texts)
    writer.add_token_types(types)
    if kind == "llama":
        ranks = {}
        for rank, merge in enumerate(merges):
            ranks.setdefault(merge.replace(" ", ""), rank)
        writer.add_token_scores([-float(ranks.get(text, len(merges))) for text in texts])
    elif merges:
        writer.add_token_merges(merges)
    before, behind = template_tokens(tokenizer["post_processor"])
    if before:
        writer.add_bos_token_id(before[0])
    if behind:
        writer.add_eos_token_id(behind[0])
    if kind == "bert":
        writer.add_sep_token_id(behind[0])
    writer.add_add_bos_token(bool(before))
    writer.add_add_eos_token(bool(behind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


def answers(hearth, path, lines):
    text = "\n".join(json.dumps(line) for line in lines) + "\n"
    done = subprocess.run([hearth, "model", "tokenize", path], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(hearth, path, folder):
    """(right, all, the first wrong ones) over the encodings and decodings of a reference."""
    encode = [json.loads(line) for line in open(os.path.join(folder, "encode.jsonl"), encoding="utf-8")]
    decode = [json.loads(line) for line in open(os.path.join(folder, "decode.jsonl"), encoding="utf-8")]
    asked, wanted = [], []
    for line in encode:
        for special, key in ((False, "ids"), (True, "ids_special")):
            asked.append({"text": line["text"], "add_special_tokens": special})
            wanted.append({"ids": line.get(key, line["ids"])})
    for line in decode:
        for skip, key in ((False, "decoded"), (True, "decoded_skip")):
            asked.append({"ids": line["ids"], "skip_special_tokens": skip})
            wanted.append({"text": line.get(key, line["decoded"])})
    got = answers(hearth, path, asked)
    wrong = [(a, w, g) for a, w, g in zip(asked, wanted, got, strict=True) if w != g]
    return len(wanted) - len(wrong), len(wanted), wrong[:3]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("tokenizers")
    parser.add_argument("--keep", help="where the files stay; else they are removed")
    a = parser.parse_args()
    failed, compared = False, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, (kind, pre) in KINDS.items():
            folder = os.path.join(a.tokenizers, name)
            if not os.path.exists(os.path.join(folder, "tokenizer.json")):
                print(f"{name}: not here")
                continue
            tokenizer = json.load(open(os.path.join(folder, "tokenizer.json"), encoding="utf-8"))
            path = os.path.join(a.keep or scratch, f"{name}.gguf")
            write(path, tokenizer, kind, pre)
            right, count, wrong = check(a.hearth, path, folder)
            failed |= right < count
            compared += count
            print(f"{name}: {right} of {count} as the reference has them")
            for asked, wanted, got in wrong:
                print(f"  {str(asked)[:100]}\n    wanted {str(wanted)[:120]}\n    got    {str(got)[:120]}")
    sys.exit(failed or not compared)


if __name__ == "__main__":
    main()
