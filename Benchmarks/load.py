#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long pages take while models write: `load.py HEARTH [--readers 64] [--streams 8] [--seconds 20]`. Python's own library is enough.

A store of 200 conversations is made, and read by one reader, by all of them, and by all of them beside answers that a program has
written, which keep every core busy. Readers ask for the next page as soon as they have one, or after `--think` seconds.
"""
import argparse
import asyncio
import json
import os
import re
import tempfile
import time

from app import Server, fill

PAGES = {"conversation": "/chat/s{}", "history": "/history", "settings": "/settings/models", "help": "/help"}


class Reader:
    """One connection that asks for one page after the other, as a browser does."""

    def __init__(self, server, number):
        self.server, self.number, self.streams = server, number, None
        self.times = {name: [] for name in PAGES}
        self.failures = []

    async def run(self, until, think):
        # Not all in the same moment: of connections that have not yet shown who they are, the server takes only so many at once.
        await asyncio.sleep(self.number / 100)
        turn = self.number
        while time.perf_counter() < until:
            name = list(PAGES)[turn % len(PAGES)]
            began = time.perf_counter()
            try:
                status = await self.get(PAGES[name].format((turn * 37 + self.number) % 200))
                if status != 200:
                    self.failures.append(status)
            except (OSError, asyncio.IncompleteReadError) as error:
                self.failures.append(type(error).__name__)
                self.streams = None
            self.times[name].append(time.perf_counter() - began)
            turn += 1
            await asyncio.sleep(think)
        if self.streams:
            self.streams[1].close()

    async def get(self, path):
        if not self.streams:
            self.streams = await asyncio.open_connection("127.0.0.1", self.server.port)
        reader, writer = self.streams
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {self.server.cookie}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        await reader.readexactly(int(re.search(r"content-length: (\d+)", head, re.I)[1]))
        if "connection: close" in head.lower():
            writer.close()
            self.streams = None
        return int(head.split()[1])


class Program:
    """Has one answer after the other written and counts its pieces."""

    def __init__(self, server, key, model):
        self.server, self.key, self.model, self.pieces, self.refusals = server, key, model, 0, 0

    async def run(self, until):
        body = json.dumps({"model": self.model, "stream": True, "max_tokens": 4000, "temperature": 1,
                           "messages": [{"role": "user", "content": "Tell me everything about the sea, the wind and the harbour."}]})
        while time.perf_counter() < until:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(
                f"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nAuthorization: Bearer {self.key}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            try:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), until - time.perf_counter())
                if b" 200 " not in head:
                    self.refusals += 1
                    await asyncio.sleep(0.2)
                    writer.close()
                    continue
                while line := await asyncio.wait_for(reader.readline(), max(0.01, until - time.perf_counter())):
                    if b"[DONE]" in line:
                        break
                    self.pieces += b'"content"' in line
            except (asyncio.TimeoutError, asyncio.IncompleteReadError, OSError):
                pass
            writer.close()


def share(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))] * 1000


async def load(title, server, readers, programs, seconds, think):
    until = time.perf_counter() + seconds
    async with asyncio.TaskGroup() as group:
        for one in readers:
            group.create_task(one.run(until, think))
        for one in programs:
            group.create_task(one.run(until))
    print(title)
    every = {name: [time for one in readers for time in one.times[name]] for name in PAGES}
    for name, times in [*every.items(), ("all pages", sum(every.values(), []))]:
        if times:
            print(f"  {name:14} p50 {share(times, .5):7.0f} ms   p99 {share(times, .99):7.0f} ms   longest {max(times) * 1000:7.0f} ms   {len(times) / seconds:6.1f} a second")
    if failures := sum((one.failures for one in readers), []):
        print(f"  failed: {len(failures)}, such as {failures[0]}")
    if programs:
        refusals = sum(one.refusals for one in programs)
        print(f"  {len(programs)} answers     {sum(one.pieces for one in programs) / seconds:7.1f} pieces a second" + (f", {refusals} refused" if refusals else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--readers", type=int, default=64)
    parser.add_argument("--streams", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=0)
    parser.add_argument("--model", help="a folder; without one, the model that comes with Hearth answers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        if options.model:
            os.makedirs(os.path.join(home, "models/someone"))
            os.symlink(os.path.realpath(options.model), os.path.join(home, "models/someone/model"))
        server = Server(os.path.realpath(options.program), home)
        server.close()
        fill(os.path.join(home, "hearth.sqlite"), 200, 4000)
        server = Server(os.path.realpath(options.program), home)
        key = re.search(r'value="(hearth-[^"]+)"', server.get("/settings/programs")[1])[1]
        model = json.loads(server.raw("GET", "/v1/models", headers={"Authorization": f"Bearer {key}"})[1])["data"][0]["id"]

        def run(title, readers, streams):
            # What was asked before, and is not wanted any more, has ended by then.
            time.sleep(2)
            asyncio.run(load(
                title, server, [Reader(server, number) for number in range(readers)],
                [Program(server, key, model) for _ in range(streams)], options.seconds, options.think))

        run("one reader", 1, 0)
        run(f"{options.readers} readers", options.readers, 0)
        run(f"{options.streams} answers of {model}", 0, options.streams)
        run(f"{options.readers} readers beside {options.streams} answers", options.readers, options.streams)
        server.close()


if __name__ == "__main__":
    main()
