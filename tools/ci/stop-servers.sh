#!/usr/bin/env bash
# Stops what start-servers.sh started. Usage: tools/ci/stop-servers.sh DIRECTORY
set -uo pipefail
directory=$1
for file in "$directory"/*.pid; do [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null; done
if [ -f "$directory/postgres.data" ]; then
  data=$(cat "$directory/postgres.data")
  [ -f "$data/postmaster.pid" ] && kill -INT "$(head -n 1 "$data/postmaster.pid")" 2>/dev/null
fi
exit 0
