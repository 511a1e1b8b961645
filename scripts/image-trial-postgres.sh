#!/bin/sh
# Stands in for the entrypoint of the image postgres:18 in scripts/image-trial.sh, with the same variables and the same folder.
set -eu
data=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$data" /var/run/postgresql
  chown -R nobody /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$0" "$@"
fi
if [ ! -f "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  /opt/postgres/bin/initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --encoding UTF8 --auth-local trust
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" | /opt/postgres/bin/postgres --single -D "$data" postgres
fi
shift
exec /opt/postgres/bin/postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql "$@"
