#!/bin/sh
# Runs a command of Lyceum with the settings of the service and as its user, so that it finds the same database and owns what
# it writes. Installed as /usr/local/bin/lyceum. Name files by their absolute paths. LYCEUM_PROGRAM runs another version.
set -eu
if [ "$(id -u)" != 0 ]; then
  echo "lyceum: run it as root, for example with sudo. It reads /etc/lyceum/lyceum.env." >&2
  exit 1
fi
program="${LYCEUM_PROGRAM:-/opt/lyceum/current/lyceum}"
unset LYCEUM_PROGRAM
set -a
. /etc/lyceum/lyceum.env
set +a
export HOME=/var/lib/lyceum
umask 077
cd "$HOME"
exec setpriv --reuid=lyceum --regid=lyceum --init-groups --inh-caps=-all "$program" "$@"
