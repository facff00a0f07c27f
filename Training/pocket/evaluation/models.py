# SPDX-License-Identifier: Apache-2.0
"""The two ways to run a model: the built `hearth` program, and transformers on the folder that training wrote."""
import json
import os
import subprocess
from typing import Protocol

from evaluation.sets import Messages


class Model(Protocol):
    """Something that answers conversations. Token ids are those of the model's own tokenizer."""

    context: int

    def tokens(self, messages: Messages, answer: bool = True) -> list[int]:
        """The conversation as the chat template lays it out; with `answer`, up to where the assistant's words begin."""

    def generate(self, ids: list[int], max_tokens: int, schema: dict | None = None, **options) -> str:
        """The most likely continuation, token by token."""


def reply(model: Model, messages: Messages, max_tokens: int, schema: dict | None = None) -> str:
    """The answer to a conversation. Where the context is too short, the oldest exchanges are left out, never the system message."""
    ids = model.tokens(messages)
    while len(ids) + max_tokens > model.context and len(messages) > 3:
        messages = [messages[0], *messages[3:]]
        ids = model.tokens(messages)
    return model.generate(ids, max_tokens, schema).strip()


class Lines:
    """A `hearth model` command that answers JSON lines, started when it is first asked."""

    def __init__(self, *command: str):
        self.command = command
        self.process: subprocess.Popen | None = None

    def ask(self, question: dict) -> dict:
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:  # it has said why on standard error
            line = b""
        answer = json.loads(line) if line else {"error": "ended without an answer"}
        if "error" in answer:
            raise RuntimeError(f"{' '.join(self.command)}: {answer['error']}")
        return answer

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()


class HearthModel:
    """A model's folder, run by the program as the product runs it: its own template, tokenizer, engine and guided decoding."""

    def __init__(self, program: str, folder: str):
        self.folder = folder
        self.context = context_length(folder)
        self.template = Lines(program, "model", "template", folder)
        self.tokenizer = Lines(program, "model", "tokenize", folder)
        self.generator = Lines(program, "model", "generate", folder)

    def tokens(self, messages: Messages, answer: bool = True) -> list[int]:
        text = self.template.ask({"messages": messages, "add_generation_prompt": answer})["text"]
        return self.tokenizer.ask({"text": text, "add_special_tokens": False})["ids"]

    def generate(self, ids: list[int], max_tokens: int, schema: dict | None = None, **options) -> str:
        question = {"ids": ids, "max_tokens": max_tokens, "temperature": 0, **options}
        if schema is not None:
            question["schema"] = schema
        return self.generator.ask(question)["text"]

    def close(self) -> None:
        for lines in (self.template, self.tokenizer, self.generator):
            lines.close()


class TorchModel:
    """The folder that training wrote, run by transformers in fp32. There is no guided decoding here."""

    def __init__(self, folder: str):
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.torch = torch
        self.context = context_length(folder)
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()

    def tokens(self, messages: Messages, answer: bool = True) -> list[int]:
        text = self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=answer)
        return self.tokenizer.encode(text, add_special_tokens=False)

    def generate(self, ids: list[int], max_tokens: int, schema: dict | None = None, **options) -> str:
        prompt = self.torch.tensor([ids])
        with self.torch.inference_mode():
            whole = self.model.generate(
                prompt, attention_mask=self.torch.ones_like(prompt), max_new_tokens=max_tokens, do_sample=False
            )
        return self.tokenizer.decode(whole[0, len(ids) :], skip_special_tokens=True)

    def close(self) -> None:
        pass


def context_length(folder: str) -> int:
    """How many tokens the model was made for, as its configuration says."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        return json.load(file)["max_position_embeddings"]
