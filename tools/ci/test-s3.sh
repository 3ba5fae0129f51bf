#!/usr/bin/env bash
# Runs the tests of the object store against a real S3 server besides the one that npm brings: versitygw, built from its Go module, which takes
# minutes the first time. `npm run test:s3`; CI leaves it out.
set -euo pipefail
directory=$(mktemp -d)
free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }
GOBIN="${GOBIN:-$directory/bin}" go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
server="${GOBIN:-$directory/bin}/versitygw"
port=$(free_port)
mkdir -p "$directory/objects" "$directory/attributes"
ROOT_ACCESS_KEY=parley ROOT_SECRET_KEY=secret-of-the-tests "$server" --port "127.0.0.1:$port" --quiet \
  posix --sidecar "$directory/attributes" "$directory/objects" >"$directory/log" 2>&1 &
pid=$!
trap 'kill $pid 2>/dev/null; rm -rf "$directory"' EXIT
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.1; done
TEST_S3_URL="http://parley:secret-of-the-tests@127.0.0.1:$port" vitest run --project services --project units \
  packages/server/test/http/files-s3.test.ts packages/server/src/adapters/s3/s3-blob-store.test.ts
