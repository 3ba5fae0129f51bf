# Needs: openai
import json, os

from openai import OpenAI

client = OpenAI(
    base_url=os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484") + "/v1",
    api_key=os.environ["PARLEY_API_KEY"],
)
model = "small-2"


def user(content):
    return [{"role": "user", "content": content}]


# Chat
reply = client.chat.completions.create(model=model, messages=user("Convert 10 miles to km"))
print(reply.choices[0].message.content)

# Words as they are written
for chunk in client.chat.completions.create(model=model, messages=user("What is 12 times 12?"), stream=True):
    print(chunk.choices[0].delta.content or "", end="", flush=True)
print()

# Functions of your own
city = {"type": "object", "properties": {"city": {"type": "string", "description": "Name of the city"}}, "required": ["city"]}
weather = {"name": "get_weather", "description": "Current weather of a city.", "parameters": city}
tools = [{"type": "function", "function": weather}]
reply = client.chat.completions.create(model=model, messages=user("What is the weather in Paris?"), tools=tools)
for call in reply.choices[0].message.tool_calls:
    print(call.function.name, call.function.arguments)

# Data that fits a schema
person = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "born": {"type": "integer"}},
    "required": ["name", "born"],
    "additionalProperties": False,
}
reply = client.chat.completions.create(
    model=model,
    messages=user("Give the person.\nName: Ada Lovelace\nBorn: 1815"),
    response_format={"type": "json_schema", "json_schema": {"name": "person", "strict": True, "schema": person}},
)
print(json.loads(reply.choices[0].message.content))

# A question about a file, with the passages that the answer rests on
with open("samples/lease.pdf", "rb") as lease:
    file = client.files.create(file=lease, purpose="user_data")
parts = [{"type": "input_file", "file_id": file.id}, {"type": "input_text", "text": "When is the deposit due?"}]
answer = client.responses.create(model=model, input=user(parts))
print(answer.output_text)
print(answer.sources[0])  # its quote, and where it stands

# Texts that are near each other
reply = client.embeddings.create(model="lexical", input=["rowing boat", "boats for rowing", "tax law"])
boat, boats, law = (one.embedding for one in reply.data)
likeness = lambda a, b: sum(x * y for x, y in zip(a, b))
print(likeness(boat, boats) > likeness(boat, law))
# Prints: 16.09
# Prints: 144
# Prints: get_weather {"city":"Paris"}
# Prints: {'name': 'Ada Lovelace', 'born': 1815}
# Prints: 20 February 2026
# Prints: 'filename': 'lease.pdf', 'page': 1
# Prints: True
