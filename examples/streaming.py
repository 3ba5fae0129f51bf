import json, os
from urllib.request import Request, urlopen

request = Request(
    os.environ.get("PARLEY_BASE_URL", "http://127.0.0.1:8484") + "/v1/answer",
    json.dumps({"query": "What is 12 times 12?", "stream": True}).encode(),
    {"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}", "Content-Type": "application/json"},
)
end = None
for line in urlopen(request):
    if not line.startswith(b"data: "):
        continue  # blank lines, and comments that keep the line open
    event = json.loads(line[6:])
    if "error" in event:
        raise SystemExit(event["error"])
    if event.get("done"):
        end = event
    print(event.get("content", ""), end="")
if end is None:
    raise SystemExit("the stream was cut")
print("\nended by", end["finish_reason"])
# Prints: 144
# Prints: ended by stop
