#!/usr/bin/env bash
# Installs what tools/ci/install-packages.sh names where it is missing, starts what is a server on loopback with its data under DIRECTORY, and writes
# their addresses to DIRECTORY/servers.env.
# Usage: tools/ci/start-servers.sh DIRECTORY
set -euo pipefail
directory=$1
"$(dirname "$0")/install-packages.sh"

free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }

# PostgreSQL refuses to run as root.
postgres_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
postgres_data=$(mktemp -d)
chmod 755 "$directory"
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$postgres_data"
  as_postgres=(runuser -u postgres --)
fi
postgres_port=$(free_port)
"${as_postgres[@]}" "$postgres_bin/initdb" -D "$postgres_data" -U parley --auth=trust -E UTF8 >"$directory/initdb.log" 2>&1
"${as_postgres[@]}" "$postgres_bin/pg_ctl" -D "$postgres_data" -w -l "$postgres_data/server.log" \
  -o "-p $postgres_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$postgres_data -c fsync=off -c max_connections=300" start >/dev/null
"${as_postgres[@]}" "$postgres_bin/createdb" -h 127.0.0.1 -p "$postgres_port" -U parley parley
echo "$postgres_data" >"$directory/postgres.data"

redis_port=$(free_port)
redis-server --port "$redis_port" --bind 127.0.0.1 --save '' --appendonly no --daemonize yes \
  --pidfile "$directory/redis.pid" --logfile "$directory/redis.log" --dir "$directory" >/dev/null

{
  echo "TEST_DATABASE_URL=postgres://parley@127.0.0.1:$postgres_port/parley"
  echo "TEST_REDIS_URL=redis://127.0.0.1:$redis_port"
  echo "TEST_CHROMIUM=$(command -v chromium)"
  echo 'CI_REQUIRES_POSTGRES=1'
  echo 'CI_REQUIRES_SERVERS=1'
} >"$directory/servers.env"

here=$(dirname "$0")
if [ -x "$here/start-clickhouse.sh" ]; then "$here/start-clickhouse.sh" "$directory" >>"$directory/servers.env"; fi
if [ -x "$here/start-search.sh" ]; then "$here/start-search.sh" "$directory" >>"$directory/servers.env"; fi
cat "$directory/servers.env"
