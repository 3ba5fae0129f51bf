import json, os
from urllib.request import Request, urlopen

request = Request(
    os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484") + "/v1/answer",
    json.dumps({
        "query": "When was the bridge opened?",
        "context": "The bridge was opened on 4 May 1932 by the mayor.",
    }).encode(),
    {"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}", "Content-Type": "application/json"},
)
print(json.load(urlopen(request))["answer"])
# Prints: 4 May 1932
