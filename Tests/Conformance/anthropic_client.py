#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the interface for programs with Anthropic's own Python client.

usage: anthropic_client.py HEARTH

The models' weights are random or tiny, so what they say means nothing; what is checked is that it comes as the client expects it,
and that what was asked of it holds.
"""
import json
from typing import Literal

import anthropic, jsonschema
from pydantic import BaseModel

from serving import BUILT_IN, CHAT, EMBEDDER, run

HELLO = [{"role": "user", "content": "Hello, who are you?"}]
WEATHER = {
    "name": "weather",
    "description": "Tells the weather of a place.",
    "input_schema": {
        "type": "object",
        "properties": {"place": {"enum": ["Nuuk", "Sisimiut"]}, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
        "required": ["place", "days"],
        "additionalProperties": False,
    },
}
NOW = {"name": "now", "input_schema": {"type": "object", "additionalProperties": False}}
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def ask(client, **fields):
    """The client of this version has no temperature any more; older ones send it."""
    fields = {"model": CHAT, "messages": HELLO, "max_tokens": 24, "extra_body": {"temperature": 0}} | fields
    return client.messages.create(**fields)


def refused(kind, place, call, type="invalid_request_error"):
    try:
        call()
    except anthropic.APIStatusError as error:
        assert isinstance(error, kind), f"{error!r} is not {kind}"
        assert error.body["type"] == "error" and error.type == type, error.body
        assert f"'{place}'" in error.api_message, f"{error.api_message} does not name {place}"
        return
    raise AssertionError(f"was not refused: {place}")


def text(message):
    return "".join(block.text for block in message.content if block.type == "text")


@check
def models_are_listed(client):
    models = list(client.models.list())
    assert sorted(m.id for m in models) == sorted([CHAT, BUILT_IN]) and all(m.type == "model" for m in models)
    one = client.models.retrieve(CHAT)
    assert one.id == CHAT and one.created_at.year == 1970 and one.max_input_tokens > 0
    refused(anthropic.NotFoundError, "no/such", lambda: client.models.retrieve("no/such"), "not_found_error")


@check
def a_message_is_answered(client):
    answer = ask(client)
    assert answer.type == "message" and answer.role == "assistant" and answer.model == CHAT
    assert answer.stop_reason == "max_tokens" and answer.stop_sequence is None
    assert answer.usage.output_tokens == 24 and text(answer)
    again = ask(client).usage
    # The second time, all of the prompt but its last token is still there.
    assert again.cache_read_input_tokens >= answer.usage.input_tokens + answer.usage.cache_read_input_tokens - 1
    assert again.input_tokens + again.cache_read_input_tokens == (
        answer.usage.input_tokens + answer.usage.cache_read_input_tokens)


@check
def a_stream_says_the_same(client):
    events = list(ask(client, stream=True))
    kinds = [event.type for event in events]
    assert kinds[0] == "message_start" and kinds[-2:] == ["message_delta", "message_stop"]
    assert kinds[1] == "content_block_start" and kinds[-3] == "content_block_stop"
    whole = ask(client)
    counted = whole.usage.input_tokens + whole.usage.cache_read_input_tokens
    assert events[0].message.usage.input_tokens == counted and events[0].message.stop_reason is None
    with client.messages.stream(
            model=CHAT, messages=HELLO, max_tokens=24, extra_body={"temperature": 0}) as stream:
        pieces = list(stream.text_stream)
        final = stream.get_final_message()
    assert "".join(pieces) == text(whole) == text(final)
    assert final.stop_reason == "max_tokens" and final.usage.output_tokens == 24
    assert final.usage.input_tokens + final.usage.cache_read_input_tokens == counted


@check
def a_stream_can_be_left(client):
    with ask(client, stream=True, max_tokens=900) as stream:
        next(iter(stream))
    assert ask(client, max_tokens=4).usage.output_tokens == 4


@check
def thinking_is_told_apart(client):
    fields = {"thinking": {"type": "enabled", "budget_tokens": 12}, "max_tokens": 60}
    answer = ask(client, **fields)
    kinds = [block.type for block in answer.content]
    assert kinds in (["text"], ["thinking"], ["thinking", "text"]), kinds
    with client.messages.stream(model=CHAT, messages=HELLO, extra_body={"temperature": 0}, **fields) as stream:
        assert [(b.type, b.to_dict()) for b in stream.get_final_message().content] == [
            (b.type, b.to_dict()) for b in answer.content]
    # What came can be sent back as it is.
    history = HELLO + [answer.to_param(), {"role": "user", "content": "And now?"}]
    assert ask(client, messages=history).usage.output_tokens == 24
    refused(anthropic.BadRequestError, "thinking.type", lambda: ask(client, thinking={"type": "between_tools"}))


@check
def a_stop_sequence_ends_and_is_named(client):
    whole = text(ask(client, max_tokens=40))
    stop = next(whole[i : i + 3] for i in range(8, len(whole) - 3) if "\ufffd" not in whole[i : i + 3])
    answer = ask(client, max_tokens=40, stop_sequences=["never said", stop])
    assert text(answer) == whole[: whole.index(stop)]
    assert answer.stop_reason == "stop_sequence" and answer.stop_sequence == stop
    with client.messages.stream(model=CHAT, messages=HELLO, max_tokens=40, stop_sequences=[stop],
                                extra_body={"temperature": 0}) as stream:
        final = stream.get_final_message()
    assert final.stop_sequence == stop and text(final) == text(answer)


@check
def an_answer_that_is_begun_goes_on(client):
    begun = HELLO + [{"role": "assistant", "content": "I am"}]
    assert text(ask(client, messages=begun)) and ask(client, messages=begun).usage.output_tokens == 24


@check
def tools_are_called(client):
    for choice, names in (({"type": "any"}, {"weather", "now"}), ({"type": "tool", "name": "weather"}, {"weather"})):
        for seed in range(3):
            fields = dict(tools=[WEATHER, NOW], tool_choice=choice, max_tokens=80, extra_body={"top_k": 40 + seed})
            answer = ask(client, **fields)
            (call,) = answer.content
            assert answer.stop_reason == "tool_use" and call.type == "tool_use" and call.name in names
            if call.name == "weather":
                jsonschema.validate(call.input, WEATHER["input_schema"])
    fields = dict(tools=[WEATHER], tool_choice={"type": "any"}, max_tokens=80, extra_body={"temperature": 0})
    with client.messages.stream(model=CHAT, messages=HELLO, **fields) as stream:
        (streamed,) = stream.get_final_message().content
    assert streamed.input == ask(client, **fields).content[0].input and streamed.name == "weather"


@check
def results_of_tools_are_read(client):
    answer = ask(client, tools=[WEATHER], tool_choice={"type": "any"}, max_tokens=80)
    call = answer.content[0]

    def after(result):
        return HELLO + [answer.to_param(), {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": call.id} | result, {"type": "text", "text": "So?"}]}]

    for result in ({"content": "-3 degrees"}, {"content": [{"type": "text", "text": "-3"}]}, {"content": "no", "is_error": True}, {}):
        assert ask(client, messages=after(result), tools=[WEATHER]).usage.output_tokens == 24
    told = client.messages.count_tokens(model=CHAT, messages=after({"content": "-3 degrees"}), tools=[WEATHER]).input_tokens
    assert told > client.messages.count_tokens(model=CHAT, messages=HELLO, tools=[WEATHER]).input_tokens
    refused(anthropic.BadRequestError, "messages.1.content.0.tool_use_id", lambda: ask(client, messages=HELLO + [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "y"}]}]))
    refused(anthropic.BadRequestError, "messages.1", lambda: ask(client, messages=HELLO + [answer.to_param()]))


class Person(BaseModel):
    name: str
    size: Literal["s", "m"]


@check
def a_schema_holds(client):
    for _ in range(2):
        parsed = client.messages.parse(model=CHAT, messages=HELLO, max_tokens=200, output_format=Person)
        assert isinstance(parsed.parsed_output, Person)
    schema = {"type": "object", "properties": {"size": {"enum": ["s", "m"]}}, "required": ["size"], "additionalProperties": False}
    answer = ask(client, output_config={"format": {"type": "json_schema", "schema": schema}}, max_tokens=60)
    jsonschema.validate(json.loads(text(answer)), schema)
    refused(anthropic.BadRequestError, "stop_sequences", lambda: ask(
        client, output_config={"format": {"type": "json_schema", "schema": schema}}, stop_sequences=["}"]))


@check
def tokens_are_counted(client):
    fields = dict(model=CHAT, messages=HELLO, system=[{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}])
    usage = client.messages.create(max_tokens=1, **fields).usage
    assert client.messages.count_tokens(**fields).input_tokens == usage.input_tokens + usage.cache_read_input_tokens
    assert client.messages.count_tokens(model=CHAT, messages=[{"role": "user", "content": "word " * 3000}]).input_tokens > 1500


@check
def what_cannot_be_done_is_refused_by_name(client):
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    for place, fields in {
        "messages.0.content.0.type": {"messages": [{"role": "user", "content": [image]}]},
        "tools.0.type": {"tools": [{"type": "web_search_20250305", "name": "web_search"}]},
        "temperature": {"extra_body": {"temperature": 1.5}}, "container": {"container": "x"},
        "mystery": {"extra_body": {"mystery": 1}}, "tool_choice": {"tool_choice": {"type": "any"}},
        "messages": {"messages": []}, "speed": {"speed": "fast"},
    }.items():
        refused(anthropic.BadRequestError, place, lambda: ask(client, **fields))
    refused(anthropic.NotFoundError, "claude-sonnet", lambda: ask(client, model="claude-sonnet"), "not_found_error")
    refused(anthropic.NotFoundError, EMBEDDER, lambda: ask(client, model=EMBEDDER), "not_found_error")
    try:
        ask(client, messages=[{"role": "user", "content": "word " * 3000}])
        raise AssertionError("a conversation that is too long was not refused")
    except anthropic.BadRequestError as error:
        assert "tokens" in error.api_message


@check
def the_key_is_needed(client):
    for wrong in ("wrong", client.api_key + "x"):
        other = client.with_options(api_key=wrong)
        for call in (lambda: other.models.list(), lambda: ask(other)):
            try:
                call()
                raise AssertionError("a wrong key was taken")
            except anthropic.AuthenticationError as error:
                assert error.type == "authentication_error"
    bearer = anthropic.Anthropic(base_url=client.base_url, auth_token=client.api_key, max_retries=0)
    assert ask(bearer, max_tokens=2).usage.output_tokens == 2


if __name__ == "__main__":
    run(CHECKS, lambda base, key: anthropic.Anthropic(base_url=base, api_key=key, max_retries=0, timeout=120),
        f"anthropic {anthropic.__version__}")
