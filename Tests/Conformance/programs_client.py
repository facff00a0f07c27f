#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the interface for programs with programs and libraries that people use, as they are: LangChain, Pydantic AI and llm.

usage: programs_client.py HEARTH

The models' weights are random or tiny, so what they say means nothing; what is checked is that each program gets its answer, its
stream, its structured output and its calls.
"""
import asyncio, os, pathlib, subprocess, sys, tempfile
from typing import Literal

import anthropic
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, ToolOutput
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from serving import BUILT_IN, CHAT, run

HELLO = "What is a hearth?"
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


class Shirt(BaseModel):
    """A shirt that is for sale."""

    size: Literal["s", "m", "l"]
    colour: Literal["red", "blue"]


def weather(place: Literal["Nuuk", "Sisimiut"]) -> str:
    """Tells the weather of a place."""
    return "cold"


def chat(model):
    """What LangChain does with any chat model."""
    answer = model.invoke(HELLO)
    assert answer.text and answer.usage_metadata["output_tokens"] == 40, answer
    chunks = list(model.stream(HELLO))
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    assert whole.text == answer.text and whole.usage_metadata["output_tokens"] == 40, (whole, answer)
    return answer


def calls(model, **choice):
    bound = model.bind_tools([weather], **choice)
    answer = bound.invoke(HELLO)
    (call,) = answer.tool_calls
    assert call["name"] == "weather" and call["args"]["place"] in ("Nuuk", "Sisimiut")
    history = [HumanMessage(HELLO), answer, ToolMessage("-3 degrees", tool_call_id=call["id"])]
    assert model.bind_tools([weather]).invoke(history).usage_metadata["input_tokens"] > answer.usage_metadata["input_tokens"]


@check
def langchain_speaks_openai(server):
    base, key = server
    for api in (False, True):
        model = ChatOpenAI(model=CHAT, base_url=f"{base}/v1", api_key=key, temperature=0, max_tokens=40, use_responses_api=api,
                           stream_usage=True, **({"reasoning": {"effort": "none"}} if api else {"reasoning_effort": "none"}))
        chat(model)
        calls(model, tool_choice="required")
        for method in ("json_schema", "function_calling"):
            assert isinstance(model.with_structured_output(Shirt, method=method).invoke(HELLO), Shirt)


@check
def langchain_speaks_anthropic(server):
    base, key = server
    model = ChatAnthropic(model=CHAT, base_url=base, api_key=key, max_tokens=40, temperature=0)
    chat(model)
    calls(model, tool_choice="any")
    assert isinstance(model.with_structured_output(Shirt).invoke(HELLO), Shirt)


@check
def langchain_speaks_ollama(server):
    base, key = server
    model = ChatOllama(model=CHAT, base_url=base, client_kwargs={"headers": {"Authorization": f"Bearer {key}"}},
                       temperature=0, num_predict=40, reasoning=False, validate_model_on_init=True)
    chat(model)
    assert isinstance(model.with_structured_output(Shirt, method="json_schema").invoke(HELLO), Shirt)


def pydantic_models(base, key, name=CHAT):
    provider = OpenAIProvider(base_url=f"{base}/v1", api_key=key)
    yield OpenAIChatModel(name, provider=provider)
    yield OpenAIResponsesModel(name, provider=provider)
    client = anthropic.AsyncAnthropic(base_url=base, api_key=key, max_retries=0)
    yield AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client))


@check
def pydantic_ai_gets_answers_and_streams(server):
    async def stream(agent):
        async with agent.run_stream(HELLO) as result:
            return [text async for text in result.stream_text(delta=True)]

    # Pydantic AI looks for thoughts in texts, and random ones have marks of all kinds.
    for model in pydantic_models(*server, BUILT_IN):
        settings = {"max_tokens": 8, "temperature": 0.0}
        if not isinstance(model, AnthropicModel):
            settings["openai_reasoning_effort"] = "none"
        agent = Agent(model, instructions="Be brief.", model_settings=settings)
        answer = agent.run_sync(HELLO)
        assert answer.output and answer.usage.output_tokens == 8, model
        assert "".join(asyncio.run(stream(agent))) == answer.output, model
        # A conversation goes on with all that came.
        assert agent.run_sync("And now?", message_history=answer.all_messages()).output


@check
def pydantic_ai_gets_structured_output(server):
    for model in pydantic_models(*server):
        # Pydantic AI knows Anthropic's models by name, and holds others to calls alone.
        for output in (ToolOutput(Shirt),) if isinstance(model, AnthropicModel) else (ToolOutput(Shirt), NativeOutput(Shirt)):
            try:
                agent = Agent(model, output_type=output, model_settings={"max_tokens": 80, "temperature": 0.0})
                assert isinstance(agent.run_sync(HELLO).output, Shirt), model
            except Exception as error:
                raise AssertionError(f"{type(model).__name__} with {type(output).__name__}: {error!r}") from error


@check
def llm_asks_from_the_terminal(server):
    base, key = server
    with tempfile.TemporaryDirectory() as home:
        (pathlib.Path(home) / "extra-openai-models.yaml").write_text(
            f"- model_id: hearth\n  model_name: {BUILT_IN}\n  api_base: {base}/v1\n  supports_schema: true\n  api_key_name: hearth\n")
        program = pathlib.Path(sys.executable).with_name("llm")

        def ask(*options):
            done = subprocess.run([program, "-m", "hearth", "--key", key, *options], capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, env=os.environ | {"LLM_USER_PATH": home})
            assert done.returncode == 0, done.stderr
            return done.stdout.strip()

        assert ask("Hello!", "-o", "max_tokens", "30", "-o", "temperature", "0")
        assert ask("Hello!", "--no-stream", "-o", "max_tokens", "30", "-o", "temperature", "0")
        assert '"size"' in ask("A shirt", "--schema", '{"type": "object", "properties": {"size": {"enum": ["s", "m"]}}, '
                               '"required": ["size"], "additionalProperties": false}')


if __name__ == "__main__":
    run(CHECKS, lambda base, key: (base, key), "LangChain, Pydantic AI and llm")
