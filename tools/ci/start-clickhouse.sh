#!/usr/bin/env bash
# Starts ClickHouse (Debian's) on loopback with its data under DIRECTORY. Prints its address as a line for an environment file. Installs nothing.
# Usage: tools/ci/start-clickhouse.sh DIRECTORY
set -euo pipefail
directory=$1
command -v clickhouse-server >/dev/null || { echo "start-clickhouse.sh: clickhouse-server is not installed" >&2; exit 0; }

free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }

place="$directory/clickhouse"
mkdir -p "$place/data" "$place/tmp"
port=$(free_port)
cat >"$place/config.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><log>$place/server.log</log><errorlog>$place/error.log</errorlog></logger>
  <http_port>$port</http_port><listen_host>127.0.0.1</listen_host>
  <path>$place/data/</path><tmp_path>$place/tmp/</tmp_path><mark_cache_size>52428800</mark_cache_size>
  <users_config>$place/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>
XML
cat >"$place/users.xml" <<XML
<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>1000000000</max_memory_usage></default></profiles>
  <users><parley>
    <password>pass word</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  </parley></users>
  <quotas><default></default></quotas>
</yandex>
XML
clickhouse-server --config-file="$place/config.xml" >"$place/out.log" 2>&1 &
echo $! >"$directory/clickhouse.pid"
for _ in $(seq 1 120); do
  if curl -sf "http://127.0.0.1:$port/" >/dev/null 2>&1; then
    echo "TEST_CLICKHOUSE_URL=http://parley:pass%20word@127.0.0.1:$port/"
    exit 0
  fi
  sleep 0.5
done
echo "start-clickhouse.sh: ClickHouse did not come up" >&2
tail -n 5 "$place/error.log" >&2
exit 1
