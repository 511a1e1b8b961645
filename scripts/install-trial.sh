#!/usr/bin/env bash
# Runs the commands of docs/install.md literally, in an empty Debian that systemd boots in a container without network.
# Needs root, debootstrap and systemd-nspawn (apt-get install debootstrap systemd-container).
#
#   scripts/install-trial.sh                       builds the archive by step 1 of the page
#   scripts/install-trial.sh --archive <file>      uses an archive that was built before
#   scripts/install-trial.sh --base <folder>       uses a Debian that was made before, and does not change it
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/install.md
archive='' base=''
version="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)"
while [ $# -gt 0 ]; do
  case "$1" in
    --archive) archive="$(realpath "$2")"; shift 2 ;;
    --base) base="$(realpath "$2")"; shift 2 ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
  esac
done
for program in debootstrap systemd-nspawn; do
  command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 77; }
done

# Prints the blocks of the page that begin with the given line.
blocks() {
  awk -v start="$1" '$0 == start { inside = 1; next } /^```$/ { if (inside) print ""; inside = 0 } inside' "$page"
}

work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT
root="$work/debian"

if [ -z "$archive" ]; then
  blocks '```sh build' >"$work/build.sh"
  bash -euxo pipefail "$work/build.sh"
  archive="$PWD/dist/lyceum-$version-linux-x64.tar.gz"
fi

if [ -n "$base" ]; then
  cp -a "$base" "$root"
else
  # What step 2 installs is put in here, since the container has no network.
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,curl,openssl,nginx \
    "${DEBIAN_SUITE:-bookworm}" "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/debootstrap.log" ||
    { tail -20 "$work/debootstrap.log" >&2; exit 1; }
fi

install -m 600 "$archive" "$root/root/lyceum-$version-linux-x64.tar.gz"
# The certificate of step 6, which an operator brings.
mkdir -p "$root/etc/lyceum/tls"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=learn.example.org \
  -keyout "$root/etc/lyceum/tls/privkey.pem" -out "$root/etc/lyceum/tls/fullchain.pem" 2>/dev/null

{
  # The beginning of a session of root on a terminal, and a check that nothing but the archive brings a runtime.
  echo 'export HOME=/root; cd /root'
  echo 'for name in bun node npm; do ! command -v "$name"; done'
  blocks '```sh'
} >"$root/root/install.sh"
cat >"$root/etc/systemd/system/install-trial.service" <<'UNIT'
[Unit]
Description=The commands of docs/install.md
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
TimeoutStartSec=900
ExecStart=/bin/bash -euxo pipefail /root/install.sh
# What the service said, if a command failed.
ExecStopPost=/bin/sh -c 'test "$SERVICE_RESULT" = success || journalctl --namespace lyceum --no-pager --lines 60; test "$SERVICE_RESULT" = success || journalctl --no-pager --lines 40'
StandardOutput=file:/root/install.log
StandardError=inherit
UNIT
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -sf ../install-trial.service "$root/etc/systemd/system/multi-user.target.wants/install-trial.service"

code=0
timeout 1000 systemd-nspawn --directory "$root" --boot --register=no --keep-unit --private-network --quiet \
  --machine "lyceum-install-trial-$$" </dev/null >"$work/console.log" 2>&1 || code=$?
cat "$root/root/install.log" || tail -40 "$work/console.log"
if [ "$code" = 0 ]; then echo "Every command of $page succeeded."; else echo "A command of $page failed ($code)." >&2; fi
exit "$code"
