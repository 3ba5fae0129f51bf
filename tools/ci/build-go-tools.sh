#!/usr/bin/env bash
# Builds what is had as Go modules alone: Helm and kubeconform, which check the chart, and a collector of OpenTelemetry, which is started. Their
# addresses go to DIRECTORY/go.env. To compile them takes minutes of the processor, so nothing but their own tests waits for them. Without Go it does nothing.
# Usage: tools/ci/build-go-tools.sh DIRECTORY
set -uo pipefail
directory=$1
command -v go >/dev/null || { echo 'build-go-tools.sh: go is not installed' >&2; exit 0; }
GOBIN="$directory/bin" nice go install helm.sh/helm/v3/cmd/helm@v3.22.0 >"$directory/go.log" 2>&1 &&
  GOBIN="$directory/bin" nice go install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 >>"$directory/go.log" 2>&1 &&
  printf 'HELM=%s\nKUBECONFORM=%s\n' "$directory/bin/helm" "$directory/bin/kubeconform" >"$directory/go.env" ||
  tail -n 3 "$directory/go.log" >&2
"$(dirname "$0")/start-collector.sh" "$directory" >>"$directory/go.env" || exit 1
cat "$directory/go.env"
