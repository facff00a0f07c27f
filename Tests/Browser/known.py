# SPDX-License-Identifier: Apache-2.0
"""What a program knows about its user, brought in through `hearth memory import`."""

import json
import os
import subprocess
import tempfile
from pathlib import Path


def fact(id, value, kind="preferences", subject="user", quote=None, message=None, session="elsewhere", date="2026-11-20T17:00:00Z", **more):
    """A fact with one quotation, as `hearth memory export` writes it. message and session: where it was said. Without a slot it is a
    sentence that the user has kept."""
    said = {"quote": quote or value, "date": date, "utterance": message or f"{id}-m", "session": session}
    if "slot" not in more:
        more = {"also_said": "kept", **more}
    return {"id": id, "value": value, "subject": subject, "kind": kind, "polarity": "positive", "confidence": 0.9, "valid_from": date,
            "evidence": [said], **more}


def learn(app, facts):
    """Takes facts into the memory of a program that runs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memory.json"
        file.write_text(json.dumps({"format": "hearth-memory", "version": 1, "facts": facts, "profile": []}))
        memory(app, "import", str(file), "--yes")


def memory(app, *arguments):
    """What `hearth memory …` prints."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(app.home), "HEARTH_HOME": str(app.home), "TZ": "Europe/Paris"}
    return subprocess.run([os.environ["HEARTH"], "memory", *arguments], env=environment, check=True, capture_output=True, text=True).stdout


def statements(app):
    """What is known, and what waits."""
    known = json.loads(memory(app, "list", "--json"))
    return [one["value"] for one in known["facts"]], [one["value"] for one in known["queued"]]
