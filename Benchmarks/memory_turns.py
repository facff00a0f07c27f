#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the first word of an answer with memory on and off: `memory_turns.py HEARTH [ROUNDS]`; 6 unless said otherwise. Python's own library is enough.

Pocket answers in the real program. A round asks the same questions in a new chat with memory on and in one with memory off, in turns first. The
next question follows each answer at once, so that what was said before still waits to be learned from. Timed is from the question to the first
word in the stream that a page reads, which sends at most every 50 ms. The first question of each chat is not counted: it has no turn before it.
"""
import os
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection

from app import Server

TOLD = ["My sister Mara plays the violin in Quimper.", "I am allergic to walnuts.", "I work nights as a nurse on ward nine.",
        "My dog is called Bosco.", "I moved to Nantes in March.", "My daughter Lise is seven years old.", "I want to run the marathon in May.",
        "I grow tomatoes on the balcony.", "My landlord is Monsieur Le Goff.", "I take the tram to work every day."]
# With and without something to remember.
ASKED = ["Good morning!", "What does my sister Mara play?", "Thank you. And now?", "Am I allergic to walnuts?", "Tell me something about rain.",
         "Where do I work at night?", "That is kind of you.", "What is my dog called?", "Could you say that again?", "When is the marathon in May?"]
ANSWER = 24  # tokens


class Chats:
    """Asks as a page does."""

    def __init__(self, server):
        self.server = server
        self.token = re.search(r'name="token" value="([^"]+)"', server.get("/chat/new")[1])[1]
        server.post("/settings/answers", token=self.token, instructions="you are a helpful assistant", temperature="0", topP="",
                    maxTokens=str(ANSWER), seed="1", idleMinutes="10", runsErrands="1")

    def ask(self, text, session=None, memory=True):
        """The chat, the answer's identifier, and the milliseconds to its first word and to its end."""
        form = {"token": self.token, "message": text, **({"session": session} if session else {}), **({} if memory else {"memory": "off"})}
        began = time.perf_counter()
        response, _ = self.server.post("/chat/ask", **form)
        session, answer = re.fullmatch(r"/chat/([^#]+)#m-(.+)", response.getheader("Location") or f"{response.status}").groups()
        first, end = self.follow(answer)
        return session, answer, (first - began) * 1000, (end - began) * 1000

    def follow(self, answer):
        connection = HTTPConnection("127.0.0.1", self.server.port)
        connection.request("GET", f"/answers/{answer}/events", headers={"Cookie": self.server.cookie})
        stream, first = connection.getresponse(), None
        for line in stream:
            if line.startswith(b"event: ") and first is None and line.strip() in (b"event: grew", b"event: finished"):
                first = time.perf_counter()
            if line.strip() == b"event: finished":
                break
        connection.close()
        return first, time.perf_counter()


def waiting(home):
    """How many messages wait to be learned from, and how many answers have memories beside them."""
    with sqlite3.connect(f"file:{home}/hearth.sqlite?mode=ro", uri=True, timeout=30) as database:
        return database.execute("SELECT count(*) FROM learned WHERE isRead = 0").fetchone()[0]


def learn(chats, home):
    """Tells what is to be remembered, and waits until it is learned."""
    session = None
    for text in TOLD:
        session, *_ = chats.ask(text, session)
    end = time.monotonic() + 300
    while waiting(home):
        assert time.monotonic() < end, "nothing is learned"
        time.sleep(0.5)


def main():
    program, rounds = os.path.realpath(sys.argv[1]), int((sys.argv[2:] or ["6"])[0])
    with tempfile.TemporaryDirectory() as home:
        server = Server(program, home)
        try:
            chats = Chats(server)
            learn(chats, home)
            times, waited = {True: [], False: []}, []
            for number in range(rounds):
                for memory in (True, False) if number % 2 == 0 else (False, True):
                    session, all = None, []
                    for text in ASKED:
                        if memory and session:
                            waited.append(waiting(home))
                        session, _, first, _ = chats.ask(text, session, memory)
                        all.append(first)
                    times[memory] += all[1:]
            differences = [on - off for on, off in zip(times[True], times[False])]
            used = used_memory(home)
        finally:
            server.close()
    print(f"{len(differences)} pairs of turns; something waited to be learned from before {sum(one > 0 for one in waited)} of {len(waited)}; "
          f"{used} answers were told of the memory")
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, all in [("memory on", times[True]), ("memory off", times[False]), ("difference", differences)]:
        ordered = sorted(all)
        print(f"first word, {name:11} median {statistics.median(all):7.1f} ms   90 % {ordered[int(len(all) * 0.9)]:7.1f} ms")
    print(f"asked: within 30 ms; measured: {statistics.median(differences):+.1f} ms")


def used_memory(home):
    with sqlite3.connect(f"file:{home}/hearth.sqlite?mode=ro", uri=True, timeout=30) as database:
        return database.execute("SELECT count(*) FROM messages WHERE usesMemory = 1").fetchone()[0]


if __name__ == "__main__":
    main()
