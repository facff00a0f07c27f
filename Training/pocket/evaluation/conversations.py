# SPDX-License-Identifier: Apache-2.0
"""Scripted conversations: the user's side was written beforehand, the model's is what it answers."""
from evaluation.models import Model, reply
from evaluation.scoring import mentions
from evaluation.sets import talk

MAX_TOKENS = 64
LANGUAGES = {"en": "English", "fr": "French"}


def hold(model: Model, script: dict) -> list[tuple[str, str, str | None]]:
    """Each turn as what the user said, what the model answered, and a mark where the answer was checked."""
    messages, turns = talk({**script, "messages": []}), []
    for said in script["user"]:
        messages.append({"role": "user", "content": said["content"]})
        answer = reply(model, messages, MAX_TOKENS)
        messages.append({"role": "assistant", "content": answer})
        turns.append((said["content"], answer, _mark(script["language"], said, answer)))
    return turns


def _mark(language: str, said: dict, answer: str) -> str | None:
    """"right", or what is wrong, where the script has a check."""
    if "check" not in said:
        return None
    problem = mentions({"language": language, **said["check"]}, answer)
    return "right" if problem is None else problem


def markdown(scripts: list[dict], held: list[list[tuple[str, str, str | None]]]) -> str:
    """The conversations one behind the other, every answer exactly as it came."""
    marks = [mark for turns in held for _, _, mark in turns if mark is not None]
    lines = [
        "# Scripted conversations",
        "",
        f"{len(scripts)} conversations of ten turns, every answer exactly as it came (temperature 0, no retry, no choice). "
        f"Of {len(marks)} checked answers {marks.count('right')} are right; ✓ and ✗ stand behind them.",
    ]
    for number, (script, turns) in enumerate(zip(scripts, held), 1):
        lines += ["", f"## {number}. {LANGUAGES[script['language']]}", ""]
        for said, answer, mark in turns:
            sign = "" if mark is None else " ✓" if mark == "right" else " ✗"
            lines += [f"- **User:** {said}", "- **Pocket:** " + " / ".join(answer.splitlines()) + sign]
    return "\n".join(lines) + "\n"
