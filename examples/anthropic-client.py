# Needs: anthropic
import base64, json, os, pathlib

from anthropic import Anthropic

client = Anthropic(
    base_url=os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484"),
    api_key=os.environ["PARLEY_API_KEY"],
)


def ask(content):
    return {"model": "small-2", "max_tokens": 500, "messages": [{"role": "user", "content": content}]}


# Chat
print(client.messages.create(**ask("What is the square root of 144?")).content[0].text)

# Words as they are written
with client.messages.stream(**ask("Convert 10 miles to km")) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)
print()

# Functions of your own
city = {"type": "object", "properties": {"city": {"type": "string", "description": "Name of the city"}}, "required": ["city"]}
tools = [{"name": "get_weather", "description": "Current weather of a city.", "input_schema": city}]
for block in client.messages.create(**ask("What is the weather in Paris?"), tools=tools).content:
    if block.type == "tool_use":
        print(block.name, block.input)

# Data that fits a schema
person = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "born": {"type": "integer"}},
    "required": ["name", "born"],
    "additionalProperties": False,
}
reply = client.messages.create(
    **ask("Give the person.\nName: Ada Lovelace\nBorn: 1815"),
    output_config={"format": {"type": "json_schema", "schema": person}},
)
print(json.loads(reply.content[0].text))

# A question about a file, with the passages that the answer rests on
lease = base64.b64encode(pathlib.Path("samples/lease.pdf").read_bytes()).decode()
document = {
    "type": "document",
    "source": {"type": "base64", "media_type": "application/pdf", "data": lease},
    "title": "lease.pdf",
    "citations": {"enabled": True},
}
answer = client.messages.create(**ask([document, {"type": "text", "text": "When is the deposit due?"}]))
for block in answer.content:
    print(block.text)
    for citation in block.citations or []:
        print(citation.document_title, citation.start_page_number, citation.cited_text)
# Prints: = 12
# Prints: 16.09
# Prints: get_weather {'city': 'Paris'}
# Prints: {'name': 'Ada Lovelace', 'born': 1815}
# Prints: 20 February 2026
# Prints: lease.pdf 1 | Deposit
