# SPDX-License-Identifier: Apache-2.0
"""What lies in a data folder: the conversations of its databases, and the bytes of its files."""

import re
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Conversation:
    title: str
    questions: set = field(default_factory=set)


def conversations(file: Path, is_open=False) -> dict[str, Conversation]:
    """The conversations that a database shows, by their identifiers. is_open: whether a program may be writing to it."""
    connection = sqlite3.connect(f"file:{file}?mode=ro{'' if is_open else '&immutable=1'}", uri=True, timeout=30)
    try:
        # Both from one moment.
        connection.execute("BEGIN")
        shown = {name: Conversation(title) for name, title in connection.execute("SELECT id, title FROM sessions WHERE deletedAt IS NULL")}
        for session, text in connection.execute("SELECT session, content FROM messages WHERE role = 'user'"):
            if session in shown:
                shown[session].questions.add(text)
        return shown
    finally:
        connection.close()


def facts(file: Path) -> dict[str, str]:
    """The identifiers of the facts that a database holds, by their words of 16 letters."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)
    try:
        return {re.search(r"[a-z]{16}", statement)[0]: id for id, statement in connection.execute("SELECT id, statement FROM facts")}
    finally:
        connection.close()


def backups(home: Path) -> dict[str, Path]:
    """Hearth's own backups by their names."""
    return {file.name: file for file in (home / "backups").glob("*.sqlite")}


# So much of a word is enough to know it by: where many words are alike, an index leaves out how they begin.
END = 10


def quoted(home: Path, words: set[str]) -> set[str]:
    """Those of the words that an answer of a conversation holds that is shown: a model may repeat what the memory told it of another one. They go with that conversation."""
    files = {home / "hearth.sqlite": "", **dict.fromkeys(backups(home).values(), "&immutable=1")}
    text = ""
    for file, how in files.items():
        connection = sqlite3.connect(f"file:{file}?mode=ro{how}", uri=True, timeout=30)
        try:
            text += " ".join(answer for answer, in connection.execute(
                "SELECT content FROM messages JOIN sessions ON sessions.id = session WHERE role = 'assistant' AND deletedAt IS NULL"))
        finally:
            connection.close()
    return {word for word in words if word[-END:] in text}


def traces(home: Path, words: set[str]) -> dict[str, list[str]]:
    """The files of a data folder, but for models, that hold one of these words of 16 letters, and which."""
    ends = {word[-END:].encode(): word for word in words}
    found = defaultdict(list)
    for file in home.rglob("*"):
        if not file.is_file() or home / "models" in file.parents:
            continue
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            continue  # it has just been removed
        runs = {run for run in re.findall(rb"[a-z]{%d,}" % END, data)}
        for end in {run[at:at + END] for run in runs for at in range(len(run) - END + 1)} & ends.keys():
            found[ends[end]].append(str(file.relative_to(home)))
    return dict(found)
