#!/bin/sh
# A file uploaded once, and two questions about it, with curl alone. jq or any other reader of JSON would be nicer than sed.
set -eu
base=${PARLEY_BASE_URL:-http://127.0.0.1:8484}
auth="Authorization: Bearer $PARLEY_API_KEY"
file_id=$(curl -sS --fail-with-body "$base/v1/files/upload" -H "$auth" -F file=@samples/lease.pdf |
  sed -n 's/.*"file_id":"\([^"]*\)".*/\1/p')
for question in 'When is the deposit due?' 'Who repairs the roof?'; do
  curl -sS --fail-with-body "$base/v1/answer" -H "$auth" -H 'Content-Type: application/json' \
    -d '{"query": "'"$question"'", "file_ids": ["'"$file_id"'"]}'
  echo
done
# Prints: 20 February 2026
# Prints: The landlord repairs the roof
