#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what the clients of other vendors send and expect, for the tests of the interface for programs.

usage: program_goldens.py FOLDER

Writes `requests.json`, the bodies that programs send to a server that only notes them, and `shapes.json`, the members that the
clients' own types require of answers. Needs anthropic 2.14.0, openai 3.57.0, ollama 0.6.3, langchain-openai 1.7.4,
langchain-anthropic 1.7.10, langchain-ollama 1.1.0 and pydantic-ai-slim 2.68.0.
"""
import datetime, http.server, json, pathlib, sys, threading, types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import anthropic, ollama, openai, pydantic
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

MODEL, EMBEDDER = "mlx-community/Qwen3-1.7B-4bit", "someone/vectors"

# Requests


class Shirt(pydantic.BaseModel):
    size: Literal["s", "m"]
    price: int


def weather(place: str, days: int = 1) -> str:
    """Tells the weather.

    Args:
        place: where
        days: how many days

    Returns:
        the weather
    """
    return "cold"


def record(sends):
    """The requests that functions send, with the name of each function."""
    noted, name = [], None

    class Notes(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            noted.append({"program": name, "path": self.path, "body": json.loads(body)})
            self.send_error(418)

        do_DELETE = do_POST

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Notes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for send in sends(f"http://127.0.0.1:{server.server_port}"):
        name = send.__name__.replace("_", " ")
        before = len(noted)
        try:
            result = send()
            # Some streams begin when they are read.
            list(result)
        except Exception as error:
            if len(noted) == before:
                sys.exit(f"{name} sent nothing: {error!r}")
    return noted


def anthropic_sends(base):
    client = anthropic.Anthropic(base_url=base, api_key="x", max_retries=0)
    user = {"role": "user", "content": "Weather?"}
    tool = {"name": "weather", "description": "Tells it.", "input_schema": {"type": "object", "properties": {"place": {"type": "string"}}}}
    common = {"model": MODEL, "max_tokens": 2000}

    def anthropic_message(): return client.messages.create(messages=[user], system="Be brief.", stop_sequences=["END"], **common)
    def anthropic_stream(): return client.messages.stream(messages=[user], metadata={"user_id": "u"}, **common).__enter__()
    def anthropic_thinking(): return client.messages.create(messages=[user], thinking={"type": "enabled", "budget_tokens": 1024}, **common)

    def anthropic_tool_results():
        return client.messages.create(
            system=[{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}], tools=[tool], tool_choice={"type": "auto"},
            messages=[user, {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "Hm.", "signature": "hearth"}, {"type": "text", "text": "Let me see."},
                {"type": "tool_use", "id": "a", "name": "weather", "input": {"place": "Nuuk"}},
                {"type": "tool_use", "id": "b", "name": "weather", "input": {"place": "Sisimiut"}}]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "-3"}]},
                    {"type": "tool_result", "tool_use_id": "b", "content": "no such place", "is_error": True},
                    {"type": "text", "text": "So?"}]}], **common)

    def anthropic_parse(): return client.messages.parse(messages=[user], output_format=Shirt, **common)
    def anthropic_count(): return client.messages.count_tokens(model=MODEL, messages=[user], tools=[tool])
    return [anthropic_message, anthropic_stream, anthropic_thinking, anthropic_tool_results, anthropic_parse, anthropic_count]


def responses_sends(base):
    client = openai.OpenAI(base_url=f"{base}/v1", api_key="x", max_retries=0)
    tool = openai.pydantic_function_tool(Shirt)["function"] | {"type": "function"}

    def responses_text(): return client.responses.create(model=MODEL, input="Hello", instructions="Be brief.", store=False)
    def responses_stream(): return client.responses.stream(model=MODEL, input="Hello", reasoning={"effort": "low", "summary": "auto"}).__enter__()
    def responses_parse(): return client.responses.parse(model=MODEL, input="Hello", text_format=Shirt)

    def responses_items():
        return client.responses.create(model=MODEL, tools=[tool], include=["reasoning.encrypted_content"], input=[
            {"role": "developer", "content": "Be brief."}, {"role": "user", "content": [{"type": "input_text", "text": "A shirt."}]},
            {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm."}]},
            {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
             "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}]},
            {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "Shirt", "arguments": '{"size": "m"}', "status": "completed"},
            {"type": "function_call_output", "call_id": "a", "output": "sold"}])

    return [responses_text, responses_stream, responses_parse, responses_items]


def ollama_sends(base):
    client = ollama.Client(base)
    user = {"role": "user", "content": "Weather?"}

    def ollama_chat(): return client.chat(MODEL, [user], options={"temperature": 0.5, "num_predict": 9, "stop": ["END"], "seed": 3})
    def ollama_stream(): return client.chat(MODEL + ":latest", [user], stream=True, think=True, keep_alive="5m")
    def ollama_form(): return client.chat(MODEL, [user], format=Shirt.model_json_schema())

    def ollama_tools():
        return client.chat(MODEL, tools=[weather], messages=[
            user, {"role": "assistant", "tool_calls": [{"function": {"name": "weather", "arguments": {"place": "Nuuk"}}}]},
            {"role": "tool", "tool_name": "weather", "content": "-3"}])

    def ollama_generate(): return client.generate(MODEL, "Hello", system="Be brief.", options={"num_ctx": 4096, "top_k": 20, "min_p": 0.1})
    def ollama_load(): return client.generate(MODEL)
    def ollama_embed(): return client.embed(EMBEDDER, ["One", "Two"])
    def ollama_embeddings(): return client.embeddings(EMBEDDER, "One")
    def ollama_show(): return client.show(MODEL)
    return [ollama_chat, ollama_stream, ollama_form, ollama_tools, ollama_generate, ollama_load, ollama_embed, ollama_embeddings, ollama_show]


def program_sends(base):
    history = [SystemMessage("Be brief."), HumanMessage("Weather?"),
               AIMessage("Let me see.", tool_calls=[{"name": "weather", "args": {"place": "Nuuk"}, "id": "call_1"}]),
               ToolMessage("-3", tool_call_id="call_1")]
    chat = ChatOpenAI(model=MODEL, base_url=f"{base}/v1", api_key="x", max_retries=0, temperature=0.5)
    responses = ChatOpenAI(model=MODEL, base_url=f"{base}/v1", api_key="x", max_retries=0, use_responses_api=True)
    messages = ChatAnthropic(model=MODEL, base_url=base, api_key="x", max_retries=0, max_tokens=500)
    local = ChatOllama(model=MODEL, base_url=base)

    def langchain_openai(): return chat.bind_tools([weather]).invoke(history)
    def langchain_openai_form(): return chat.with_structured_output(Shirt).invoke("A shirt")
    def langchain_responses(): return responses.bind_tools([weather]).invoke(history)
    def langchain_anthropic(): return messages.bind_tools([weather]).invoke(history)
    def langchain_ollama(): return local.bind_tools([weather]).invoke(history)

    def pydantic_ai_anthropic():
        client = anthropic.AsyncAnthropic(base_url=base, api_key="x", max_retries=0)
        return Agent(AnthropicModel(MODEL, provider=AnthropicProvider(anthropic_client=client)), tools=[weather], output_type=Shirt).run_sync("Hello")

    def pydantic_ai_responses():
        provider = OpenAIProvider(openai_client=openai.AsyncOpenAI(base_url=f"{base}/v1", api_key="x", max_retries=0))
        return Agent(OpenAIResponsesModel(MODEL, provider=provider), tools=[weather], output_type=Shirt).run_sync("Hello")

    return [langchain_openai, langchain_openai_form, langchain_responses, langchain_anthropic, langchain_ollama,
            pydantic_ai_anthropic, pydantic_ai_responses]


# Shapes

# Of the many kinds of items and blocks that vendors have, those that Hearth writes.
KINDS = {"message", "reasoning", "function_call", "output_text", "reasoning_text", "summary_text", "text", "thinking", "tool_use",
         "text_delta", "thinking_delta", "input_json_delta", "signature_delta", "invalid_request_error", "authentication_error",
         "permission_error", "not_found_error", "rate_limit_error", "api_error", "overloaded_error"}
# Members that repeat the request.
REPEATED = {"tools", "tool_choice", "instructions", "model"}


def shape(annotation, shapes):
    """An annotation as a name of a type, {"list": …}, {"any": […]}, {"one of": [literals]} or {"is": name of a shape}."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return shape(arguments[0], shapes)
    if origin is Literal:
        return {"one of": list(arguments)}
    if origin in (Union, types.UnionType):
        kinds = [a for a in arguments if a is not type(None) and not kind_of(a) - KINDS]
        return {"any": [shape(a, shapes) for a in kinds]} if len(kinds) > 1 else shape(kinds[0], shapes) if kinds else "anything"
    if origin is not None and origin not in (dict,) and issubclass(origin, (list, tuple)) or str(origin).endswith("Sequence'>"):
        return {"list": shape(arguments[0], shapes)}
    if origin is dict or str(origin).endswith("Mapping'>"):
        return "object"
    if isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        module = annotation.__module__.split(".")
        name = f"{module[0]}.{module[-1]}.{annotation.__qualname__}"
        if name not in shapes:
            shapes[name] = {}
            shapes[name] |= {
                field.alias or key: {"required": field.is_required(), "shape": "anything" if key in REPEATED else shape(field.annotation, shapes)}
                for key, field in annotation.model_fields.items()}
        return {"is": name}
    return {str: "string", int: "integer", float: "number", bool: "boolean", datetime.datetime: "string",
            pydantic.ByteSize: "integer"}.get(annotation, "anything")


def kind_of(annotation):
    """The literal `type` of a model, as a set; empty where it has none."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    field = getattr(annotation, "model_fields", {}).get("type")
    return set(get_args(field.annotation)) if field and get_origin(field.annotation) is Literal else set()


def all_shapes():
    shapes = {}
    for name in ("Message", "MessageTokensCount", "ModelInfo", "RawMessageStartEvent", "RawContentBlockStartEvent", "RawContentBlockDeltaEvent",
                 "RawContentBlockStopEvent", "RawMessageDeltaEvent", "RawMessageStopEvent"):
        shape(getattr(anthropic.types, name), shapes)
    shape(anthropic.types.shared.ErrorResponse, shapes)
    for name in ("Response", "ResponseCreatedEvent", "ResponseInProgressEvent", "ResponseOutputItemAddedEvent", "ResponseContentPartAddedEvent",
                 "ResponseTextDeltaEvent", "ResponseTextDoneEvent", "ResponseContentPartDoneEvent", "ResponseOutputItemDoneEvent",
                 "ResponseCompletedEvent", "ResponseIncompleteEvent", "ResponseErrorEvent", "ResponseFunctionCallArgumentsDeltaEvent",
                 "ResponseFunctionCallArgumentsDoneEvent", "ResponseReasoningSummaryPartAddedEvent", "ResponseReasoningSummaryPartDoneEvent",
                 "ResponseReasoningSummaryTextDeltaEvent", "ResponseReasoningSummaryTextDoneEvent", "ResponseReasoningTextDeltaEvent",
                 "ResponseReasoningTextDoneEvent"):
        shape(getattr(openai.types.responses, name), shapes)
    for name in ("ChatResponse", "GenerateResponse", "EmbedResponse", "EmbeddingsResponse", "ListResponse", "ShowResponse", "ProcessResponse"):
        shape(getattr(ollama._types, name), shapes)
    return shapes


def main():
    folder = pathlib.Path(sys.argv[1])
    requests = [r for sends in (anthropic_sends, responses_sends, ollama_sends, program_sends) for r in record(sends)]
    lines = [json.dumps(request) for request in requests]
    (folder / "requests.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
    lines = [f"{json.dumps(name)}: {json.dumps(members)}" for name, members in sorted(all_shapes().items())]
    (folder / "shapes.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
