#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the responses of the interface for programs with OpenAI's own Python client.

usage: responses_client.py HEARTH

The models' weights are random or tiny, so what they say means nothing; what is checked is that it comes as the client expects it,
and that what was asked of it holds.
"""
import json
from typing import Literal

import jsonschema, openai
from pydantic import BaseModel

from serving import CHAT, run

HELLO = "Hello, who are you?"
PARAMETERS = {
    "type": "object",
    "properties": {"place": {"enum": ["Nuuk", "Sisimiut"]}, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
    "required": ["place", "days"],
    "additionalProperties": False,
}
WEATHER = {"type": "function", "name": "weather", "description": "Tells the weather.", "parameters": PARAMETERS, "strict": True}
NOW = {"type": "function", "name": "now", "parameters": {"type": "object", "additionalProperties": False}, "strict": False}
QUIET = {"effort": "none"}
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def ask(client, **fields):
    return client.responses.create(**(
        {"model": CHAT, "input": HELLO, "max_output_tokens": 24, "temperature": 0, "reasoning": QUIET} | fields))


def streaming(client, **fields):
    return client.responses.stream(**(
        {"model": CHAT, "input": HELLO, "max_output_tokens": 24, "temperature": 0, "reasoning": QUIET} | fields))


def refused(kind, param, call):
    try:
        call()
    except openai.APIStatusError as error:
        assert type(error) is kind, f"{error!r} is not {kind}"
        assert error.body["type"] == "invalid_request_error" and error.param == param, error.body
        return
    raise AssertionError(f"was not refused: {param}")


@check
def a_response_has_all_members(client):
    answer = ask(client, instructions="Be brief.", metadata={"a": "b"})
    assert answer.object == "response" and answer.id.startswith("resp_") and answer.model == CHAT
    assert answer.status == "incomplete" and answer.incomplete_details.reason == "max_output_tokens"
    (message,) = answer.output
    assert message.type == "message" and message.role == "assistant" and message.status == "incomplete" and answer.output_text
    assert answer.usage.output_tokens == 24 and answer.usage.total_tokens == answer.usage.input_tokens + 24
    assert answer.instructions == "Be brief." and answer.metadata == {"a": "b"} and answer.tools == []
    assert answer.to_dict()["store"] is False and answer.previous_response_id is None and answer.error is None
    again = ask(client, instructions="Be brief.").usage
    assert again.input_tokens_details.cached_tokens >= answer.usage.input_tokens - 1


@check
def a_stream_has_all_events_in_order(client):
    events = list(ask(client, stream=True))
    kinds = [event.type for event in events]
    assert kinds[:4] == ["response.created", "response.in_progress", "response.output_item.added", "response.content_part.added"]
    assert set(kinds[4:-4]) == {"response.output_text.delta"}
    assert kinds[-4:] == ["response.output_text.done", "response.content_part.done", "response.output_item.done",
                          "response.incomplete"]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    whole = ask(client).output_text
    assert "".join(e.delta for e in events if e.type.endswith(".delta")) == events[-4].text == events[-1].response.output_text == whole
    assert len({e.item_id for e in events[3:-2]}) == 1 and events[-1].response.output[0].id == events[3].item_id
    assert events[-1].response.usage.output_tokens == 24 and events[0].response.status == "in_progress"


@check
def a_stream_can_be_left(client):
    with ask(client, stream=True, max_output_tokens=900) as stream:
        next(iter(stream))
    assert ask(client, max_output_tokens=4).usage.output_tokens == 4


@check
def thoughts_come_as_reasoning(client):
    for reasoning in ({"effort": "low"}, {"effort": "low", "summary": "auto"}):
        answer = ask(client, reasoning=reasoning, max_output_tokens=60)
        kinds = [item.type for item in answer.output]
        assert kinds in (["reasoning"], ["message"], ["reasoning", "message"]), kinds
        streamed = list(ask(client, reasoning=reasoning, max_output_tokens=60, stream=True))[-1].response
        assert [i.to_dict() | {"id": ""} for i in streamed.output] == [i.to_dict() | {"id": ""} for i in answer.output]
        history = [{"role": "user", "content": HELLO}] + [i.to_dict() for i in answer.output] + [
            {"role": "user", "content": "And now?"}]
        assert ask(client, input=history).usage.output_tokens == 24


class Person(BaseModel):
    name: str
    size: Literal["s", "m"]


@check
def a_schema_holds(client):
    parsed = client.responses.parse(model=CHAT, input=HELLO, text_format=Person, max_output_tokens=200, temperature=0)
    assert isinstance(parsed.output_parsed, Person) and parsed.status == "completed"
    with streaming(client, text_format=Person, max_output_tokens=200) as stream:
        assert stream.get_final_response().output_parsed == parsed.output_parsed
    assert isinstance(json.loads(ask(client, text={"format": {"type": "json_object"}}, max_output_tokens=60).output_text), dict)
    refused(openai.BadRequestError, "text.format", lambda: ask(client, text={"format": {
        "type": "json_schema", "name": "x", "schema": {"type": "no such type"}}}))


@check
def functions_are_called(client):
    for choice in ("required", {"type": "function", "name": "weather"},
                   {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "weather"}]}):
        fields = dict(tools=[WEATHER, NOW], tool_choice=choice, max_output_tokens=80)
        answer = ask(client, **fields)
        (call,) = answer.output
        assert call.type == "function_call" and call.name in ("weather", "now") and answer.status == "completed"
        if call.name == "weather":
            jsonschema.validate(json.loads(call.arguments), PARAMETERS)
        events = list(ask(client, **fields, stream=True))
        assert [event.type for event in events] == [
            "response.created", "response.in_progress", "response.output_item.added", "response.function_call_arguments.delta",
            "response.function_call_arguments.done", "response.output_item.done", "response.completed"]
        with streaming(client, **fields) as stream:
            (streamed,) = stream.get_final_response().output
        assert (streamed.name, streamed.arguments) == (call.name, call.arguments)


@check
def results_of_calls_are_read(client):
    asked = [{"role": "user", "content": HELLO}]
    call = ask(client, tools=[WEATHER], tool_choice="required", max_output_tokens=80).output[0]
    result = {"type": "function_call_output", "call_id": call.call_id, "output": "-3 degrees"}
    after = ask(client, input=asked + [call.to_dict(), result], tools=[WEATHER])
    assert after.output_text and after.usage.input_tokens > ask(client, tools=[WEATHER]).usage.input_tokens
    refused(openai.BadRequestError, "input.1", lambda: ask(client, input=asked + [call.to_dict()]))
    refused(openai.BadRequestError, "input.1.call_id", lambda: ask(client, input=asked + [result]))


@check
def likelihoods_come_where_they_are_asked_for(client):
    answer = ask(client, include=["message.output_text.logprobs"], top_logprobs=3)
    tokens = answer.output[0].content[0].logprobs
    assert len(tokens) == 24 and all(len(t.top_logprobs) == 3 for t in tokens)
    streamed = [t for e in ask(client, top_logprobs=3, stream=True) if e.type == "response.output_text.delta" for t in e.logprobs]
    assert [t.token for t in streamed] == [t.token for t in tokens]


@check
def nothing_is_stored(client):
    answer = ask(client, store=True)
    assert answer.to_dict()["store"] is False
    refused(openai.NotFoundError, None, lambda: client.responses.retrieve(answer.id))
    refused(openai.NotFoundError, None, lambda: client.responses.delete(answer.id))
    refused(openai.BadRequestError, "previous_response_id", lambda: ask(client, previous_response_id=answer.id))
    refused(openai.BadRequestError, "conversation", lambda: ask(client, conversation="conv_1"))
    refused(openai.BadRequestError, "background", lambda: ask(client, background=True))
    refused(openai.BadRequestError, "input.0.type", lambda: ask(client, input=[{"type": "item_reference", "id": answer.output[0].id}]))


@check
def what_cannot_be_done_is_refused_by_name(client):
    for param, fields in {
        "input": {"input": []}, "temperature": {"temperature": 9}, "tools.0.type": {"tools": [{"type": "web_search"}]},
        "tool_choice": {"tool_choice": "required"}, "mystery": {"extra_body": {"mystery": 1}},
        "include.0": {"include": ["file_search_call.results"]}, "text.verbosity": {"text": {"verbosity": "high"}},
        "input.0.content.0": {"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]},
    }.items():
        refused(openai.BadRequestError, param, lambda: ask(client, **fields))
    refused(openai.NotFoundError, "model", lambda: ask(client, model="gpt-5"))
    refused(openai.BadRequestError, "input", lambda: ask(client, input="word " * 3000))
    history = [{"role": "user", "content": "word " * 700}, {"role": "assistant", "content": "word " * 700},
               {"role": "user", "content": HELLO}]
    refused(openai.BadRequestError, "input", lambda: ask(client, input=history))
    assert ask(client, input=history, truncation="auto").usage.output_tokens == 24


@check
def the_key_is_needed(client):
    refused(openai.AuthenticationError, None, lambda: ask(client.with_options(api_key="wrong")))


if __name__ == "__main__":
    run(CHECKS, lambda base, key: openai.OpenAI(base_url=f"{base}/v1", api_key=key, max_retries=0, timeout=120),
        f"openai {openai.__version__}")
