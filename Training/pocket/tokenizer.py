#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the tokenizer on the corpus: `tokenizer.py FOLDER [--conversations N] [--vocabulary N]`.

Byte-level BPE with ChatML markers; digits stand alone, so that numbers are copied one by one.
"""
import argparse
import json
import os
from itertools import islice

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from corpus.conversation import PROMPTS
from corpus.draw import conversations

END_OF_TEXT, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
# Words with the space before them, single digits, runs of marks, white space.
PIECES = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
TEMPLATE = (
    "{%- if messages[0]['role'] != 'system' -%}"
    "{{- '<|im_start|>system\\n" + PROMPTS["system"]["en"] + "<|im_end|>\\n' -}}"
    "{%- endif -%}"
    "{%- for message in messages -%}"
    "{{- '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' -}}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"
)


def trained(vocabulary: int, count: int, seed: int = 7) -> Tokenizer:
    """A tokenizer of so many tokens from so many conversations."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary, special_tokens=[END_OF_TEXT, START, END], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), min_frequency=2)
    texts = ("\n".join(["system", "user", "assistant"] + [message["content"] for message in one.messages]) for one in islice(conversations(seed), count))
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def write(tokenizer: Tokenizer, folder: str, context: int = 2048) -> None:
    """tokenizer.json and tokenizer_config.json as Hugging Face's libraries read them."""
    os.makedirs(folder, exist_ok=True)
    tokenizer.save(os.path.join(folder, "tokenizer.json"))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": None, "eos_token": END, "pad_token": END_OF_TEXT, "unk_token": None,
        "additional_special_tokens": [START, END], "clean_up_tokenization_spaces": False, "model_max_length": context, "chat_template": TEMPLATE,
    }
    with open(os.path.join(folder, "tokenizer_config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file, ensure_ascii=False, indent=2)
        file.write("\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="where to write tokenizer.json and tokenizer_config.json")
    parser.add_argument("--conversations", type=int, default=60_000)
    parser.add_argument("--vocabulary", type=int, default=6_144, help="4,096 to 8,192, a multiple of 64")
    options = parser.parse_args()
    tokenizer = trained(options.vocabulary, options.conversations)
    write(tokenizer, options.folder)
    print(f"{tokenizer.get_vocab_size()} tokens in {options.folder}")


if __name__ == "__main__":
    main()
