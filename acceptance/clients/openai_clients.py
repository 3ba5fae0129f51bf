"""The client libraries of OpenAI and Anthropic, LiteLLM as a client and LangChain's ChatOpenAI, unchanged, against a running service.

Usage: python acceptance/clients/openai_clients.py ADDRESS KEY NAME VENDOR. Prints a line for each check and ends with `N passed, N failed`.
"""

import base64
import io
import json
import pathlib
import sys
import traceback
import urllib.request

import anthropic
import litellm
import openai
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

address, key, engine, vendor = sys.argv[1:5]
base = f"{address}/v1"
litellm.telemetry = False
litellm.suppress_debug_info = True
checks = []

MODEL = "small-2"
QUESTION = "What is 12 times 12?"
PERSON = "Give the person.\nName: Ada Lovelace\nBorn: 1815"
WEATHER = "What is the weather in Paris?"
FILE = "The code word of the harbour is heron."
FILE_QUESTION = "What is the code word of the harbour?"
ADA = {"name": "Ada Lovelace", "born": 1815}
PERSON_SCHEMA = {
    "title": "person",
    "description": "A person.",
    "type": "object",
    "properties": {"name": {"type": "string"}, "born": {"type": "integer"}},
    "required": ["name", "born"],
    "additionalProperties": False,
}
WEATHER_SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Name of the city"}},
    "required": ["city"],
}
FUNCTION = {"name": "get_weather", "description": "Current weather of a city.", "parameters": WEATHER_SCHEMA}
TOOLS = [{"type": "function", "function": FUNCTION}]
FORMAT = {"type": "json_schema", "json_schema": {"name": "person", "schema": PERSON_SCHEMA, "strict": True}}
DATA = "data:text/plain;base64," + base64.b64encode(FILE.encode()).decode()


def check(function):
    checks.append(function)
    return function


def user(content):
    return [{"role": "user", "content": content}]


def attached():
    return user([
        {"type": "text", "text": FILE_QUESTION},
        {"type": "file", "file": {"filename": "harbour.txt", "file_data": DATA}},
    ])


def raises(kind, function):
    try:
        function()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")


client = openai.OpenAI(api_key=key, base_url=base, max_retries=0)
stranger = openai.OpenAI(api_key="wrong-wrong-wrong", base_url=base, max_retries=0)


@check
def openai_plain():
    reply = client.chat.completions.create(model=MODEL, messages=user(QUESTION))
    assert "144" in reply.choices[0].message.content
    assert reply.usage.total_tokens > 0
    assert "144" in client.responses.create(model=MODEL, input=QUESTION).output_text


@check
def openai_streamed():
    text, tokens = "", 0
    options = {"include_usage": True}
    for chunk in client.chat.completions.create(model=MODEL, messages=user(QUESTION), stream=True, stream_options=options):
        text += (chunk.choices[0].delta.content or "") if chunk.choices else ""
        tokens = chunk.usage.total_tokens if chunk.usage else tokens
    assert "144" in text and tokens > 0
    with client.responses.stream(model=MODEL, input=QUESTION) as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        assert stream.get_final_response().output_text == text and "144" in text


@check
def openai_tools():
    first = client.chat.completions.create(model=MODEL, messages=user(WEATHER), tools=TOOLS).choices[0].message
    call = first.tool_calls[0]
    assert json.loads(call.function.arguments) == {"city": "Paris"}
    result = {"role": "tool", "tool_call_id": call.id, "content": "sunny in Paris"}
    messages = [*user(WEATHER), first.model_dump(exclude_none=True), result]
    second = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
    assert "sunny in Paris" in second.choices[0].message.content


@check
def openai_structured_output():
    reply = client.chat.completions.create(model=MODEL, messages=user(PERSON), response_format=FORMAT)
    assert json.loads(reply.choices[0].message.content) == ADA


@check
def openai_files():
    file = client.files.create(file=("harbour.txt", io.BytesIO(FILE.encode())), purpose="user_data")
    assert client.files.wait_for_processing(file.id).status == "processed"
    content = [{"type": "text", "text": FILE_QUESTION}, {"type": "file", "file": {"file_id": file.id}}]
    reply = client.chat.completions.create(model=MODEL, messages=user(content))
    assert "heron" in reply.choices[0].message.content
    assert file.id in [one.id for one in client.files.list(limit=50)]
    assert client.files.content(file.id).text == FILE
    assert client.files.delete(file.id).deleted


@check
def openai_errors():
    raises(openai.AuthenticationError, lambda: stranger.chat.completions.create(model=MODEL, messages=user("x")))
    raises(openai.AuthenticationError, lambda: stranger.files.list())
    raises(openai.NotFoundError, lambda: client.chat.completions.create(model="nobody", messages=user("x")))
    refused = raises(
        openai.BadRequestError,
        lambda: client.chat.completions.create(model=MODEL, messages=user("x"), modalities=["text", "audio"]),
    )
    assert refused.param == "modalities"


@check
def openai_embeddings():
    reply = client.embeddings.create(model="lexical", input=["one bridge", "two bridges"])
    assert [len(one.embedding) for one in reply.data] == [512, 512]


@check
def openai_images():
    reply = client.images.generate(prompt="a red boat on the sea", size="1024x1024", response_format="b64_json")
    assert base64.b64decode(reply.data[0].b64_json).startswith(b"\x89PNG")
    assert reply.usage.total_tokens == reply.usage.input_tokens + reply.usage.output_tokens
    wrong = raises(openai.BadRequestError, lambda: client.images.generate(prompt="x", background="transparent"))
    assert wrong.param == "background"


claude = anthropic.Anthropic(api_key=key, base_url=address, max_retries=0)


@check
def anthropic_plain_and_streamed():
    body = {"model": MODEL, "max_tokens": 500, "messages": user(QUESTION)}
    assert "144" in claude.messages.create(**body).content[0].text
    with claude.messages.stream(**body) as stream:
        assert "144" in "".join(stream.text_stream)


@check
def anthropic_tools_and_errors():
    tools = [{"name": "get_weather", "description": "Current weather of a city.", "input_schema": WEATHER_SCHEMA}]
    reply = claude.messages.create(model=MODEL, max_tokens=500, messages=user(WEATHER), tools=tools)
    assert [block.input for block in reply.content if block.type == "tool_use"] == [{"city": "Paris"}]
    bad = anthropic.Anthropic(api_key="wrong-wrong-wrong", base_url=address, max_retries=0)
    raises(anthropic.AuthenticationError, lambda: bad.messages.create(model=MODEL, max_tokens=5, messages=user("x")))


def lite(messages, **more):
    return litellm.completion(model=f"openai/{MODEL}", api_base=base, api_key=key, messages=messages, num_retries=0, **more)


@check
def litellm_plain():
    reply = lite(user(QUESTION))
    assert "144" in reply.choices[0].message.content
    assert reply.usage.total_tokens > 0


@check
def litellm_streamed():
    chunks = list(lite(user(QUESTION), stream=True, stream_options={"include_usage": True}))
    assert "144" in "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


@check
def litellm_tools():
    first = lite(user(WEATHER), tools=TOOLS).choices[0].message
    call = first.tool_calls[0]
    assert json.loads(call.function.arguments) == {"city": "Paris"}
    result = {"role": "tool", "tool_call_id": call.id, "content": "sunny in Paris"}
    second = lite([*user(WEATHER), first.model_dump(exclude_none=True), result], tools=TOOLS)
    assert "sunny in Paris" in second.choices[0].message.content


@check
def litellm_structured_output():
    assert json.loads(lite(user(PERSON), response_format=FORMAT).choices[0].message.content) == ADA


@check
def litellm_files():
    assert "heron" in lite(attached()).choices[0].message.content


@check
def litellm_errors():
    wrong = {"model": f"openai/{MODEL}", "api_base": base, "api_key": "wrong-wrong-wrong", "num_retries": 0}
    raises(litellm.AuthenticationError, lambda: litellm.completion(messages=user("x"), **wrong))
    nobody = {**wrong, "model": "openai/nobody", "api_key": key}
    raises(litellm.NotFoundError, lambda: litellm.completion(messages=user("x"), **nobody))


def chain(**more):
    return ChatOpenAI(**{"model": MODEL, "api_key": key, "base_url": base, "max_retries": 0, "stream_usage": True, **more})


@check
def langchain_plain():
    reply = chain().invoke(QUESTION)
    assert "144" in reply.content and reply.usage_metadata["total_tokens"] > 0


@check
def langchain_streamed():
    assert "144" in "".join(chunk.content for chunk in chain().stream(QUESTION))


@check
def langchain_tools():
    model = chain().bind_tools(TOOLS)
    first = model.invoke([HumanMessage(WEATHER)])
    assert first.tool_calls[0]["args"] == {"city": "Paris"}
    result = ToolMessage("sunny in Paris", tool_call_id=first.tool_calls[0]["id"])
    assert "sunny in Paris" in model.invoke([HumanMessage(WEATHER), first, result]).content


@check
def langchain_structured_output():
    for method in ["json_schema", "function_calling"]:
        assert chain().with_structured_output(PERSON_SCHEMA, method=method).invoke(PERSON) == ADA


@check
def langchain_files():
    assert "heron" in chain().invoke([HumanMessage(attached()[0]["content"])]).content


@check
def langchain_errors():
    raises(openai.AuthenticationError, lambda: chain(api_key="wrong-wrong-wrong").invoke("x"))
    raises(openai.NotFoundError, lambda: chain(model="nobody").invoke("x"))


@check
def langchain_embeddings():
    embeddings = OpenAIEmbeddings(model="lexical", api_key=key, base_url=base, check_embedding_ctx_length=False)
    assert len(embeddings.embed_query("one bridge")) == 512


def faulty(client, ask):
    """How often each fault of the vendor is asked for through a client that sends calls again by itself."""
    faults = json.loads(pathlib.Path(__file__).with_name("vendor-faults.json").read_text())
    wrong = []
    for fault in faults:
        model = f"fault-{fault['name']}-python-{client}"
        try:
            ask(f"openai/{model}", fault)
            wrong.append(f"{fault['name']} is no error")
        except (openai.APIStatusError, anthropic.APIStatusError) as error:
            status = error.status_code
        with urllib.request.urlopen(f"{vendor}/asked/{model}") as reply:
            asked = json.load(reply)["asked"]
        print(f"       {client} for Python, {fault['what']}: {status} to the caller, the vendor is asked {asked} times")
        if asked < 1 or (fault["asked"] is not None and asked != fault["asked"]):
            wrong.append(f"{fault['name']} is asked {asked} times")
    assert not wrong, wrong


def count_format():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "count", "schema": schema, "strict": True}}


def openai_faults():
    client = openai.OpenAI(base_url=base, api_key=key)

    def ask(model, fault):
        more = {"response_format": count_format()} if fault["name"] == "schema" else {}
        client.chat.completions.create(model=model, messages=user(QUESTION), **more)

    faulty("openai", ask)


def anthropic_faults():
    client = anthropic.Anthropic(base_url=address, api_key=key)

    def ask(model, fault):
        schema = count_format()["json_schema"]["schema"]
        more = {"output_config": {"format": {"type": "json_schema", "schema": schema}}} if fault["name"] == "schema" else {}
        client.messages.create(model=model, max_tokens=50, messages=user(QUESTION), extra_body=more)

    faulty("anthropic", ask)


if engine == "connected":
    check(openai_faults)
    check(anthropic_faults)

passed = failed = 0
for function in checks:
    try:
        function()
        passed += 1
        print(f"ok     {function.__name__} ({engine})", flush=True)
    except Exception:
        failed += 1
        print(f"FAILED {function.__name__} ({engine})", flush=True)
        traceback.print_exc()
print(f"{passed} passed, {failed} failed")
sys.exit(0 if failed == 0 else 1)
