"""The installed Python client against a running service: python acceptance/python_package.py ADDRESS KEY ADMIN_KEY."""

import io
import os
import re
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import files
from pathlib import Path

import parley_sdk
from parley_sdk import AuthenticationError, BadRequestError, ConnectionError, NotFoundError, Parley, ServerError

address, key, admin_key = sys.argv[1:4]
parley = Parley(address, key, admin_key=admin_key)
NOTE = b"The bridge was opened on 4 May 1932 by the mayor."
checks = []


def check(function):
    checks.append(function)
    return function


def raised(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


class Vendor:
    """A service that answers as it is told, and keeps what it was asked."""

    def __init__(self, *replies):
        asked = self.asked = []
        left = list(replies)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"] or 0))
                asked.append(dict(self.headers))
                status, headers, body = left.pop(0)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = Parley(f"http://127.0.0.1:{self.server.server_port}", "key")


@check
def is_what_was_installed():
    assert "site-packages" in parley_sdk.__file__, parley_sdk.__file__
    assert any(file.name == "py.typed" for file in files("parley-sdk") or [])


@check
def answers():
    reply = parley.answer(query="What is 12 times 12?")
    assert reply["success"] is True and "144" in reply["answer"], reply


@check
def streams_to_its_end():
    with parley.stream_answer(query="When was it opened?", context=NOTE.decode()) as stream:
        text = "".join(stream.text())
        last = stream.result()
    assert "4 May 1932" in text and last["done"] is True and last["sources"][0]["quote"] == NOTE.decode(), (text, last)


@check
def streams_of_every_shape_end():
    messages = [{"role": "user", "content": "What is 12 times 12?"}]
    tool = {"name": "get_weather", "description": "Weather of a city.", "input_schema": {"type": "object"}}
    streams = [
        parley.stream_conversation(messages=messages),
        parley.stream_agent(messages=messages, tools=[tool]),
        parley.stream_create_openai_chat_completion(model="small-2", messages=messages),
        parley.stream_create_message(model="small-2", messages=messages, max_tokens=100),
        parley.stream_create_response(model="small-2", input="What is 12 times 12?"),
    ]
    for stream in streams:
        events = list(stream)
        assert "144" in str(events) and stream.result(), events


@check
def leaves_a_stream_early():
    with parley.stream_answer(query="When was it opened?", context=NOTE.decode()) as stream:
        next(iter(stream))
    raised(parley_sdk.ParleyError, stream.result)


@check
def uploads_from_path_bytes_and_file():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bridge.txt"
        path.write_bytes(NOTE)
        uploaded = [parley.upload(path), parley.upload(NOTE, filename="b.txt"), parley.upload(io.BytesIO(NOTE), filename="c.txt")]
    assert [file["filename"] for file in uploaded] == ["bridge.txt", "b.txt", "c.txt"], uploaded
    file_id = uploaded[0]["file_id"]
    reply = parley.answer(query="When was the bridge opened?", file_ids=[file_id])
    assert reply["sources"][0]["file_id"] == file_id and "4 May 1932" in reply["answer"], reply
    assert NOTE.decode() in parley.get_file_text(file_id) and parley.get_file_content(file_id) == NOTE
    assert any(one["file_id"] == file_id for one in parley.list_files(limit=100)["data"])
    parley.delete_file(file_id)
    assert raised(NotFoundError, lambda: parley.get_file(file_id)).code == "file_not_found"


@check
def takes_the_admin_key_where_it_is_needed():
    made = parley.create_key(name="From Python")
    assert Parley(address, made["key"]).answer(query="What is 12 times 12?")["success"]
    parley.revoke_key(made["id"])


@check
def tells_errors_apart():
    wrong = Parley(address, "wrong", max_retries=0)
    assert raised(AuthenticationError, lambda: wrong.answer(query="x")).request_id
    assert "query" in str(raised(BadRequestError, lambda: parley.answer(query="")))
    away = Parley("http://127.0.0.1:9", "key", max_retries=0)
    assert raised(ConnectionError, lambda: away.answer(query="x")).code == "connection_failed"


@check
def sends_again_what_can_pass_with_one_idempotency_key():
    busy = (503, {"x-should-retry": "true"}, b'{"error": "Busy", "code": "overloaded"}')
    vendor = Vendor(busy, (200, {"content-type": "application/json"}, b'{"success": true, "answer": "yes"}'))
    assert vendor.client.answer(query="x")["answer"] == "yes"
    assert len({asked["Idempotency-Key"] for asked in vendor.asked}) == 1 and len(vendor.asked) == 2, vendor.asked


@check
def leaves_what_the_service_calls_final():
    vendor = Vendor((500, {"x-should-retry": "false"}, b'{"error": "Broken", "code": "internal_error"}'))
    assert raised(ServerError, lambda: vendor.client.answer(query="x")).code == "internal_error" and len(vendor.asked) == 1


@check
def takes_no_cut_stream_for_a_whole_one():
    vendor = Vendor((200, {"content-type": "text/event-stream"}, b'data: {"content": "half", "done": false}\n\n'))
    stream = vendor.client.stream_answer(query="x")
    assert raised(ConnectionError, lambda: list(stream)).code == "stream_cut"


@check
def raises_the_error_that_ends_a_stream():
    event = b'data: {"error": "Too long", "code": "schema_not_met", "done": true}\n\n'
    vendor = Vendor((200, {"content-type": "text/event-stream"}, event))
    assert raised(parley_sdk.APIError, lambda: list(vendor.client.stream_answer(query="x"))).code == "schema_not_met"


@check
def does_what_the_guide_shows():
    root = Path(__file__).parent.parent
    # What has a file in examples/ needs the packages of others, and is run with them.
    text = re.sub(r"^<!-- example: .*?^```$", "", (root / "docs/guides/python.md").read_text(), flags=re.M | re.S)
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) == 4, len(blocks)
    env = {**os.environ, "PARLEY_BASE_URL": address, "PARLEY_API_KEY": key}
    said = []
    for block in blocks:
        run = subprocess.run([sys.executable, "-c", block], cwd=root / "examples", env=env, capture_output=True, text=True)
        assert run.returncode == 0 and run.stderr == "", run.stderr
        said.append(run.stdout)
    assert said[0].strip() and "mayor" in said[2] and "file_not_found" in said[3], said


@check
def is_typed_for_who_uses_it():
    program = """from parley_sdk import Parley
parley = Parley()
text: str = parley.answer(query="x", file_ids=["a"])["answer"]
with parley.stream_answer(query="x") as stream:
    for event in stream:
        if "content" in event:
            part: str = event["content"]
parley.answer(query=1)
parley.answer(qeury="x")
number: int = parley.answer(query="x")["answer"]
"""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.py").write_text(program)
        mypy = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "program.py"]
        said = subprocess.run(mypy, cwd=folder, capture_output=True, text=True).stdout
        lines = sorted({int(line.split(":")[1]) for line in said.splitlines() if line.startswith("program.py") and ": error:" in line})
        assert lines == [8, 9, 10], said
        own = [*mypy[:-1], "-p", "parley_sdk"]
        said = subprocess.run(own, cwd=folder, capture_output=True, text=True)
        assert said.returncode == 0, said.stdout[-3000:]


failed = 0
for function in checks:
    try:
        function()
        print(f"ok   {function.__name__.replace('_', ' ')}")
    except Exception as error:
        failed += 1
        print(f"FAIL {function.__name__.replace('_', ' ')}\n{type(error).__name__}: {error}"[:3000])
print(f"{len(checks) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
