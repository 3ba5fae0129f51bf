# Needs: langchain-openai numpy
import os

from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from openai import OpenAI

base_url = os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484") + "/v1"
api_key = os.environ["PARLEY_API_KEY"]


class ChatParley(ChatOpenAI):
    """Keeps the sources of a reply, which OpenAI's shape has no place for."""

    def _create_chat_result(self, response, generation_info=None):
        result = super()._create_chat_result(response, generation_info)
        reply = response if isinstance(response, dict) else response.model_dump()
        result.generations[0].message.response_metadata["sources"] = reply.get("sources", [])
        return result


model = ChatParley(model="small-2", base_url=base_url, api_key=api_key)

# Chat
print(model.invoke("Convert 10 miles to km").text)

# Words as they are written
for chunk in model.stream("What is 12 times 12?"):
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
print(model.with_structured_output(person, method="json_schema").invoke("Give the person.\nName: Ada Lovelace\nBorn: 1815"))

# A question about an uploaded file, with the passages that the answer rests on
with open("samples/lease.pdf", "rb") as lease:
    file = OpenAI(base_url=base_url, api_key=api_key).files.create(file=lease, purpose="user_data")
asked = [{"type": "text", "text": "When is the deposit due?"}, {"type": "file", "file": {"file_id": file.id}}]
answer = model.invoke([HumanMessage(asked)])
print(answer.text)
print(answer.response_metadata["sources"][0])

# A store of vectors, searched with a question
embeddings = OpenAIEmbeddings(model="lexical", base_url=base_url, api_key=api_key, check_embedding_ctx_length=False)
store = InMemoryVectorStore.from_texts(["We let boats for rowing.", "The law on taxes."], embeddings)
print(store.similarity_search("rowing boat", k=1)[0].page_content)
# Prints: 16.09
# Prints: 144
# Prints: sunny in Paris
# Prints: {'name': 'Ada Lovelace', 'born': 1815}
# Prints: 20 February 2026
# Prints: 'filename': 'lease.pdf', 'page': 1
# Prints: We let boats for rowing.
