#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores a model on the hand-written sets: `evaluate.py HEARTH MODEL [SET …]`; evaluation/README.md says how.

Needs Python 3.10 and a built `hearth` program; with `--torch`, PyTorch and transformers instead of the program.
"""
import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field

from evaluation import conversations, extraction, quality
from evaluation.models import HearthModel, Model, TorchModel, reply
from evaluation.sets import DEVELOPMENT, EXTRACTION_PRECISION, EXTRACTION_RECALL, SETS, load

LANGUAGES = ("en", "fr")


@dataclass
class Row:
    """One line of the table: shares as right answers and answers in all, by language."""

    name: str
    asked: float | None
    right: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LANGUAGES, 0))
    of: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LANGUAGES, 0))
    note: str = ""

    def add(self, language: str, right: int, of: int = 1) -> None:
        self.right[language] += right
        self.of[language] += of

    def share(self, *languages: str) -> float | None:
        of = sum(self.of[language] for language in languages)
        return sum(self.right[language] for language in languages) / of if of else None


@dataclass
class Failure:
    """An answer that was not good, and why."""

    set: str
    number: int
    language: str
    asked: str
    answer: str
    problem: str


def run_set(model: Model, name: str, guided: bool) -> tuple[list[Row], list[Failure]]:
    """Asks every item of a set, in order."""
    evaluation, failures, found = (SETS | DEVELOPMENT)[name], [], []
    row = Row(name, evaluation.asked)
    for number, item in enumerate(load(name), 1):
        prompt = evaluation.prompt(item)
        answer = reply(model, prompt, evaluation.max_tokens, evaluation.schema(item) if guided and evaluation.schema else None)
        problem = evaluation.problem(item, answer)
        row.add(item["language"], problem is None)
        if name == "extraction":
            found.append((item["language"], extraction.score(item, answer)))
        if problem is not None:
            asked = item["messages"][-1]["content"] if "messages" in item else item["message"]
            failures.append(Failure(name, number, item["language"], asked, answer, problem))
    return (list(extraction_rows(found)) if found else [row]), failures


def extraction_rows(found: list[tuple[str, extraction.Found]]) -> Iterator[Row]:
    """Precision over the proposals that stand in their messages, recall over the facts that are asked for."""
    dropped, broken = sum(f.dropped for _, f in found), sum(f.broken for _, f in found)
    precision = Row("extraction precision", EXTRACTION_PRECISION, note=f"{dropped} dropped: no such quote")
    recall = Row("extraction recall", EXTRACTION_RECALL, note=f"{broken} not JSON" if broken else "")
    for language, result in found:
        precision.add(language, result.right, result.right + len(result.wrong))
        recall.add(language, result.covered, result.covered + len(result.missed))
    yield precision
    yield recall


def run_conversations(model: Model, path: str | None) -> tuple[list[Row], list[Failure]]:
    """Holds the scripted conversations, writes them where asked to, and counts the checks in them."""
    scripts, row, failures = load("conversations"), Row("conversations, checks", None), []
    held = [conversations.hold(model, script) for script in scripts]
    for number, (script, turns) in enumerate(zip(scripts, held), 1):
        for said, answer, mark in turns:
            if mark is None:
                continue
            row.add(script["language"], mark == "right")
            if mark != "right":
                failures.append(Failure("conversations", number, script["language"], said, answer, mark))
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(conversations.markdown(scripts, held))
    return [row], failures


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def show(rows: list[Row], failures: list[Failure]) -> None:
    print(f"{'set':<24}{'items':>6}{'score':>8}{'asked':>8}{'en':>8}{'fr':>8}")
    for row in rows:
        shares = (row.share(*LANGUAGES), row.asked, row.share("en"), row.share("fr"))
        note = f"  {row.note}" if row.note else ""
        print(f"{row.name:<24}{sum(row.of.values()):>6}" + "".join(f"{percent(s):>8}" for s in shares) + note)
    for failure in failures:
        print(f"\n{failure.set} {failure.number} ({failure.language}): {failure.problem}")
        print(f"  asked:  {failure.asked}\n  answer: {failure.answer!r}")


def show_quality(program: str, model: HearthModel, parent: str, as_json: bool) -> None:
    results = list(quality.measure(program, model, parent))
    if as_json:
        print(json.dumps({name: value for name, value, _, _ in results}))
        return
    for name, value, asked, holds in results:
        limit = "" if asked == float("inf") else f"   asked {asked}: {'yes' if holds else 'NO'}"
        print(f"{name:<38}{value:>9.4f}{limit}")


def evaluate(options: argparse.Namespace) -> None:
    with closing(TorchModel(options.model) if options.torch else HearthModel(options.hearth, options.model)) as model:
        if "quality" in options.set:
            return show_quality(options.hearth, model, options.against, options.json)
        rows, failures = [], []
        for name in [one for name in options.set or [*SETS, "conversations"] for one in (DEVELOPMENT if name == "development" else [name])]:
            if name == "conversations":
                more = run_conversations(model, options.write)
            else:
                more = run_set(model, name, guided=not options.unguided)
            rows += more[0]
            failures += more[1]
            print(f"{name}: done", file=sys.stderr)
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "failures": [asdict(f) for f in failures]}))
    else:
        show(rows, failures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth", help="the built program; - with --torch")
    parser.add_argument("model", help="the model's folder")
    choices = [*SETS, "conversations", "development", "quality"]
    parser.add_argument("set", nargs="*", help=", ".join(choices) + "; without one, all but development and quality")
    parser.add_argument("--torch", action="store_true", help="run the folder with transformers")
    parser.add_argument("--unguided", action="store_true", help="extract without the schema")
    parser.add_argument("--write", metavar="FILE.md", help="where to write the conversations as they came")
    parser.add_argument("--against", metavar="DIR", help="for quality: the bf16 folder that the model was made from")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if unknown := [name for name in options.set if name not in choices]:
        parser.error(f"there is no set {unknown[0]}; there are {', '.join(choices)}")
    if "quality" in options.set and (options.torch or options.against is None or len(options.set) > 1):
        parser.error("quality stands alone, needs --against, and runs with the program")
    try:
        evaluate(options)
    except (OSError, RuntimeError, ValueError, KeyError) as error:
        sys.exit(f"evaluate.py: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
