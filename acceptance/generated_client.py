"""Uses a Python client that was generated from the OpenAPI document. Arguments: address, key, admin key."""

import io
import sys
import traceback

from parley_client import AuthenticatedClient
from parley_client import models as m
from parley_client.api.administration import create_key, get_usage, revoke_key
from parley_client.api.collections import create_collection, delete_collection
from parley_client.api.compatibility import create_embedding, create_open_ai_chat_completion
from parley_client.api.files import delete_file, get_file, list_files, upload_file
from parley_client.api.models import list_models
from parley_client.api.ocr import get_ocr_health
from parley_client.api.text import create_agent_reply, create_answer, create_conversation_reply
from parley_client.types import File

base, key, admin_key = sys.argv[1:4]
client = AuthenticatedClient(base_url=base, token=key)
admin = AuthenticatedClient(base_url=base, token=admin_key)
text = "The bridge was opened on 4 May 1932 by the mayor."
passed = failed = 0


def check(run):
    global passed, failed
    try:
        run()
        passed += 1
        print(f"ok   {run.__name__.replace('_', ' ')}")
    except Exception:
        failed += 1
        print(f"FAIL {run.__name__.replace('_', ' ')}")
        traceback.print_exc()


def answers_with_typed_sources():
    body = m.CreateAnswerBody(query="When was the bridge opened?", context=text)
    answer = create_answer.sync(client=client, body=body)
    assert "1932" in answer.answer, answer
    source = answer.sources[0]
    assert text[source.start : source.end] == source.quote
    assert answer.usage.input_tokens > 0


def answers_as_data():
    schema = m.CreateAnswerBodyResponseFormat.from_dict(
        {"type": "object", "properties": {"cost": {"type": "number"}}, "required": ["cost"]}
    )
    body = m.CreateAnswerBody(query="Extract the cost.", context="Cost: 1200", response_format=schema)
    assert create_answer.sync(client=client, body=body).data == {"cost": 1200}


def converses():
    messages = [m.ConversationMessage(role=m.ConversationMessageRole.USER, content="What is 12 times 12?")]
    reply = create_conversation_reply.sync(client=client, body=m.CreateConversationReplyBody(messages=messages))
    assert "144" in reply.response


def calls_a_tool():
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tool = m.ToolDefinition(
        name="get_weather",
        description="Current weather of a city.",
        input_schema=m.ToolDefinitionInputSchema.from_dict(schema),
    )
    messages = [m.AgentMessage(role=m.AgentMessageRole.USER, content="What is the weather in Paris?")]
    body = m.CreateAgentReplyBody(messages=messages, tools=[tool])
    reply = create_agent_reply.sync(client=client, body=body)
    assert reply.tool_calls[0].inputs.to_dict() == {"city": "Paris"}, reply


def uploads_lists_and_deletes_a_file():
    part = File(payload=io.BytesIO(text.encode()), file_name="bridge.txt", mime_type="text/plain")
    file = upload_file.sync(client=client, body=m.UploadFileBody(file=part))
    assert file.status.value == "ready", file
    assert get_file.sync(file.file_id, client=client).filename == "bridge.txt"
    assert file.file_id in [one.file_id for one in list_files.sync(client=client, limit=5).data]
    body = m.CreateAnswerBody(query="Who opened the bridge?", file_ids=[str(file.file_id)])
    assert "mayor" in create_answer.sync(client=client, body=body).answer
    assert delete_file.sync(file.file_id, client=client).deleted is True


def gives_errors_as_values_with_their_code():
    missing = get_file.sync_detailed("00000000-0000-4000-8000-000000000000", client=client)
    assert missing.status_code == 404
    assert missing.parsed.code == "file_not_found", missing.parsed
    wrong = AuthenticatedClient(base_url=base, token="wrong-key-0123456789")
    refused = list_files.sync_detailed(client=wrong)
    assert refused.parsed.code == "invalid_api_key", refused


def lists_models():
    assert [one.id for one in list_models.sync(client=client).data][:2] == ["small-2", "small-1"]
    assert get_ocr_health.sync(client=client).ocr_enabled is True


def makes_a_collection():
    made = create_collection.sync(client=client, body=m.CreateCollectionBody(name="Bridges"))
    assert delete_collection.sync(made.id, client=client).success is True


def speaks_the_compatible_endpoints():
    chat = {"model": "small-2", "messages": [{"role": "user", "content": "What is 12 times 12?"}]}
    reply = create_open_ai_chat_completion.sync_detailed(client=client, body=m.OpenAIChatRequest.from_dict(chat))
    assert reply.status_code == 200 and b"144" in reply.content, reply
    body = m.EmbeddingRequest.from_dict({"model": "lexical", "input": "bridge"})
    assert create_embedding.sync_detailed(client=client, body=body).status_code == 200


def manages_keys():
    made = create_key.sync(client=admin, body=m.CreateKeyBody(name="generated"))
    assert made.key
    assert revoke_key.sync(made.id, client=admin).revoked_at is not None
    assert get_usage.sync(client=admin).total.requests > 0


for one in [
    answers_with_typed_sources,
    answers_as_data,
    converses,
    calls_a_tool,
    uploads_lists_and_deletes_a_file,
    gives_errors_as_values_with_their_code,
    lists_models,
    makes_a_collection,
    speaks_the_compatible_endpoints,
    manages_keys,
]:
    check(one)
print(f"{passed} passed, {failed} failed")
sys.exit(0 if failed == 0 else 1)
