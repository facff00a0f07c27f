# SPDX-License-Identifier: Apache-2.0
"""A model hub on this machine: any name leads to the same model. It speaks what Hearth asks of Hugging Face: the list of files, and
files by ranges."""

import hashlib
import json
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PIECE = 1 << 16


class Hub:
    """Serves `model` until it is closed; `rate` is how many bytes a second it sends, all files together, and may be changed."""

    def __init__(self, model, rate=1 << 30):
        self.files = {file.name: file for file in sorted(Path(model).iterdir())}
        self.digests = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in self.files.items()}
        self.rate = rate
        self.sent = 0
        self.lock = threading.Lock()
        hub = self

        class Answer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words):
                pass

            def do_GET(self):
                hub.answer(self)

            do_HEAD = do_GET

        class Server(ThreadingHTTPServer):
            def handle_error(self, request, address):
                # Who asks may be killed meanwhile.
                if not isinstance(sys.exc_info()[1], ConnectionError):
                    super().handle_error(request, address)

        self.server = Server(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, request):
        path = request.path.split("?")[0]
        if path.startswith("/api/models/"):
            return self.send(request, 200, json.dumps(self.list()).encode(), {"Content-Type": "application/json"})
        file = self.files.get(path.rpartition("/")[2])
        if file is None or "/resolve/" not in path:
            return self.send(request, 404, b"", {})
        size = file.stat().st_size
        headers = {"ETag": f'"{self.digests[file.name]}"', "Accept-Ranges": "bytes"}
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("Range", ""))
        first, last = 0, size - 1
        if wanted:
            first, last = int(wanted[1]), min(int(wanted[2] or last), last)
            headers["Content-Range"] = f"bytes {first}-{last}/{size}"
        self.head(request, 206 if wanted else 200, last - first + 1, headers)
        if request.command == "GET":
            self.stream(request, file, first, last)

    def list(self):
        return [
            {"type": "file", "path": name, "size": file.stat().st_size, "oid": self.digests[name][:40],
             "lfs": {"oid": self.digests[name], "size": file.stat().st_size, "pointerSize": 134}}
            for name, file in self.files.items()]

    def stream(self, request, path, first, last):
        with open(path, "rb") as file:
            file.seek(first)
            left = last - first + 1
            while left > 0:
                piece = file.read(min(PIECE, left))
                with self.lock:
                    self.sent += len(piece)
                    time.sleep(len(piece) / self.rate)
                try:
                    request.wfile.write(piece)
                except OSError:
                    return  # who asked is gone
                left -= len(piece)

    def send(self, request, status, body, headers):
        self.head(request, status, len(body), headers)
        if request.command == "GET":
            request.wfile.write(body)

    def head(self, request, status, length, headers):
        request.send_response(status)
        for name, value in (headers | {"Content-Length": str(length)}).items():
            request.send_header(name, value)
        request.end_headers()
