# SPDX-License-Identifier: Apache-2.0
"""Has a started Hearth use models of llama.cpp's server, as a browser would: remote.py HEARTH MODEL.gguf. See the script of that name.

One server is on another machine, as far as networks go: what is sent there leaves this one, so Hearth has to ask first and to say so
ever after. One is another program of this machine, where nothing leaves it. What Hearth shows is compared with what a server itself
answers to the same question, and what goes wrong with what Hearth says of it.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

KEY = "sk-conformance-0123456789"
INSTRUCTIONS = "Be brief."
failures = 0


def check(what, holds, detail=""):
    global failures
    failures += not holds
    print(("ok    " if holds else "FAILS ") + what + (f": {detail}" if detail and not holds else ""))


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def ip(*words):
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


class FarMachine:
    """A network of its own at the other end of a wire. The kernel takes both away when the last process in them ends."""

    ADDRESS, NEAR = "10.87.0.2", "10.87.0.1"

    def __init__(self):
        assert not ip("route"), "this network leads somewhere; run Tests/Conformance/remote, which makes one that does not"
        ip("link", "set", "lo", "up")
        ip("link", "add", "near", "type", "veth", "peer", "name", "far")
        # Somebody has to be there, or there would be no network.
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.network = f"/proc/{self.holder.pid}/ns/net"
        while os.readlink(self.network) == os.readlink("/proc/self/ns/net"):
            time.sleep(0.01)
        ip("link", "set", "far", "netns", str(self.holder.pid))
        ip("address", "add", f"{self.NEAR}/30", "dev", "near")
        ip("link", "set", "near", "up")
        for words in (["address", "add", f"{self.ADDRESS}/30", "dev", "far"], ["link", "set", "far", "up"], ["link", "set", "lo", "up"]):
            subprocess.run([*self.command(), "ip", *words], check=True)

    def command(self):
        """What stands before a command that is to run there."""
        return ["nsenter", f"--net={self.network}"]


class Server:
    """llama.cpp's server. at: where Hearth finds it. before: what stands before its command."""

    def __init__(self, model, address, before=()):
        self.address, self.port = address, free_port()
        self.at = f"{address}:{self.port}"
        self.log = tempfile.NamedTemporaryFile("w+")
        command = [*before, sys.executable, "-m", "llama_cpp.server", "--model", model, "--model_alias", "small", "--host", address,
                   "--port", str(self.port), "--api_key", KEY, "--n_ctx", "512", "--chat_format", "chatml", "--verbose", "False"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        for _ in range(600):
            try:
                socket.create_connection((address, self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"llama_cpp.server did not start: {Path(self.log.name).read_text()[-2000:]}")
                time.sleep(0.1)
        sys.exit("llama_cpp.server did not come up")

    def name(self):
        """The name that Hearth has for its model."""
        return f"http://{self.at}/v1/small"

    def asked(self):
        """How many times it was asked for an answer."""
        return Path(self.log.name).read_text().count("POST /v1/chat/completions")

    def answer(self, question):
        """What it answers by itself, without Hearth. In pieces, as Hearth asks for it: in pieces, this server leaves out characters
        whose bytes come in several tokens, which a small random model writes; whole, it does not."""
        body = json.dumps({"model": "small", "temperature": 0, "max_tokens": 24, "stream": True, "messages": [
            {"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": question}]}).encode()
        request = urllib.request.Request(f"http://{self.at}/v1/chat/completions", body, {
            "Content-Type": "application/json", "Authorization": f"Bearer {KEY}"})
        with urllib.request.urlopen(request, timeout=60) as response:
            pieces = [json.loads(line[6:]) for line in response if line.startswith(b"data: {")]
        return "".join(piece["choices"][0]["delta"].get("content") or "" for piece in pieces).strip()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Browser:
    """Keeps the cookie, fills in the token of forms, and follows redirects."""

    def __init__(self, start):
        self.host = urllib.parse.urlsplit(start).netloc
        self.cookie = ""
        self.get(start[start.index("/enter"):])

    def send(self, method, path, body=None):
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        if answer.status in (302, 303, 307) or answer.getheader("Location"):
            return self.get(answer.getheader("Location"))
        return answer.status, text, path

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, **fields):
        page = self.get("/settings/appearance")[1]
        fields["token"] = re.search(r'name="token" value="([^"]+)"', page)[1]
        return self.send("POST", path, urllib.parse.urlencode(fields))


def start_hearth(hearth, home):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HEARTH", "XDG"))}
    environment |= {"HEARTH_HOME": home, "XDG_CONFIG_HOME": os.path.join(home, "config")}
    process = subprocess.Popen([hearth, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True)
    while "/enter?token=" not in (line := process.stdout.readline()):
        if not line:
            sys.exit("hearth did not start")
    return process, line.strip()


def ask(browser, question, session=None):
    fields = {"message": question} | ({"session": session} if session else {})
    status, text, path = browser.post("/chat/ask", **fields)
    session = path.split("/")[2].split("#")[0]
    for _ in range(600):
        text = browser.get(f"/chat/{session}")[1]
        if "aria-busy" not in text:
            break
        time.sleep(0.1)
    return session, text


def alerts(text):
    """What a page warns of, without its markup."""
    return " | ".join(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", part[:500])) for part in text.split('role="alert"')[1:])


def add(browser, server):
    """Adds the server's model. Answers where that leads to, and what is there."""
    text = browser.post("/models/elsewhere/look", address=server.at, key="sk-wrong")[1]
    check("a wrong key is told of", "did not accept the API key" in text)
    text = browser.post("/models/elsewhere/look", address=server.at, key=KEY)[1]
    check("the server's models are found", '<option value="small" selected' in text)
    check("the key is in no page", KEY not in text)
    _, text, path = browser.post("/models/elsewhere/add", address=f"http://{server.at}/v1", model="small")
    return path, text


def leaves_nothing_before_consent(browser, far):
    path, text = add(browser, far)
    check("consent is asked for", path.startswith("/models/elsewhere/consent") and f"is sent to {far.at}" in text, path)
    check("the page says that others could read along", "not encrypted" in text)
    path = browser.post("/models/choose", name=far.name())[2]
    check("choosing the model asks for consent as well", path.startswith("/models/elsewhere/consent"), path)
    _, text = ask(browser, "Who is there?")
    check("before consent, this machine answers", f"Sent to {far.at}" not in text and f"Answer from {far.at}" not in text)
    check("before consent, nothing is sent", far.asked() == 0)


def says_what_leaves(browser, far):
    browser.post("/models/elsewhere/agree", name=far.name())
    text = browser.post("/models/elsewhere/check", name=far.name())[1]
    check("the endpoint is reached", f"{far.at} answered and has" in text)

    question = "Where is the sea?"
    session, text = ask(browser, question)
    # The second time it is asked for a title.
    check("with consent, the question is sent", far.asked() in (1, 2), str(far.asked()))
    export = browser.get(f"/chat/{session}/export")[1]
    answer = far.answer(question)
    check("the answer is the server's own", answer and answer in export, f"{answer!r} is not in {export!r}")
    check("the answer says where it comes from", f"Answer from {far.at}" in text and "on this computer" not in text)
    check("the question says where it went", f"Sent to {far.at}" in text)
    check("the bar says where it goes", f'data-chat-model="brief">{far.at}' in text and "Leaves this machine" in text)
    check("the export says where it comes from", f"(at {far.at})" in export)
    _, text = ask(browser, "And the sky?", session)
    check("a conversation goes on", text.count(f"Answer from {far.at}") == 2)
    _, text = ask(browser, "word " * 1500, session)
    check("a conversation that is too long is told of", "role=\"alert\"" in text and far.at in text)


def reads_the_journal_with_a_consent_of_its_own(browser, far):
    entry = str(uuid.uuid4())
    browser.post("/journal/write", entry=entry, text="We planted three apple trees behind the house.", day=time.strftime("%Y-%m-%d"))

    def asked_by_journal():
        """How many times the server is asked for an answer from the journal."""
        # Titles of conversations come in the background.
        before = quiet(far)
        path = browser.post("/journal/ask", q="What did we plant?")[2]
        while "data-working" in (text := browser.get(path)[1]):
            time.sleep(0.1)
        return quiet(far) - before, text

    count, text = asked_by_journal()
    check("without consent for the journal, nothing of it is sent", count == 0 and f"sent to {far.at}" not in text, f"{count}, {text[-500:]}")
    check("it is answered all the same", "apple trees" in text)
    browser.post("/models/elsewhere/purposes", address=f"http://{far.at}/v1", journal="1")
    check("the page says where entries go", f"sent to {far.at}" in browser.get("/journal/ask")[1])
    count, _ = asked_by_journal()
    check("with consent, the server is asked", count >= 1, str(count))
    browser.post("/models/elsewhere/purposes", address=f"http://{far.at}/v1")
    check("and no more once that is taken back", asked_by_journal()[0] == 0)


def quiet(server):
    """How many times a server has been asked, once a second has gone by without another time."""
    while True:
        count = server.asked()
        time.sleep(1)
        if server.asked() == count:
            return count


def tells_of_a_server_that_is_gone(browser, far):
    session, _ = ask(browser, "Tell me a long story.")
    far.stop()
    _, text = ask(browser, "Are you there?", session)
    check("a server that is gone is told of", f"Nothing answers at {far.at}" in text, alerts(text))


def needs_no_consent_here(browser, here):
    path, text = add(browser, here)
    check("a program of this machine needs no consent", path == "/settings/models" and f"On this computer, at {here.at}" in text, path)
    path = browser.get(f"/models/elsewhere/consent?{urllib.parse.urlencode({'name': here.name()})}")[2]
    check("it has no page of consent", path == "/settings/models", path)
    path = browser.post("/models/choose", name=here.name())[2]
    check("it can be chosen as it is", path == "/settings/models", path)
    question = "Where is the moon?"
    session, text = ask(browser, question)
    answer = here.answer(question)
    export = browser.get(f"/chat/{session}/export")[1]
    check("the answer is that program's own", answer and answer in export, f"{answer!r} is not in {export!r}")
    check("the answer says where it comes from", f"Answer from {here.at}, on this computer" in text)
    check("no page says that anything leaves", "Sent to" not in text and "Leaves this machine" not in text)


def use(hearth, home, far, here):
    process, start = start_hearth(hearth, home)
    try:
        browser = Browser(start)
        browser.post("/welcome", language="en")
        browser.post("/settings/answers", instructions=INSTRUCTIONS, temperature="0", maxTokens="24", topP="", seed="",
                     idleMinutes="10")
        leaves_nothing_before_consent(browser, far)
        says_what_leaves(browser, far)
        reads_the_journal_with_a_consent_of_its_own(browser, far)
        needs_no_consent_here(browser, here)
        browser.post("/models/choose", name=far.name())
        tells_of_a_server_that_is_gone(browser, far)
    finally:
        process.terminate()
        process.wait()
    found = [path for folder, _, files in os.walk(home) for path in (os.path.join(folder, file) for file in files)
             if KEY.encode() in Path(path).read_bytes()]
    check("the key is in no file as it is", not found, str(found))


def main(hearth, model):
    machine = FarMachine()
    far, here = Server(model, machine.ADDRESS, machine.command()), Server(model, "127.0.0.1")
    with tempfile.TemporaryDirectory() as home:
        use(hearth, home, far, here)
    # What else was started ends with this network: see the script.
    sys.exit(f"{failures} checks failed" if failures else 0)


main(*sys.argv[1:])
