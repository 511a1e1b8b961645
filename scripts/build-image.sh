#!/usr/bin/env bash
# Builds the Dockerfile with buildah for one processor. `docker buildx build` does the same, see the Dockerfile.
#
#   scripts/build-image.sh                                                     the image `lyceum` for this processor
#   scripts/build-image.sh --platform linux/arm64 --tag lyceum:arm64           for another one; nothing runs in an emulator
#   scripts/build-image.sh --tag lyceum:own --archive lyceum-image.tar.gz      also writes it for `docker load --input`
#   scripts/build-image.sh … -- <options>                                      further options for `buildah build`
set -euo pipefail
cd "$(dirname "$0")/.."
tag=lyceum platform='' archive=''
while [ $# -gt 0 ]; do
  case "$1" in
    --tag) tag="$2"; shift 2 ;;
    --platform) platform="$2"; shift 2 ;;
    --archive) archive="$2"; shift 2 ;;
    --) shift; break ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
  esac
done
command -v buildah >/dev/null || { echo 'buildah is missing.' >&2; exit 77; }

version="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)"
revision="$(git rev-parse HEAD 2>/dev/null || echo unknown)"
# The settings of npm on this machine, so that the build finds its registry.
npmrc=()
[ -f "$HOME/.npmrc" ] && npmrc=(--volume "$HOME/.npmrc:/root/.npmrc:ro")
# The format of Docker, because that of OCI has no health check.
buildah build --network host --format docker ${platform:+--platform "$platform"} "${npmrc[@]}" \
  --build-arg VERSION="$version" --build-arg REVISION="$revision" --tag "$tag" "$@" .
[ -n "$archive" ] || exit 0
case "$tag" in *:*) named="$tag" ;; *) named="$tag:latest" ;; esac
rm -f "$archive.tar"
buildah push --quiet "$tag" "docker-archive:$archive.tar:$named"
gzip -n <"$archive.tar" >"$archive"
rm -f "$archive.tar"
