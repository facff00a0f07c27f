#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the interface for programs with OpenAI's own Python client.

usage: openai_client.py HEARTH

Starts `hearth serve` on a free port over tiny models of the fixtures, in a home of its own. Their weights are random, so what
they say means nothing; what is checked is that it comes as the client expects it, and that what was asked of it holds.
"""
import base64, json, math

import jsonschema, openai
from pydantic import BaseModel

from differences import largest
from serving import BUILT_IN, CHAT, EMBEDDER, FIXTURES, run

CONTEXT = 1024
HELLO = [{"role": "user", "content": "Hello, who are you?"}]
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tells the weather of a place.",
        "parameters": {
            "type": "object",
            "properties": {"place": {"enum": ["Nuuk", "Sisimiut"]}, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
            "required": ["place", "days"],
            "additionalProperties": False,
        },
    },
}
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def refused(kind, param, call, code=None):
    try:
        call()
    except kind as error:
        assert type(error) is kind, f"{type(error)} is not {kind}"
        assert error.body["message"] and error.body["type"] == "invalid_request_error", error.body
        assert error.param == param, f"param is {error.param!r}, not {param!r}: {error}"
        assert code is None or error.code == code, f"code is {error.code!r}, not {code!r}"
        return
    raise AssertionError(f"was not refused: {param}")


def ask(client, **fields):
    return client.chat.completions.create(**({"model": CHAT, "messages": HELLO, "max_tokens": 24, "temperature": 0} | fields))


@check
def models_are_listed(client):
    assert sorted(m.id for m in client.models.list()) == sorted([CHAT, EMBEDDER, BUILT_IN])
    assert client.models.retrieve(CHAT).owned_by == "tiny"
    refused(openai.NotFoundError, "model", lambda: client.models.retrieve("no/such"), "model_not_found")


@check
def a_chat_is_answered(client):
    answer = ask(client)
    choice = answer.choices[0]
    assert answer.object == "chat.completion" and answer.model == CHAT and answer.id.startswith("chatcmpl-")
    assert choice.message.role == "assistant" and choice.finish_reason == "length" and choice.logprobs is None
    assert answer.usage.completion_tokens == 24
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + 24
    # The second time, all of the prompt but its last token is still there.
    assert ask(client).usage.prompt_tokens_details.cached_tokens >= answer.usage.prompt_tokens - 1


def said(choice):
    return (getattr(choice, "reasoning_content", None) or "") + (choice.content or "")


@check
def a_stream_says_the_same(client):
    chunks = list(ask(client, stream=True, stream_options={"include_usage": True}))
    assert all(c.object == "chat.completion.chunk" and c.id == chunks[0].id for c in chunks)
    assert chunks[0].choices[0].delta.role == "assistant"
    assert "".join(said(c.choices[0].delta) for c in chunks if c.choices) == said(ask(client).choices[0].message)
    assert [c.choices[0].finish_reason for c in chunks if c.choices][-1] == "length"
    assert chunks[-1].choices == [] and chunks[-1].usage.completion_tokens == 24
    assert all(c.usage is None for c in chunks[:-1])
    # The client's own reader of streams puts the same together.
    with client.chat.completions.stream(model=CHAT, messages=HELLO, max_tokens=24, temperature=0, stop=["\ufffe"]) as stream:
        pieces = [said(e.chunk.choices[0].delta) for e in stream if e.type == "chunk" and e.chunk.choices]
    assert "".join(pieces) == said(ask(client).choices[0].message)


@check
def a_stream_can_be_left(client):
    with ask(client, stream=True, max_tokens=900) as stream:
        next(iter(stream))
    assert ask(client, max_tokens=4).usage.completion_tokens == 4


@check
def a_seed_gives_the_same_again(client):
    texts = [said(ask(client, temperature=1.5, seed=seed).choices[0].message) for seed in (7, 7, 8)]
    assert texts[0] == texts[1] != texts[2]


@check
def a_stop_ends_before_itself(client):
    prompt = {"model": CHAT, "prompt": "Once upon a time", "max_tokens": 40, "temperature": 0}
    whole = client.completions.create(**prompt).choices[0].text
    stop = next(whole[i : i + 3] for i in range(8, len(whole) - 3) if "\ufffd" not in whole[i : i + 3])
    end = whole.index(stop)
    for fields in ({"stop": stop}, {"stop": ["never said", stop]}):
        answer = client.completions.create(**prompt, **fields)
        assert answer.choices[0].text == whole[:end] and answer.choices[0].finish_reason == "stop"
        assert 0 < answer.usage.completion_tokens <= 40
    pieces = client.completions.create(**prompt, stop=stop, stream=True)
    assert "".join(p.choices[0].text for p in pieces) == whole[:end]


@check
def likelihoods_name_the_token_that_was_taken(client):
    answer = ask(client, logprobs=True, top_logprobs=5)
    tokens = answer.choices[0].logprobs.content
    assert len(tokens) == 24
    for token in tokens:
        assert token.top_logprobs[0].token == token.token and token.top_logprobs[0].logprob == token.logprob
        assert [t.logprob for t in token.top_logprobs] == sorted((t.logprob for t in token.top_logprobs), reverse=True)
        assert sum(math.exp(t.logprob) for t in token.top_logprobs) <= 1.0001
        assert len(token.top_logprobs) == 5 and token.bytes
    streamed = [t for c in ask(client, logprobs=True, top_logprobs=5, stream=True) for t in c.choices[0].logprobs.content]
    assert [t.token for t in streamed] == [t.token for t in tokens]
    assert ask(client, logprobs=True).choices[0].logprobs.content[0].top_logprobs == []


class Person(BaseModel):
    name: str
    age: int
    colours: list[str]


@check
def a_schema_holds(client):
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 2, "maxLength": 8},
            "size": {"enum": ["s", "m", "l"]},
            "ratings": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 5}, "maxItems": 4},
            "parent": {"$ref": "#/$defs/name"},
        },
        "required": ["name", "size", "ratings", "parent"],
        "additionalProperties": False,
        "$defs": {"name": {"type": ["string", "null"], "maxLength": 5}},
    }
    form = {"type": "json_schema", "json_schema": {"name": "thing", "strict": True, "schema": schema}}
    for seed in range(5):
        answer = ask(client, response_format=form, temperature=1.5, seed=seed, max_tokens=150)
        jsonschema.validate(json.loads(answer.choices[0].message.content), schema)
        assert answer.choices[0].finish_reason == "stop"
    pieces = ask(client, response_format=form, stream=True, max_tokens=150)
    jsonschema.validate(json.loads("".join(p.choices[0].delta.content or "" for p in pieces)), schema)
    # What the client makes of a class, and the class that it makes of the answer.
    parsed = client.chat.completions.parse(
        model=CHAT, messages=HELLO, response_format=Person, max_tokens=200, temperature=0)
    assert isinstance(parsed.choices[0].message.parsed, Person)
    value = json.loads(ask(client, response_format={"type": "json_object"}, max_tokens=60).choices[0].message.content)
    assert isinstance(value, dict)


@check
def a_schema_that_cannot_hold_is_refused(client):
    form = lambda schema: {"type": "json_schema", "json_schema": {"name": "thing", "schema": schema}}
    for stream in (False, True):
        refused(openai.BadRequestError, "response_format",
                lambda: ask(client, stream=stream, response_format=form({"type": "no such type"})))
    refused(openai.BadRequestError, "response_format.json_schema.schema", lambda: ask(
        client, response_format={"type": "json_schema", "json_schema": {"name": "thing"}}))
    refused(openai.BadRequestError, "response_format.json_schema.name", lambda: ask(
        client, response_format={"type": "json_schema", "json_schema": {"name": "a thing", "schema": {}}}))


@check
def functions_are_called(client):
    now = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "additionalProperties": False}}}
    for choice, names in (("required", {"weather", "now"}), ({"type": "function", "function": {"name": "weather"}}, {"weather"})):
        for seed in range(4):
            fields = dict(tools=[WEATHER, now], tool_choice=choice, temperature=1.5, seed=seed, max_tokens=80)
            answer = ask(client, **fields).choices[0]
            call = answer.message.tool_calls[0]
            assert answer.finish_reason == "tool_calls" and answer.message.content is None and call.type == "function"
            assert call.function.name in names
            if call.function.name == "weather":
                jsonschema.validate(json.loads(call.function.arguments), WEATHER["function"]["parameters"])
            with client.chat.completions.stream(model=CHAT, messages=HELLO, **fields) as stream:
                streamed = stream.get_final_completion().choices[0].message.tool_calls[0]
            assert streamed.function.name == call.function.name
            assert streamed.function.arguments == call.function.arguments


@check
def results_of_calls_are_read(client):
    answer = ask(client, tools=[WEATHER], tool_choice="required", max_tokens=80).choices[0].message
    messages = HELLO + [answer, {"role": "tool", "tool_call_id": answer.tool_calls[0].id, "content": "-3 degrees"}]
    after = ask(client, messages=messages, tools=[WEATHER])
    assert said(after.choices[0].message)
    # The function, the call and its result are in the prompt.
    without = ask(client, messages=HELLO)
    assert after.usage.prompt_tokens > ask(client, tools=[WEATHER]).usage.prompt_tokens > without.usage.prompt_tokens
    assert ask(client, tools=[WEATHER], tool_choice="none").usage.prompt_tokens == without.usage.prompt_tokens
    # A conversation that began with another server has identifiers of its own.
    call = {"id": "call_" + "x" * 24, "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    foreign = HELLO + [{"role": "assistant", "content": None, "tool_calls": [call]},
                       {"role": "tool", "tool_call_id": call["id"], "content": "-3"}]
    assert said(ask(client, messages=foreign).choices[0].message)
    refused(openai.BadRequestError, "messages.1.tool_call_id", lambda: ask(
        client, messages=HELLO + [{"role": "tool", "tool_call_id": "x", "content": "y"}]))
    refused(openai.BadRequestError, "messages.1", lambda: ask(
        client, messages=HELLO + [{"role": "assistant", "content": None, "tool_calls": [call]}]))


@check
def texts_are_continued(client):
    fields = {"model": CHAT, "max_tokens": 12, "temperature": 0}
    one = client.completions.create(prompt="One day", **fields)
    assert one.object == "text_completion" and one.choices[0].finish_reason == "length" and one.usage.completion_tokens == 12
    two = client.completions.create(prompt=["One day", "One night"], **fields)
    assert [c.index for c in two.choices] == [0, 1] and two.choices[0].text == one.choices[0].text
    assert two.usage.completion_tokens == 24
    streamed = {0: "", 1: ""}
    for part in client.completions.create(prompt=["One day", "One night"], stream=True, **fields):
        streamed[part.choices[0].index] += part.choices[0].text
    assert list(streamed.values()) == [c.text for c in two.choices]
    tokens = client.completions.create(prompt=[40, 12, 300], **fields)
    assert tokens.usage.prompt_tokens == 3 and tokens.choices[0].text
    assert client.completions.create(model=CHAT, prompt="One day", temperature=0).usage.completion_tokens == 16
    likely = client.completions.create(prompt="One day", logprobs=3, **fields).choices[0].logprobs
    assert len(likely.tokens) == len(likely.token_logprobs) == len(likely.text_offset) == 12
    for token, logprob, best in zip(likely.tokens, likely.token_logprobs, likely.top_logprobs):
        assert best[token] == logprob == max(best.values()) and len(best) == 3


@check
def vectors_are_those_of_the_model(client):
    reference = json.loads((FIXTURES / "embeddings" / "bert-f32" / "reference.json").read_text())
    sentences = [s for s in reference["sentences"] if s["text"] and len(s["ids"]) < 100]
    texts = [s["text"] for s in sentences]
    for fields in ({}, {"encoding_format": "float"}, {"encoding_format": "base64"}):
        result = client.embeddings.create(model=EMBEDDER, input=texts, **fields)
        assert result.usage.prompt_tokens == sum(len(s["ids"]) for s in sentences)
        for sentence, item in zip(sentences, result.data, strict=True):
            vector = item.embedding
            if isinstance(vector, str):
                import numpy

                vector = numpy.frombuffer(base64.b64decode(vector), dtype="<f4")
            assert largest(vector, sentence["embedding"]) < 2e-5
    one = client.embeddings.create(model=EMBEDDER, input=texts[0])
    assert len(one.data) == 1 and len(one.data[0].embedding) == len(sentences[0]["embedding"])
    refused(openai.BadRequestError, "dimensions", lambda: client.embeddings.create(model=EMBEDDER, input="x", dimensions=8))
    refused(openai.BadRequestError, "input.0", lambda: client.embeddings.create(model=EMBEDDER, input=[1, 2]))
    refused(openai.BadRequestError, "input.1", lambda: client.embeddings.create(model=EMBEDDER, input=["x", ""]))
    refused(openai.BadRequestError, "input", lambda: client.embeddings.create(model=EMBEDDER, input="word " * 5000),
            "context_length_exceeded")
    refused(openai.NotFoundError, "model", lambda: client.embeddings.create(model=CHAT, input="x"), "model_not_found")


@check
def what_cannot_be_done_is_refused_by_name(client):
    for param, fields in {
        "n": {"n": 2}, "temperature": {"temperature": 9}, "logit_bias": {"logit_bias": {"5": 1}},
        "frequency_penalty": {"frequency_penalty": 1}, "top_logprobs": {"top_logprobs": 3},
        "mystery": {"extra_body": {"mystery": 1}}, "tool_choice": {"tool_choice": "required"},
    }.items():
        refused(openai.BadRequestError, param, lambda: ask(client, **fields))
    refused(openai.BadRequestError, "messages", lambda: ask(client, messages=[]))
    refused(openai.BadRequestError, "messages",
            lambda: ask(client, messages=[{"role": "user", "content": "word " * CONTEXT}]), "context_length_exceeded")
    refused(openai.NotFoundError, "model", lambda: ask(client, model="gpt-4o"), "model_not_found")
    refused(openai.BadRequestError, "echo", lambda: client.completions.create(model=CHAT, prompt="x", echo=True))
    refused(openai.NotFoundError, "model", lambda: client.completions.create(model=EMBEDDER, prompt="x"))
    refused(openai.NotFoundError, None, lambda: client.images.generate(prompt="a fire"))


@check
def the_key_is_needed(client):
    for key in ("wrong", client.api_key[:-1], client.api_key + "x"):
        other = client.with_options(api_key=key)
        refused(openai.AuthenticationError, None, lambda: other.models.list(), "invalid_api_key")
        refused(openai.AuthenticationError, None, lambda: ask(other), "invalid_api_key")


if __name__ == "__main__":
    run(CHECKS, lambda base, key: openai.OpenAI(base_url=f"{base}/v1", api_key=key, max_retries=0, timeout=120),
        f"openai {openai.__version__}")
