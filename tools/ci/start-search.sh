#!/usr/bin/env bash
# Starts kiwix-serve on a small ZIM file of our own and searx in front of it, both on loopback, with their data under
# DIRECTORY. Prints their addresses as lines for an environment file. Installs nothing.
# Usage: tools/ci/start-search.sh DIRECTORY
set -euo pipefail
directory=$1
here=$(cd "$(dirname "$0")" && pwd)
# The machine's own Node may be older than the one that the packages bring.
export PATH="$here/../../node_modules/.bin:$PATH"
for program in kiwix-serve zimwriterfs searx-run; do
  command -v "$program" >/dev/null || { echo "start-search.sh: $program is not installed" >&2; exit 0; }
done

free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }

node "$here/write-zim-pages.ts" "$directory/zim-pages" >&2
rm -f "$directory/stations.zim"
zimwriterfs --welcome=index.html --illustration=icon.png --language=eng --name=stations --title=Stations \
  --description='Invented tidal power stations' --creator=Parley --publisher=Parley \
  "$directory/zim-pages" "$directory/stations.zim" >"$directory/zimwriterfs.log" 2>&1

kiwix_port=$(free_port)
kiwix-serve --port="$kiwix_port" --address=127.0.0.1 "$directory/stations.zim" >"$directory/kiwix.log" 2>&1 &
echo $! >"$directory/kiwix.pid"

searx_port=$(free_port)
cat >"$directory/searx.yml" <<YAML
general: {debug: false, instance_name: test, contact_url: false, enable_stats: false}
brand: {git_url: "", git_branch: "", issue_url: "", docs_url: "", public_instances: "", wiki_url: "", twitter_url: ""}
search: {safe_search: 0, autocomplete: "", default_lang: "", ban_time_on_fail: 0, max_ban_time_on_fail: 0, formats: [html, json]}
server:
  port: $searx_port
  bind_address: 127.0.0.1
  secret_key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')x
  base_url: false
  image_proxy: false
  http_protocol_version: "1.1"
  method: GET
  default_http_headers: {}
ui:
  autofocus: false
  archive_today: false
  static_path: /usr/share/python3-searx/static
  templates_path: /usr/share/python3-searx/templates
  default_theme: oscar
  default_locale: ""
  theme_args: {oscar_style: logicodev}
outgoing: {request_timeout: 5.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10}
locales: {en: English}
doi_resolvers: {test: "http://127.0.0.1/"}
default_doi_resolver: test
engines:
  - name: stations
    engine: xpath
    shortcut: st
    search_url: http://127.0.0.1:$kiwix_port/search?pattern={query}&books.name=stations&pageLength=50&start={pageno}
    paging: true
    page_size: 50
    first_page_num: 1
    results_xpath: //div[contains(@class, "results")]//li
    url_xpath: ./a/@href
    title_xpath: ./a
    content_xpath: ./cite
    categories: general
    enable_http: true
  - name: unreachable
    engine: xpath
    shortcut: un
    search_url: http://127.0.0.1:9/search?q={query}
    results_xpath: //li
    url_xpath: ./a/@href
    title_xpath: ./a
    content_xpath: ./p
    categories: science
    enable_http: true
YAML
SEARX_SETTINGS_PATH="$directory/searx.yml" searx-run >"$directory/searx.log" 2>&1 &
echo $! >"$directory/searx.pid"

wait_for() {
  node -e "
    const until = Date.now() + 20000;
    const ask = () => fetch('$1').then((answer) => { if (!answer.ok) throw answer.status; })
      .catch((error) => { if (Date.now() > until) { console.error('start-search.sh: $1 does not answer:', error); process.exit(1); } setTimeout(ask, 100); });
    ask();
  "
}
wait_for "http://127.0.0.1:$kiwix_port/" && echo "TEST_KIWIX_URL=http://127.0.0.1:$kiwix_port"
wait_for "http://127.0.0.1:$searx_port/" && echo "TEST_SEARXNG_URL=http://127.0.0.1:$searx_port"
