# SPDX-License-Identifier: Apache-2.0
"""What quantisation and the fast precision cost, on dialogues that were held out of training."""
import math
from collections.abc import Iterator

from evaluation.models import HearthModel, Lines
from evaluation.sets import SETS, load, talk

# Asked of a release.
PERPLEXITY_RATIO, MEAN_KL, EQUAL_TEXT = 1.05, 0.01, 0.95
TOKENS = 64


def answered(model: HearthModel, item: dict) -> tuple[list[int], list[int]]:
    """A dialogue as tokens, and the positions of those that the assistant wrote, with the marker that ends its turn."""
    messages, positions = talk(item), []
    ids = model.tokens(messages, answer=False)
    for at, message in enumerate(messages):
        if message["role"] != "assistant":
            continue
        start, end = model.tokens(messages[:at]), model.tokens(messages[: at + 1], answer=False)
        if ids[: len(start)] != start or ids[: len(end)] != end:
            raise ValueError("the chat template lays out the beginning of a conversation otherwise than the whole")
        positions += range(len(start), len(end))
    return ids, positions


def log_probabilities(logits: list[float]) -> list[float]:
    """In nats, in fp64."""
    top = max(logits)
    total = top + math.log(math.fsum(math.exp(x - top) for x in logits))
    return [x - total for x in logits]


def divergence(p: list[float], q: list[float]) -> float:
    """KL(p ‖ q) in nats, of log-probabilities."""
    return math.fsum(math.exp(a) * (a - b) for a, b in zip(p, q))


def perplexity(losses: list[float]) -> float:
    return math.exp(math.fsum(losses) / len(losses))


def measure(program: str, model: HearthModel, parent: str) -> Iterator[tuple[str, float, float, bool]]:
    """Name, value, what is asked, and whether it holds. `parent`: the folder in bf16 that the model was quantised from."""
    runs = {
        "parent": Lines(program, "model", "logits", parent, "--precision", "reference"),
        "reference": Lines(program, "model", "logits", model.folder, "--precision", "reference"),
        "fast": Lines(program, "model", "logits", model.folder, "--precision", "fast"),
    }
    losses: dict[str, list[float]] = {name: [] for name in runs}
    divergences = []
    for item in load("dialogues"):
        ids, positions = answered(model, item)
        logits = {name: run.ask({"ids": ids})["logits"] for name, run in runs.items()}
        for at in positions:
            row = {name: log_probabilities(logits[name][at - 1]) for name in runs}
            for name in runs:
                losses[name].append(-row[name][ids[at]])
            divergences.append(divergence(row["reference"], row["fast"]))
    for run in runs.values():
        run.close()
    value = {name: perplexity(loss) for name, loss in losses.items()}
    yield "perplexity, parent", value["parent"], math.inf, True
    yield "perplexity, reference", value["reference"], math.inf, True
    yield "perplexity, fast", value["fast"], math.inf, True
    ratio = value["reference"] / value["parent"]
    yield "perplexity, reference to parent", ratio, PERPLEXITY_RATIO, ratio <= PERPLEXITY_RATIO
    mean = math.fsum(divergences) / len(divergences)
    yield "mean KL, fast from reference", mean, MEAN_KL, mean <= MEAN_KL
    share = equal_text(model)
    yield "equal greedy text, fast and reference", share, EQUAL_TEXT, share >= EQUAL_TEXT


def equal_text(model: HearthModel) -> float:
    """The share of the sets' prompts that both precisions continue with the same text of 64 tokens."""
    equal = []
    for name, evaluation in SETS.items():
        for item in load(name):
            ids = model.tokens(evaluation.prompt(item))
            fast, exact = (model.generate(ids, TOKENS, precision=p) for p in ("fast", "reference"))
            equal.append(fast == exact)
    return sum(equal) / len(equal)
