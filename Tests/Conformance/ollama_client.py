#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the interface for programs with Ollama's own Python client.

usage: ollama_client.py HEARTH

The models' weights are random or tiny, so what they say means nothing; what is checked is that it comes as the client expects it,
and that what was asked of it holds.
"""
import json, os

import jsonschema, ollama

from differences import largest
from serving import BUILT_IN, CHAT, EMBEDDER, FIXTURES, run

HELLO = [{"role": "user", "content": "Hello, who are you?"}]
COLD = {"temperature": 0, "num_predict": 24}
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def ask(client, **fields):
    return client.chat(**({"model": CHAT, "messages": HELLO, "options": COLD, "think": False} | fields))


def refused(status, place, call):
    try:
        result = call()
        if not hasattr(result, "model_dump"):
            list(result)
    except ollama.ResponseError as error:
        assert error.status_code == status, f"{error} is not {status}"
        assert place in error.error, f"{error.error} does not name {place}"
        return
    raise AssertionError(f"was not refused: {place}")


@check
def models_are_listed(client):
    models = {m.model: m for m in client.list().models}
    assert sorted(models) == sorted([CHAT, EMBEDDER, BUILT_IN])
    assert models[CHAT].size > 0 and len(models[CHAT].digest) == 64 and models[CHAT].details.family == "qwen3"
    assert models[CHAT].details.format == "safetensors" and models[CHAT].details.quantization_level == "Q4"
    for name in (CHAT, CHAT + ":latest"):
        shown = client.show(name)
        assert {"completion", "tools", "thinking"} == set(shown.capabilities), shown.capabilities
        assert shown.modelinfo["general.architecture"] == "qwen3" and shown.modelinfo["qwen3.context_length"] == 1024
    assert client.show(EMBEDDER).capabilities == ["embedding"]
    refused(404, "no/such", lambda: client.show("no/such"))


@check
def a_chat_is_answered(client):
    answer = ask(client, model=CHAT + ":latest")
    assert answer.model == CHAT and answer.done and answer.done_reason == "length" and answer.message.role == "assistant"
    assert answer.message.content and answer.eval_count == 24 and answer.prompt_eval_count > 5
    times = (answer.load_duration, answer.prompt_eval_duration, answer.eval_duration)
    assert all(time >= 0 for time in times) and sum(times) <= answer.total_duration + 3
    assert answer.eval_duration > 0
    assert [m.model for m in client.ps().models] == [CHAT] and client.ps().models[0].size > 0


@check
def a_stream_says_the_same(client):
    parts = list(ask(client, stream=True))
    assert [p.done for p in parts] == [False] * (len(parts) - 1) + [True]
    assert "".join(p.message.content for p in parts) == ask(client).message.content
    assert parts[-1].eval_count == 24 and parts[-1].done_reason == "length" and parts[0].eval_count is None
    for part in client.chat(CHAT, HELLO, stream=True, options=COLD | {"num_predict": 900}):
        break
    assert ask(client, options={"num_predict": 4}).eval_count == 4


@check
def a_prompt_is_answered(client):
    fields = dict(model=CHAT, options=COLD, think=False)
    answer = client.generate(prompt=HELLO[0]["content"], **fields)
    assert answer.response == ask(client).message.content and answer.done and answer.eval_count == 24
    streamed = list(client.generate(prompt=HELLO[0]["content"], stream=True, **fields))
    assert "".join(p.response for p in streamed) == answer.response
    told = client.generate(prompt="Hello", system="Be brief.", **fields)
    assert told.prompt_eval_count > client.generate(prompt="Hello", **fields).prompt_eval_count
    raw = client.generate(prompt="Once upon a time", raw=True, **fields)
    assert raw.response and raw.prompt_eval_count < told.prompt_eval_count
    # So clients have a model loaded.
    empty = client.generate(CHAT)
    assert empty.done and empty.done_reason == "load" and empty.response == ""
    assert client.chat(CHAT).done_reason == "load"


@check
def options_hold(client):
    texts = [ask(client, options={"temperature": 1.5, "seed": seed, "num_predict": 24}).message.content for seed in (7, 7, 8)]
    assert texts[0] == texts[1] != texts[2]
    whole = ask(client).message.content
    stop = next(whole[i : i + 3] for i in range(8, len(whole) - 3) if "\ufffd" not in whole[i : i + 3])
    answer = ask(client, options=COLD | {"stop": ["never said", stop]})
    assert answer.message.content == whole[: whole.index(stop)] and answer.done_reason == "stop"
    # The likeliest alone is what the temperature 0 takes.
    assert ask(client, options={"temperature": 1.5, "top_k": 1, "num_predict": 24}).message.content == whole
    assert ask(client, options=COLD | {"repeat_penalty": 1.8, "repeat_last_n": -1}).message.content != whole
    # What says how a model is run changes nothing.
    assert ask(client, options=COLD | {"num_ctx": 4096, "num_gpu": 1, "num_thread": 2}, keep_alive="5m").message.content == whole


@check
def thinking_is_told_apart(client):
    answer = ask(client, think=True, options=COLD | {"num_predict": 60})
    assert (answer.message.thinking or "") + answer.message.content
    parts = list(ask(client, think=True, options=COLD | {"num_predict": 60}, stream=True))
    assert "".join(p.message.thinking or "" for p in parts) == (answer.message.thinking or "")
    assert not ask(client).message.thinking
    history = HELLO + [answer.message, {"role": "user", "content": "And now?"}]
    assert ask(client, messages=history).eval_count == 24
    refused(400, "'think'", lambda: ask(client, model=BUILT_IN, think=True))


@check
def a_form_holds(client):
    schema = {"type": "object", "properties": {"size": {"enum": ["s", "m"]}, "n": {"type": "integer", "maximum": 9, "minimum": 0}},
              "required": ["size", "n"], "additionalProperties": False}
    options = {"temperature": 1.5, "num_predict": 100}
    for seed in range(3):
        answer = ask(client, format=schema, options=options | {"seed": seed})
        jsonschema.validate(json.loads(answer.message.content), schema)
    assert isinstance(json.loads(ask(client, format="json", options=options).message.content), dict)
    streamed = client.generate(CHAT, "Hello", format=schema, options=options, stream=True)
    jsonschema.validate(json.loads("".join(p.response for p in streamed)), schema)
    refused(400, "'format'", lambda: ask(client, format={"type": "no such type"}))
    refused(400, "'options.stop'", lambda: ask(client, format="json", options={"stop": ["}"]}))


def weather(place: str) -> str:
    """Tells the weather of a place.

    Args:
        place: where

    Returns:
        the weather
    """
    return "cold"


@check
def tools_are_offered_and_their_results_read(client):
    offered = ask(client, tools=[weather])
    assert offered.prompt_eval_count > ask(client).prompt_eval_count
    call = {"function": {"name": "weather", "arguments": {"place": "Nuuk"}}}
    history = HELLO + [{"role": "assistant", "content": "", "tool_calls": [call, call]}]
    results = [{"role": "tool", "tool_name": "weather", "content": "-3"}, {"role": "tool", "content": "-4"}]
    answer = ask(client, messages=history + results, tools=[weather])
    assert answer.prompt_eval_count > offered.prompt_eval_count
    refused(400, "'messages.1'", lambda: ask(client, messages=history))
    refused(400, "'messages.1.role'", lambda: ask(client, messages=HELLO + results[1:]))


@check
def likelihoods_come_with_their_tokens(client):
    answer = ask(client, logprobs=True, top_logprobs=3)
    assert len(answer.logprobs) == 24 and all(len(t.top_logprobs) == 3 for t in answer.logprobs)
    assert all(t.logprob <= 0 and t.top_logprobs[0].logprob == t.logprob for t in answer.logprobs)
    streamed = [t for p in ask(client, logprobs=True, top_logprobs=3, stream=True) for t in p.logprobs or []]
    assert [t.token for t in streamed] == [t.token for t in answer.logprobs]


@check
def vectors_are_those_of_the_model(client):
    reference = json.loads((FIXTURES / "embeddings" / "bert-f32" / "reference.json").read_text())
    sentences = [s for s in reference["sentences"] if s["text"] and len(s["ids"]) < 100]
    result = client.embed(EMBEDDER, [s["text"] for s in sentences])
    assert result.prompt_eval_count == sum(len(s["ids"]) for s in sentences) and result.model == EMBEDDER
    for sentence, vector in zip(sentences, result.embeddings, strict=True):
        assert largest(vector, sentence["embedding"]) < 2e-5
    one = client.embeddings(EMBEDDER + ":latest", sentences[0]["text"])
    assert largest(one.embedding, sentences[0]["embedding"]) < 2e-5
    refused(400, "'dimensions'", lambda: client.embed(EMBEDDER, "x", dimensions=8))
    refused(400, "tokens", lambda: client.embed(EMBEDDER, "word " * 5000))
    refused(404, CHAT, lambda: client.embed(CHAT, "x"))


@check
def models_are_not_changed(client):
    for call in (lambda: client.pull("llama3.2"), lambda: client.pull("llama3.2", stream=True), lambda: client.push(CHAT),
                 lambda: client.create("mine", from_=CHAT), lambda: client.copy(CHAT, "mine"), lambda: client.delete(CHAT)):
        refused(403, "Hearth", call)
    assert CHAT in [m.model for m in client.list().models]


@check
def what_cannot_be_done_is_refused_by_name(client):
    for place, fields in {
        "messages.0.role": {"messages": [{"role": "robot", "content": "x"}]},
        "messages.0.images": {"messages": [{"role": "user", "content": "x", "images": ["aGVsbG8="]}]},
        "options.mirostat": {"options": {"mirostat": 2}}, "options.temperature": {"options": {"temperature": -1}},
        "options.mystery": {"options": {"mystery": 1}},
    }.items():
        refused(400, f"'{place}'", lambda: ask(client, **fields))
    refused(400, "'context'", lambda: client.generate(CHAT, "x", context=[1, 2]))
    refused(400, "'suffix'", lambda: client.generate(CHAT, "x", suffix="y"))
    refused(404, "llama3.2", lambda: ask(client, model="llama3.2"))
    refused(400, "tokens", lambda: ask(client, messages=[{"role": "user", "content": "word " * 3000}]))


@check
def the_key_is_needed(client):
    address = str(client._client.base_url)
    refused(401, "key", lambda: ollama.Client(address).list())
    refused(401, "key", lambda: ollama.Client(address, headers={"Authorization": "Bearer wrong"}).list())
    os.environ["OLLAMA_API_KEY"] = client._client.headers["authorization"].removeprefix("Bearer ")
    try:
        assert ollama.Client(address).list().models
    finally:
        del os.environ["OLLAMA_API_KEY"]


if __name__ == "__main__":
    run(CHECKS, lambda base, key: ollama.Client(base, headers={"Authorization": f"Bearer {key}"}, timeout=120), "ollama")
