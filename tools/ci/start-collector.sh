#!/usr/bin/env bash
# Builds a collector of OpenTelemetry from its Go modules and starts it on loopback; what it has read is written to DIRECTORY/spans.jsonl. Prints where
# as lines for an environment file. Without Go it does nothing.
# Usage: tools/ci/start-collector.sh DIRECTORY
set -euo pipefail
directory=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
command -v go >/dev/null || { echo "start-collector.sh: go is not installed" >&2; exit 0; }

free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }

# The network of a module proxy fails now and then.
for try in 1 2 3; do
  go mod download -C "$here/collector" >&2 && break
  [ "$try" = 3 ] || sleep 5
done
nice go build -C "$here/collector" -o "$directory/bin/collector" . >&2
port=$(free_port)
cat >"$directory/collector.yaml" <<YAML
receivers: {otlp: {protocols: {http: {endpoint: "127.0.0.1:$port"}}}}
exporters: {file: {path: "$directory/spans.jsonl", flush_interval: 100ms}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [file]}}}
YAML
"$directory/bin/collector" "$directory/collector.yaml" >"$directory/collector.log" 2>&1 &
echo $! >"$directory/collector.pid"
for _ in $(seq 100); do
  if curl -sf -o /dev/null -H 'content-type: application/json' -d '{"resourceSpans":[]}' "http://127.0.0.1:$port/v1/traces"; then
    printf 'TEST_OTLP_URL=http://127.0.0.1:%s\nTEST_OTLP_FILE=%s\n' "$port" "$directory/spans.jsonl"
    exit 0
  fi
  sleep 0.2
done
echo 'start-collector.sh: the collector did not come up' >&2
tail -n 5 "$directory/collector.log" >&2
exit 1
