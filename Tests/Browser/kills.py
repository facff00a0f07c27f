# SPDX-License-Identifier: Apache-2.0
"""Kills the program again and again while it is used, and looks for what it had acknowledged: `kills.py [TIMES [SEED]]`; 200 times unless said otherwise.

HEARTH names the program; KEEP, where the data folder is copied to where something is wrong. Two tabs ask in the same conversation, a third begins new ones, a fourth renames, deletes, takes deletions back and
now and then restores a backup; a fifth tells facts and has some forgotten; a model is downloaded meanwhile. After each kill:

- The program starts, and what it shows agrees with what it had acknowledged. What was asked for and not acknowledged may have happened or not.
- A fact that was acknowledged is there, and no file has a word of one that was forgotten.
- A deletion that was acknowledged stays, and no file has a word of it; not while the program goes on, either, once the time to undo it is over.
- What a restored backup replaced is whole in another backup.

In the end the export has it all, no check of `hearth doctor` fails, and the download is whole. It also fails where little was acknowledged.
"""
import json
import os
import pprint
import random
import re
import shutil
import string
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from app import App
from hub import Hub
from kept import backups, conversations, facts, quoted, traces
from ledger import Ledger, words

SUGGESTED = "mlx-community/Llama-3.2-1B-Instruct-4bit"
POCKET = Path(__file__).parents[2] / "Sources" / "Pocket" / "Model"
UNDO = 8  # seconds in which a deletion can be taken back
TIMEOUT = 60  # seconds for what a busy machine is slow at
START = 20  # seconds from the start until today's backup is there
# How often, in kills.
RESTORE, NEW_DAY, WAIT = 6, 9, 40


class Stay(HTTPRedirectHandler):
    """Where a form leads to is the acknowledgement; nobody goes there."""

    def redirect_request(self, *arguments):
        return None


class Client:
    """A browser without pages. Each call answers `(status, where it leads, text)`."""

    def __init__(self, app):
        self.app = app
        self.opener = build_opener(HTTPCookieProcessor(), Stay())
        self.get(app.entrance)
        self.token = re.search(r'name="token" value="([^"]+)"', self.get(f"{app.address}/welcome")[2])[1]

    def get(self, address):
        return self.open(Request(address))

    def post(self, path, **form):
        body = urlencode({"token": self.token, **form}).encode()
        return self.open(Request(self.app.address + path, body, {"Origin": self.app.address}))

    def open(self, request):
        try:
            with self.opener.open(request, timeout=TIMEOUT) as response:
                return response.status, "", response.read().decode()
        except HTTPError as error:
            return error.code, error.headers.get("Location") or "", error.read().decode()


class Killed(Exception):
    """Nobody answers any more."""


class Round:
    """What is done between a start and the kill after it."""
    # Whether it is one of those in which a backup is restored.
    restores = True

    def __init__(self, app, ledger, number, seed):
        self.app, self.ledger, self.number, self.seed = app, ledger, number, seed
        self.rng = random.Random(f"{seed} {number}")
        self.over, self.faults = threading.Event(), []
        # Set once something was acknowledged, once a restore has been asked for, and once that was answered.
        self.told, self.restoring, self.restored = threading.Event(), threading.Event(), threading.Event()
        self.restores = self.restores and number % RESTORE == RESTORE - 1

    def run(self):
        jobs = [lambda one: self.tab(one, False), lambda one: self.tab(one, True), self.begin, self.keep_order, self.remember, self.fetch]
        threads = [threading.Thread(target=self.guarded, args=(job, index)) for index, job in enumerate(jobs)]
        for thread in threads:
            thread.start()
        self.wait()
        assert self.app.process.poll() is None, f"it ended by itself: {(self.app.home / 'log').read_text()[-2000:]}"
        self.app.kill()
        self.over.set()
        for thread in threads:
            thread.join()
        assert not self.faults, self.faults

    def wait(self):
        """Until a moment of no meaning, for which something has to have been acknowledged in four rounds of five, and half of the
        restores: on a busy machine hardly one would be, else."""
        if self.restores:
            self.restoring.wait(TIMEOUT)
            if self.rng.random() < 0.5:
                self.restored.wait(TIMEOUT)
        elif self.rng.random() < 0.8:
            self.told.wait(TIMEOUT)
        time.sleep(self.rng.uniform(0.02, 0.9))

    def guarded(self, job, index):
        try:
            job(random.Random(f"{self.seed} {self.number} {index}"))
        except (URLError, OSError, HTTPException, Killed):
            pass  # killed in the middle
        except Exception as error:  # told by the main thread
            self.faults.append(repr(error))
            self.told.set()

    def client(self):
        try:
            return Client(self.app)
        except TypeError as error:
            raise Killed from error  # half a page

    def word(self, rng):
        return "".join(rng.choices(string.ascii_lowercase, k=16))

    # What a person does

    def tab(self, rng, is_second):
        """Asks in the newest conversation, which another tab does as well, and edits what it asked."""
        client = self.client()
        while not self.over.is_set():
            session = self.ledger.newest
            if session is None:
                time.sleep(0.01)
                continue
            client.post(f"/chat/{session}/stop")
            asked, place = self.ask(client, "/chat/ask", session, f"Question {self.word(rng)}", is_second)
            if asked and rng.random() < 0.4:
                page = client.get(f"{self.app.address}/chat/{session}")[2]
                if message := re.search(r'id="edit-([^"]+)"', page):
                    client.post(f"/chat/{session}/stop")
                    self.ask(client, f"/messages/{message[1]}/edit", session, f"Edit {self.word(rng)}", is_second)

    def begin(self, rng):
        """Begins conversations."""
        client = self.client()
        while not self.over.is_set():
            self.ask(client, "/chat/ask", None, f"Question {self.word(rng)}")
            time.sleep(rng.uniform(0.1, 0.6))

    def ask(self, client, path, session, text, is_second=False):
        deed = self.ledger.question(session, text)
        form = {"session": session} if session and path == "/chat/ask" else {}
        status, place, _ = client.post(path, message=text, **form)
        if status == 303:
            self.ledger.asked_in(re.search(r"/chat/([^/#?]+)", place)[1], text, deed, session is None, is_second)
            self.told.set()
        elif session is None:
            assert status == 429, f"a new conversation: {status}"
        else:
            self.ledger.answered(session, deed, "questions", status, "messages")
        return status == 303, place

    def keep_order(self, rng):
        """Renames, deletes and takes deletions back; in some rounds a backup is restored between two of these."""
        client = self.client()
        before = rng.randrange(4)
        while not self.over.is_set():
            if self.restores and before == 0:
                self.restore(client, rng)
            before -= 1
            with self.ledger.some_session(rng) as session:
                if session is None:
                    time.sleep(0.01)
                elif rng.random() < 0.5:
                    self.change(client, self.ledger.rename, session, "titles", "titles", f"Title {self.word(rng)}")
                elif self.change(client, self.ledger.remove, session, "presence", "deletions") and rng.random() < 0.5:
                    time.sleep(rng.uniform(0, 0.1))
                    self.change(client, self.ledger.bring_back, session, "presence", "undone")

    def remember(self, rng):
        """Tells facts about somebody, and has some of them forgotten."""
        client = self.client()
        while not self.over.is_set():
            word = self.word(rng)
            self.ledger.tell(word)
            status, place, _ = client.post("/you/add", statement=f"I collect {word}", kind="preferences")
            assert status == 303, f"a fact: {status}"
            self.ledger.told(word, re.search(r"/you/facts/([^/#?]+)", place)[1])
            self.told.set()
            if rng.random() < 0.6 and (known := self.ledger.some_fact(rng)):
                status, _, _ = client.post("/you/forget", fact=known[1])
                assert status == 303, f"forgetting: {status}"
                self.ledger.forgot(known[0])
            time.sleep(rng.uniform(0, 0.3))

    def change(self, client, note, session, kind, count, title=None):
        deed = note(session, title) if title else note(session)
        way = {"titles": "rename", "deletions": "delete", "undone": "undelete"}[count]
        status, _, _ = client.post(f"/chat/{session}/{way}", **({"title": title} if title else {}))
        if self.ledger.answered(session, deed, kind, status, count):
            self.told.set()
            return True
        return False

    def restore(self, client, rng):
        # A program that was started with nothing to keep makes none until it has run for half an hour.
        end = time.monotonic() + START
        while not (there := sorted(backups(self.app.home).items())):
            if self.over.is_set() or time.monotonic() > end:
                self.restoring.set()
                self.restored.set()
                return
            time.sleep(0.01)
        name, file = rng.choice(there)
        deed = self.ledger.begin_restore(conversations(file))
        self.restoring.set()
        status, _, _ = client.post("/data/restore", backup=name)
        self.ledger.answered(None, deed, "restore", status, "restores")
        self.restored.set()

    def fetch(self, rng):
        self.client().post("/models/fetch", name=SUGGESTED)


class WaitingRound(Round):
    """Goes on for as long as a deletion can be undone, and looks whether its traces go then."""

    restores = False

    def wait(self):
        client = self.client()
        end = time.monotonic() + TIMEOUT
        # Where others hold every conversation, or have deleted it, another one comes soon.
        while not self.is_erased(client) and time.monotonic() < end:
            time.sleep(0.05)

    def is_erased(self, client):
        """Deletes a conversation and waits until its traces are gone; `False` where there was none to delete."""
        with self.ledger.some_session(self.rng) as session:
            if session is None or not self.change(client, self.ledger.remove, session, "presence", "deletions"):
                return False
            erased = {word for text in self.ledger.asked[session] for word in words(text)}
            time.sleep(UNDO)
            end = time.monotonic() + TIMEOUT
            while left := traces(self.app.home, erased - quoted(self.app.home, erased)):
                assert time.monotonic() < end, f"{UNDO} s after {session} was deleted, {left} are left"
                time.sleep(0.2)
            status, _, _ = client.post(f"/chat/{session}/undelete")
            assert status in (404, 410), f"what is erased was brought back: {status}"
            self.ledger.counts["waits"] += 1
            return True


def look(app, ledger, before):
    """Compares what there is after a start with what has to be. before: the names of the backups at the kill's time."""
    copies = {name: conversations(file) for name, file in backups(app.home).items()}
    new = [copy for name, copy in copies.items() if name.startswith("replaced-") and name not in before]
    assert len(new) <= 1, f"one restore has made {len(new)} backups"
    ledger.settle_facts(facts(app.home / "hearth.sqlite"))
    ledger.settle(conversations(app.home / "hearth.sqlite", is_open=True), new[0] if new else None)
    # What was deleted before the kill is removed from backups in the background, soon after the start.
    end = time.monotonic() + TIMEOUT
    while left := traces(app.home, ledger.gone - quoted(app.home, ledger.gone)):
        assert time.monotonic() < end, f"words of what was deleted are in {left}"
        time.sleep(0.2)
    ledger.compare_copies({name: conversations(file) for name, file in backups(app.home).items()})


def run(*command, app, **environment):
    return subprocess.run(
        [os.environ["HEARTH"], *command], env={**os.environ, "HEARTH_HOME": str(app.home), **environment}, capture_output=True, text=True,
        timeout=TIMEOUT)


def begin_a_day(app, ledger):
    """Removes today's backup, so that the next start makes one while the tabs write, and keeps no more of the others than it should."""
    for name, file in backups(app.home).items():
        if name.startswith("hearth-"):
            file.unlink()
            ledger.copies.pop(name, None)


def check_the_end(app, ledger, hub):
    health = run("doctor", "--json", app=app)
    assert not [one for one in json.loads(health.stdout) if one.get("level") == "broken"], health.stdout
    app.process.terminate()
    app.process.wait(TIMEOUT)
    with tempfile.TemporaryDirectory() as place:
        exported = run("export", f"{place}/all", app=app)
        assert exported.returncode == 0, exported.stderr
        lines = [json.loads(line) for line in (Path(place) / "all" / "messages.jsonl").read_text().splitlines()]
        lost = {text for one in ledger.sessions.values() for text in one.questions} - {line["content"] for line in lines}
        assert not lost, f"the export lacks {lost}"
    hub.rate = 1 << 30
    pulled = run("models", "pull", SUGGESTED, app=app, HF_ENDPOINT=hub.address)
    assert pulled.returncode == 0, pulled.stderr
    verified = run("models", "verify", SUGGESTED, app=app)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def check_how_much(counts, times):
    """What nobody has done cannot have been lost."""
    least = {"messages": 2 * times, "titles": times // 4, "deletions": times // 4, "undone": times // 20, "restores": times // (3 * RESTORE),
             "in a session of two tabs": times // 4, "waits": times // (2 * WAIT),
             "facts": times // 2, "forgotten": times // 8}
    little = {name: counts[name] for name, count in least.items() if counts[name] < count}
    assert not little, f"too little was acknowledged for {times} kills: {little}, expected {least}"


def main() -> None:
    times, seed = (int(one) for one in (sys.argv[1:] + ["200", "4"][len(sys.argv) - 1:])[:2])
    ledger, hub = Ledger(), Hub(POCKET, rate=200_000)
    app = App({}, hub)
    app.begin()
    try:
        for number in range(times):
            before = set(backups(app.home))
            waits = number % WAIT == WAIT // 2
            (WaitingRound if waits else Round)(app, ledger, number, seed).run()
            app.process.stdout.close()
            if number % NEW_DAY == NEW_DAY - 1:
                begin_a_day(app, ledger)
            app.start()
            look(app, ledger, before)
            if number % 20 == 19:
                print(f"{number + 1} kills, acknowledged: {ledger.counts}", flush=True)
        check_the_end(app, ledger, hub)
        check_how_much(ledger.counts, times)
        print(f"{times} kills, nothing acknowledged is lost, nothing deleted is left, the download is whole; acknowledged: {ledger.counts}")
    except AssertionError:
        if place := os.environ.get("KEEP"):
            app.kill()
            shutil.copytree(app.home, place, ignore=shutil.ignore_patterns("models"))
            Path(place, "ledger").write_text(pprint.pformat(vars(ledger), width=160))
        raise
    finally:
        app.close()
        hub.close()


if __name__ == "__main__":
    main()
