# SPDX-License-Identifier: Apache-2.0
"""A translation server that behaves as LibreTranslate does, with the failures that a test wants."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class LibreTranslate:
    def __init__(self, key=None, pause=0.0, nonsense=(), slow_downs=0):
        """key: what it wants, if any. nonsense: texts that come back as a sign. slow_downs: requests refused with 429 first."""
        self.key, self.pause, self.nonsense, self.slow_downs = key, pause, set(nonsense), slow_downs
        self.lock = threading.Lock()
        self.asked = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def reply(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                if self.path != "/languages":
                    return self.reply(404, {})
                self.reply(200, [{"code": "en", "name": "English", "targets": ["fr"]}, {"code": "fr", "name": "French", "targets": ["en"]}])

            def do_POST(self):
                self.reply(*service.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, question):
        if self.key and question.get("api_key") != self.key:
            if "api_key" in question:
                return 403, {"error": "Invalid API key"}
            return 400, {"error": "Please contact the server operator to get an API key"}
        with self.lock:
            if question["q"] != ["hello"]:
                self.asked.append(question["q"])
                if self.slow_downs > 0:
                    self.slow_downs -= 1
                    return 429, {"error": "Slowdown: 30 per 1 minute"}
        time.sleep(self.pause)
        return 200, {"translatedText": ["🤓" if text in self.nonsense else f"{text} in English" for text in question["q"]]}

    def close(self):
        self.server.shutdown()
        self.server.server_close()
