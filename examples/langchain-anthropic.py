# Needs: langchain-anthropic
import base64, os, pathlib

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

model = ChatAnthropic(
    model="small-2",
    base_url=os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484"),
    api_key=os.environ["PARLEY_API_KEY"],
    max_tokens=500,
)

# Chat
print(model.invoke("What is the square root of 144?").text)

# Words as they are written
for chunk in model.stream("Convert 10 miles to km"):
    print(chunk.text, end="", flush=True)
print()


# Functions of your own: the model asks, LangChain calls, the model answers
@tool
def get_weather(city: str) -> str:
    """Current weather of a city."""
    return f"sunny in {city}"


with_tools = model.bind_tools([get_weather])
question = HumanMessage("What is the weather in Paris?")
asking = with_tools.invoke([question])
results = [get_weather.invoke(call) for call in asking.tool_calls]
print(with_tools.invoke([question, asking, *results]).text)

# Data that fits a schema
person = {
    "title": "person",
    "description": "A person.",
    "type": "object",
    "properties": {"name": {"type": "string"}, "born": {"type": "integer"}},
    "required": ["name", "born"],
    "additionalProperties": False,
}
print(model.with_structured_output(person).invoke("Give the person.\nName: Ada Lovelace\nBorn: 1815"))

# A question about a file, with the passages that the answer rests on
lease = base64.b64encode(pathlib.Path("samples/lease.pdf").read_bytes()).decode()
document = {
    "type": "document",
    "source": {"type": "base64", "media_type": "application/pdf", "data": lease},
    "title": "lease.pdf",
    "citations": {"enabled": True},
}
answer = model.invoke([HumanMessage([document, {"type": "text", "text": "When is the deposit due?"}])])
print(answer.text)
for block in answer.content:
    for citation in block.get("citations", []):
        print(citation["document_title"], citation["start_page_number"], citation["cited_text"])
# Prints: = 12
# Prints: 16.09
# Prints: sunny in Paris
# Prints: {'name': 'Ada Lovelace', 'born': 1815}
# Prints: 20 February 2026
# Prints: lease.pdf 1 | Deposit
