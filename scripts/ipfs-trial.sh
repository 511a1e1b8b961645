#!/usr/bin/env bash
# Pins the documents of the demo certificates on an IPFS node without a network, by the block of docs/operations.md as it is written.
# Needs `bun install`, curl, and Kubo as `ipfs`. Nothing leaves this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in curl ipfs; do
  command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 77; }
done
work="$(mktemp -d)"
port="${PORT:-4790}"
PORT="$port" DATA_DIR="$work/data" LOG_LEVEL=warn node_modules/.bin/bun src/app/main.ts start >"$work/log" 2>&1 &
service=$!
trap 'kill "$service" 2>/dev/null; wait "$service" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
export PUBLIC_URL="http://localhost:$port" IPFS_PATH="$work/ipfs"
ipfs init --profile=test >/dev/null
block="$(sed -n '/^curl -s "$PUBLIC_URL\/ipfs/,/^```/p' docs/operations.md | sed '/^```/d')"
[ -n "$block" ] || { echo 'docs/operations.md has no block that pins a document.' >&2; exit 1; }

# The demo learner has a certificate as soon as the embedded chain has minted it.
token() {
  curl -sf "$PUBLIC_URL/api/v2/auth/login" -H 'Content-Type: application/json' \
    -d '{"email":"learner@lyceum.local","password":"learner-demo-1"}' | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p'
}
for _ in $(seq 120); do
  bearer="$(token || true)"
  cid="$(curl -sf "$PUBLIC_URL/api/v2/certificates" -H "Authorization: Bearer $bearer" | sed -n 's/.*"metadataUri":"ipfs:\/\/\([a-z0-9]*\)".*/\1/p' || true)"
  [ -n "$cid" ] && break
  sleep 1
done
[ -n "${cid:-}" ] || { echo 'The demo learner has no certificate.' >&2; tail -5 "$work/log" >&2; exit 1; }
picture="$(curl -sf "$PUBLIC_URL/ipfs/$cid" | sed -n 's/.*"image":"ipfs:\/\/\([a-z0-9]*\)".*/\1/p')"
for CID in "$cid" "$picture"; do
  export CID
  bash -euc "$block"
  ipfs pin ls --type=recursive "$CID" >/dev/null
  cmp <(ipfs cat "$CID") <(curl -sf "$PUBLIC_URL/ipfs/$CID")
  echo "ok  $CID is pinned, with the same bytes"
done
