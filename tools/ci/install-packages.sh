#!/usr/bin/env bash
# Installs PostgreSQL, Redis, ClickHouse, Chromium, SearXNG, kiwix-tools, iproute2, balancers and promtool from Debian packages where they are missing.
set -euo pipefail
packages=(postgresql redis-server chromium searx kiwix-tools zim-tools iproute2 caddy nginx-light haproxy prometheus openssl clickhouse-server curl)
missing=()
for package in "${packages[@]}"; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || {
  tail -n 20 "$log"
  exit 1
}
rm "$log"
