# SPDX-License-Identifier: Apache-2.0
"""Facts that were found in a message, against those that a reader finds there."""
import json
import re
from dataclasses import dataclass, field

from corpus.conversation import KINDS
from evaluation.matching import first

LONGEST = 24  # words of a quote
MOST = 6  # facts of a message


def schema(message: str) -> dict:
    """What guided decoding is asked for: facts whose quotes are words of the message that follow one another, up to the end of a clause."""
    quotes = spans(message)
    fact = {"quote": {"enum": quotes or [""]}, "fact": {"type": "string"}, "kind": {"enum": list(KINDS)}}
    item = {"type": "object", "properties": fact, "required": list(fact), "additionalProperties": False}
    facts = {"type": "array", "items": item, "maxItems": MOST if quotes else 0}
    return {"type": "object", "properties": {"facts": facts}, "required": ["facts"], "additionalProperties": False}


# What a clause may end before, beside a mark: words that begin the next one.
NEXT = re.compile(r"\s+(?:and|but|or|so|because|though|although|while|then|et|mais|ou|car|parce|donc|puis|alors|voilà|voila|par contre|du coup|en revanche)\b", re.IGNORECASE)


def spans(message: str) -> list[str]:
    """Every run of up to `LONGEST` words that ends with a clause, without the marks at its end: evidence that stops in the middle of what was said is none."""
    words = [(match.start(), match.end()) for match in re.finditer(r"[^\s.,;:!?…\"“”«»()]+(?:[.,:][^\s.,;:!?…\"“”«»()]+)*", message)]
    ends = [at for at, (_, end) in enumerate(words) if not re.match(r"\s+\w", message[end:]) or NEXT.match(message, end)]
    return sorted({message[words[first][0] : words[last][1]] for last in ends for first in range(max(0, last - LONGEST + 1), last + 1)})


@dataclass
class Found:
    """What became of the facts that were proposed for one message."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    dropped: int = 0
    covered: int = 0
    broken: bool = False

    @property
    def problem(self) -> str | None:
        parts = ["is not JSON as asked"] if self.broken else []
        parts += [f"wrong: {fact}" for fact in self.wrong] + [f"missed: {quote}" for quote in self.missed]
        return "; ".join(parts) or None


def score(item: dict, answer: str) -> Found:
    """Drops proposals whose quote does not stand in the message, as the product does, and judges the others.

    A proposal is right when it has one of the kinds of a fact, overlaps its quote, contains a word of each group of its
    `value`, contains nothing of the item's `reject`, and is not said twice. An `optional` fact may be found and may be missed.
    """
    found = Found()
    proposals = parse(answer)
    if proposals is None:
        found.broken, proposals = True, []
    covered: list[dict] = []
    seen = set()
    for proposal in proposals:
        if not proposal["quote"].strip() or proposal["quote"] not in item["message"]:
            found.dropped += 1
            continue
        matches = [] if proposal["fact"] in seen else [f for f in item["facts"] if _matches(proposal, f, item)]
        seen.add(proposal["fact"])
        if matches:
            found.right += 1
            covered += matches
        else:
            found.wrong.append(json.dumps(proposal, ensure_ascii=False))
    for fact in item["facts"]:
        if fact in covered:
            found.covered += not fact.get("optional", False)
        elif not fact.get("optional", False):
            found.missed.append(fact["quote"])
    return found


def parse(answer: str) -> list[dict] | None:
    """The proposals of an answer, or nothing where it is not the JSON that was asked for."""
    try:
        facts = json.loads(answer)["facts"]
        whole = all(isinstance(fact[key], str) for fact in facts for key in ("kind", "quote", "fact"))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return facts if whole and isinstance(facts, list) else None


def _matches(proposal: dict, fact: dict, item: dict) -> bool:
    language = item["language"]
    return (
        proposal["kind"] in fact["kinds"]
        and _overlap(item["message"], proposal["quote"], fact["quote"])
        and all(first(proposal["fact"], group, language) for group in fact["value"])
        and not first(proposal["fact"], item.get("reject", []), language)
    )


def _overlap(message: str, quote: str, evidence: str) -> bool:
    """Whether some place of the quote in the message shares a character with the evidence."""
    start = message.index(evidence)
    places = (at for at in range(len(message)) if message.startswith(quote, at))
    return any(at < start + len(evidence) and start < at + len(quote) for at in places)
