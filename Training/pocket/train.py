#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the model: `train.py RUN --minutes N`, or `train.py RUN --tokens N [--decay M]`.

RUN is a folder with `tokenizer/` in it; the checkpoint lies beside it and training goes on from it. The learning rate rises, stays, and
falls to zero over the last quarter of the minutes or the last M tokens; so a run that was stopped at its full rate is finished by a
short one that only decays: `--tokens` a little above what it has, with that little as `--decay`.
"""
import argparse
import os
import time
from collections.abc import Callable
from dataclasses import asdict, replace

import torch

import induction
from batches import Batch, chunk, load, shifted, stream
from copying import exercises
from growth import grown, pruned
from model import Pocket, Size
from muon import Muon
from rounding import rounding

READING, WRITING, EMBEDDING, NORM = 0.02, 4e-3, 1e-2, 4e-3  # full learning rates: of matrices that read the stream, that add to it, …
EMBEDDING_BITS = 8
FINDING = 0.5  # how much it counts where the heads look that are told
SAMPLE, SAMPLED = 120, 6  # conversations, and the batches of them, on which it is seen which layers do work
AVERAGE = 0.999  # what a step leaves of the average of the weights, once there have been some thousand
NOTE = 10  # steps between two lines of the log


def kind(name: str) -> str:
    """What a parameter does."""
    if "norm" in name:
        return "norm"
    if "embed" in name:
        return "embedding"
    return "writing" if name.endswith(("o_proj.weight", "down_proj.weight")) else "reading"


class Run:
    """Model, optimisers and how far they are. `sample` is what a model is looked at with before it is pruned."""

    def __init__(self, folder: str, device: str, size: Size, bits: int | None = None, sample: Callable[[], list[Batch]] | None = None, prune: bool = False):
        self.bits = bits
        self.path = os.path.join(folder, "checkpoint.pt")
        self.device = device
        saved = torch.load(self.path, map_location=device) if os.path.exists(self.path) else None
        self.model = Pocket(Size(**saved["size"]) if saved else size)
        if not saved:
            induction.lay(self.model)
        else:
            self.model.load_state_dict(saved["model"])
        before = self.model
        if saved and prune:
            self.model = pruned(before, sample(), torch.Generator().manual_seed(saved["tokens"]))
        elif saved and size.layers > before.size.layers:
            self.model = grown(before, size.layers)
        as_saved = saved is not None and self.model is before
        self.model.to(device)
        self.bf16 = device == "cuda" or any(torch.cpu.get_capabilities().get(one) for one in ("avx512_bf16", "amx_bf16"))
        kinds: dict[str, list[torch.nn.Parameter]] = {"reading": [], "writing": [], "embedding": [], "norm": []}
        for name, parameter in self.model.named_parameters():
            kinds[kind(name)].append(parameter)
        adam = {"betas": (0.9, 0.95), "weight_decay": 0.0}
        self.optimizers = [
            Muon(kinds["reading"], READING), Muon(kinds["writing"], WRITING),
            torch.optim.AdamW(kinds["embedding"], EMBEDDING, **adam), torch.optim.AdamW(kinds["norm"], NORM, **adam),
        ]
        self.rates = (READING, WRITING, EMBEDDING, NORM)
        self.tokens = self.chunk = self.steps = 0
        if as_saved:
            for optimizer, state in zip(self.optimizers, saved["optimizers"]):
                optimizer.load_state_dict(state)
        if saved:
            self.tokens, self.chunk, self.steps = saved["tokens"], saved["chunk"] + 1, saved["steps"]
        own = saved.get("average") if as_saved else None
        # Of a wandering model the mean of its last weights is nearer to where it wanders around (Izmailov et al. 2018).
        self.average = own or {name: value.clone() for name, value in self.model.state_dict().items()}

    def save(self) -> None:
        state = {
            "model": self.model.state_dict(), "average": self.average, "optimizers": [one.state_dict() for one in self.optimizers],
            "size": asdict(replace(self.model.size, finder=self.model.finder)), "tokens": self.tokens, "chunk": self.chunk, "steps": self.steps,
        }
        torch.save(state, self.path + ".new")
        os.replace(self.path + ".new", self.path)

    def step(self, compute, batch, rate: float) -> tuple[torch.Tensor, torch.Tensor]:
        """One update; gives the loss, and that of the heads that are told where to look."""
        with rounding(self.model, self.bits, EMBEDDING_BITS):
            losses = self._learn(compute, batch)
        for optimizer in self.optimizers[2:]:
            torch.nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], 1.0)
        for optimizer, full in zip(self.optimizers, self.rates):
            optimizer.param_groups[0]["lr"] = full * rate
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.values()), list(self.model.state_dict().values()), max(1 - AVERAGE, 9 / (10 + self.steps)))
        self.steps += 1
        self.tokens += batch.tokens.size
        return losses

    def _learn(self, compute, batch) -> tuple[torch.Tensor, torch.Tensor]:
        """The gradients of one batch; gives the losses."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.bf16):
            parts = (batch.tokens, batch.targets, batch.chosen, batch.sources)
            loss, missed = compute(*(torch.from_numpy(one).to(self.device).long() for one in parts))
        (loss + FINDING * missed.sum()).backward()
        return loss.detach(), missed.detach()


def rate(tokens: int, warm_up: int, total: int, decay: int, passed: float) -> float:
    """The share of the full learning rate after so many tokens and such a share of the minutes."""
    by_tokens = (total - tokens) / decay if decay else 1.0
    by_time = (1 - passed) / 0.25
    return max(0.0, min(1.0, (tokens + warm_up / 20) / warm_up, by_tokens, by_time))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of the tokenizer and the checkpoint")
    parser.add_argument("--tokens", type=int, default=10**12, help="how many to have learned from in the end")
    parser.add_argument("--minutes", type=float, help="how long to train, in place of --tokens or beside it")
    parser.add_argument("--warm-up", type=int, default=400_000, help="over how many tokens the rate rises at the beginning")
    parser.add_argument("--decay", type=int, default=0, help="over how many of the last of them the rate falls to zero")
    parser.add_argument("--copying", type=float, default=0.0, help="how many exercises in copying for each batch of conversations")
    parser.add_argument("--batch", type=int, help="tokens of a step; 4,096 on a CPU, 65,536 on a GPU")
    parser.add_argument("--bits", type=int, help="learn with weights rounded to so many bits, embeddings to 8: for the last part")
    parser.add_argument("--limit", type=int, default=1_024, help="longest conversation")
    parser.add_argument("--layers", type=int, default=Size.layers)
    parser.add_argument("--prune", action="store_true", help="first take out the layers that do no work; --layers then adds none")
    parser.add_argument("--width", type=int, default=Size.width)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save-every", type=float, default=180, help="seconds between checkpoints")
    parser.add_argument("--workers", type=int, help="processes that draw the corpus; none on a CPU, one for each core beside a GPU")
    parser.add_argument("--compile", action="store_true", help="with torch.compile")
    options = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    tokenizer = os.path.join(options.run, "tokenizer")
    inner = -(-options.width * 11 // 4 // 64) * 64
    size = Size(vocabulary=load(tokenizer).get_vocab_size(), width=options.width, layers=options.layers, heads=options.width // Size.head_dim,
                key_value_heads=max(1, options.width // Size.head_dim // 2), inner=inner)
    run = Run(options.run, device, size, options.bits, lambda: chunk(tokenizer, options.seed, -1, 4_096, options.limit, SAMPLE)[:SAMPLED], options.prune)
    batch_size = options.batch or (65_536 if device == "cuda" else 4_096)
    compute = torch.compile(run.model, dynamic=True) if options.compile else run.model
    print(f"{sum(p.numel() for p in run.model.parameters()):,} parameters on {device}, from {run.tokens:,} tokens on", flush=True)

    workers = options.workers if options.workers is not None else ((os.cpu_count() or 2) - 1 if device == "cuda" else 0)
    began = saved = noted = time.time()
    losses, copied, since = [], None, run.tokens
    practice, due = exercises(options.seed + run.tokens, size.vocabulary, 3, batch_size), 0.0
    for run.chunk, batch in stream(tokenizer, options.seed, batch_size, options.limit, workers, run.chunk):
        passed = (time.time() - began) / (60 * options.minutes) if options.minutes else 0.0
        if run.tokens >= options.tokens or passed >= 1:
            break
        losses.append(run.step(compute, batch, rate(run.tokens, options.warm_up, options.tokens, options.decay, passed)))
        due += options.copying
        if due >= 1:
            due -= 1
            copied, _ = run.step(compute, shifted(*next(practice)), rate(run.tokens, options.warm_up, options.tokens, options.decay, passed))
        now = time.time()
        if len(losses) == NOTE:
            loss, (found, led) = ((sum(part) / NOTE).tolist() for part in zip(*losses))
            print(f"{run.tokens:>12,} tokens  loss {loss:.4f}  finding {found:.3f}  leading {led:.3f}  "
                  f"{(run.tokens - since) / (now - noted):,.0f} tokens/s"
                  + (f"  copying {copied.item():.4f}" if copied is not None else ""), flush=True)
            losses, since, noted = [], run.tokens, now
        if now - saved > options.save_every:
            run.save()
            saved = now
    run.save()


if __name__ == "__main__":
    main()
