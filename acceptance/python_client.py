"""The specification's own Python client, unchanged and with its defaults, against a running service.

Usage: python acceptance/python_client.py ADDRESS KEY. Prints a line for each check and ends with `N passed, N failed`.
"""

import base64
import io
import sys
import time
import traceback

from incredible_python import APIError, Incredible, helpers

address, key = sys.argv[1], sys.argv[2]
client = Incredible(api_key=key, base_url=address)
checks = []


def check(function):
    checks.append(function)
    return function


TOOLS = [
    {
        "name": "get_weather",
        "description": "Current weather of a city.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city"}},
            "required": ["city"],
        },
    }
]
NOTE = b"The lighthouse of Varberg was built in 1881. Its keeper is Ingrid Lund.\n"


@check
def models_list():
    ids = [model["id"] for model in client.models.list()["data"]]
    assert ids[:2] == ["small-2", "small-1"], ids


@check
def answer():
    reply = client.answer(query="What is 12 times 12?")
    assert reply.success is True and "144" in reply.answer, reply


@check
def answer_structured():
    schema = {"type": "object", "properties": {"keeper": {"type": "string"}}, "required": ["keeper"]}
    uploaded = client.files.upload(io.BytesIO(NOTE), filename="lighthouse.txt")
    reply = client.answer(query="Who is the keeper?", response_format=schema, file_ids=[uploaded.file_id])
    assert reply.success is True and reply.data == {"keeper": "Ingrid Lund"}, reply


@check
def answer_streamed():
    events = list(client.answer(query="What is 12 times 12?", stream=True))
    text = "".join(event["content"] for event in events if "content" in event)
    assert "144" in text and events[-1]["done"] is True, events
    assert sum("tokens" in event for event in events) == 1, events


@check
def conversation():
    messages = [
        {"role": "user", "content": "Hello!"},
        {"role": "assistant", "content": "Hi there!"},
        {"role": "user", "content": "What is 12 times 12?"},
    ]
    reply = client.conversation(messages=messages)
    assert reply.success is True and "144" in reply.response, reply
    events = list(client.conversation(messages=messages, system_prompt="Be brief.", stream=True))
    assert events[-1]["done"] is True, events


@check
def agent():
    messages = [{"role": "user", "content": "What is the weather in Lisbon?"}]
    reply = client.agent(messages=messages, tools=TOOLS)
    assert reply.success is True and reply.tool_calls, reply
    call = reply.tool_calls[0]
    assert (call.name, call.inputs) == ("get_weather", {"city": "Lisbon"}) and call.id, call
    events = list(client.agent.stream_chat(messages=messages, tools=TOOLS))
    assert any(event.get("tool_call", {}).get("name") == "get_weather" for event in events), events
    assert events[-1]["done"] is True, events


@check
def messages_create():
    reply = client.messages(
        model="small-1", max_tokens=100, messages=[{"role": "user", "content": "What is 12 times 12?"}]
    )
    assert reply.role == "assistant" and "144" in reply.content[0]["text"], reply
    assert reply.usage["input_tokens"] > 0 and reply.token_usage == reply.usage and reply.stop_reason, reply
    assert reply.model == "small-1", reply


@check
def messages_all_parameters():
    reply = client.messages.create(
        model="small-1",
        max_tokens=100,
        messages=[{"role": "user", "content": [{"type": "text", "text": "What is 12 times 12?"}]}],
        metadata={"user_id": "u1"},
        service_tier="auto",
        stop_sequences=["ENDE"],
        system="Be brief.",
        temperature=0.2,
        thinking={"type": "enabled", "budget_tokens": 1024},
        top_k=5,
        top_p=0.9,
    )
    assert "144" in reply.content[0]["text"], reply


@check
def messages_with_tools():
    messages = [{"role": "user", "content": "What is the weather in Lisbon?"}]
    reply = client.messages(
        model="small-1", max_tokens=100, messages=messages, tools=TOOLS, tool_choice={"type": "auto"}
    )
    assert [call.name for call in reply.tool_calls] == ["get_weather"], reply
    plan = helpers.build_tool_execution_plan(reply.raw)
    results = helpers.execute_plan(plan, registry={"get_weather": lambda city: f"18 degrees in {city}"})
    follow_up = helpers.build_follow_up_messages(messages, plan, results)
    last = client.messages(model="small-1", max_tokens=100, messages=follow_up, tools=TOOLS)
    assert "18" in last.content[0]["text"], last


@check
def messages_streamed():
    stream = client.messages.stream(
        model="small-1", max_tokens=100, messages=[{"role": "user", "content": "What is 12 times 12?"}]
    )
    contents = [event["content"] for event in stream]
    text = "".join(part["content"] for part in contents if isinstance(part, dict) and part["type"] == "text_chunk")
    assert "144" in text and contents[-1] == "[DONE]", contents


@check
def messages_count_tokens():
    count = client.messages.count_tokens(model="small-1", messages=[{"role": "user", "content": "Hello there"}])
    assert count["input_tokens"] > 0, count


@check
def completions():
    reply = client.completions(prompt="What is 12 times 12?", model="small-1")
    assert reply.object == "text_completion" and reply.id and reply.created > 0, reply
    assert "144" in reply.choices[0].text and reply.choices[0].finish_reason == "stop", reply
    assert reply.usage["total_tokens"] > 0, reply
    two = client.completions(prompt=["What is 1 + 1?", "What is 2 + 2?"], model="small-1", n=2, echo=True)
    assert [one.index for one in two.choices] == [0, 1, 2, 3], two
    assert two.choices[2].text.startswith("What is 2 + 2?"), two


@check
def files():
    uploaded = client.files.upload(io.BytesIO(NOTE), filename="lighthouse.txt")
    assert uploaded.success is True and uploaded.file_size == len(NOTE), uploaded
    assert uploaded.file_type == "document", uploaded
    (metadata,) = client.files.get_metadata(file_ids=[uploaded.file_id], user_id="u1")
    assert metadata.filename == "lighthouse.txt" and metadata.processed_at, metadata
    reply = client.answer(query="When was the lighthouse of Varberg built?", file_ids=[uploaded.file_id])
    assert "1881" in reply.answer, reply
    message = {"role": "user", "content": "Who is the keeper?", "file_ids": [uploaded.file_id]}
    assert "Ingrid" in client.conversation(messages=[message]).response


@check
def ocr():
    assert client.ocr.health()["ocr_enabled"] is True
    blank = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="
    )
    result = client.ocr.extract_from_image(blank, image_format="png")
    assert result.success is False and result.text == "" and result.error, result
    result = client.ocr.extract_from_pdf(small_pdf("Harbour dues 2026"))
    assert result.success is True and "Harbour dues 2026" in result.text, result
    assert (result.pages_processed, result.total_pages, result.pages[0].page_number) == (1, 1, 1), result


def small_pdf(text):
    """A PDF of one page with one line, written by hand."""
    stream = f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        table,
        len(out),
    )


@check
def web_search():
    reply = client.web_search(query="tidal power stations")
    assert reply.success is True and reply.results[0].url.startswith("http"), reply
    for search_type in ("neural", "keyword", "auto", "fast"):
        assert client.research(query="tidal power stations", num_results=2, search_type=search_type).success
    assert client.research.web_search(query="tidal power stations", get_text=True).results[0].text


@check
def deep_research():
    report = client.deep_research(instructions="How do tidal power stations store surplus energy?")
    assert report.success is True and report.status == "completed" and report.research_id, report
    assert report.output and report.citations and report.pages_read > 0, report
    assert all(citation.url.startswith("http") for citation in report.citations), report


@check
def integrations():
    listed = client.integrations.list()
    assert any(integration["id"] == "hacker_news" for integration in listed), listed
    assert client.integrations.retrieve("hacker_news")["name"], listed
    done = client.integrations.connect(
        "hacker_news", user_id="u1", callback_url="https://app.example.com/done", extra={"scopes": []}
    )
    assert done.success is True and done.user_id == "u1" and not done.requires_oauth, done
    try:
        client.integrations.execute("hacker_news", user_id="u1", feature_name="NO_SUCH_FEATURE")
    except APIError as error:
        assert error.status_code == 400 and "available_features" in error.message, error
    else:
        raise AssertionError("an unknown feature must be refused")


@check
def images():
    picture = client.generate_image(prompt="a red boat on a calm sea")
    assert picture.success is True and picture.image_url.startswith("http"), picture
    assert base64.b64decode(picture.image_base64)[:2] == b"\xff\xd8" and picture.request_id, picture


@check
def videos():
    film = client.generate_video(prompt="snow falls on a mountain village at night", size="1280x720")
    assert film.success is True and film.status == "completed", film
    assert film.video_url.startswith("data:video/mp4;base64,") and film.duration > 0, film


@check
def errors():
    try:
        Incredible(api_key="parley_not_a_key", base_url=address).answer(query="Hello")
    except APIError as error:
        assert error.status_code in (401, 503) and "Invalid API key" in error.message, error
    else:
        raise AssertionError("a wrong key must be refused")


failed = 0
began = time.monotonic()
for function in checks:
    try:
        function()
        print(f"ok      {function.__name__} ({time.monotonic() - began:.0f} s)", flush=True)
    except Exception:
        failed += 1
        print(f"FAILED  {function.__name__}\n{traceback.format_exc(limit=3)}", flush=True)
print(f"{len(checks) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
