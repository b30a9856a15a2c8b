#!/usr/bin/env bash
# Restores a PostgreSQL cluster as it was at one moment, beside the one that runs, and starts it on loopback:
#
#   deploy/postgres/restore-to.sh BASE_BACKUP WAL_ARCHIVE '2026-11-27 15:30:00+00' FOLDER PORT
#
# BASE_BACKUP is a folder that pg_basebackup --format=plain made, WAL_ARCHIVE the folder of archive_command, FOLDER a new
# one. Run it as the user of PostgreSQL, with its programs on the PATH. A rehearsal is the same, with any moment since
# the backup: examine the result with `optionwire doctor` and DATABASE_URL=postgres://…@127.0.0.1:PORT/…, then stop it with
# pg_ctl -D FOLDER stop, and delete FOLDER.
set -euo pipefail

if [ $# -ne 5 ]; then
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
backup=$1 archive=$2 moment=$3 folder=$4 port=$5

[ -f "$backup/PG_VERSION" ] || { echo "$backup is no base backup in the plain format." >&2; exit 2; }
[ -d "$archive" ] || { echo "There is no WAL archive at $archive." >&2; exit 2; }
[ ! -e "$folder" ] || { echo "$folder exists. Name a folder that does not." >&2; exit 2; }

cp -a "$backup" "$folder"
chmod 700 "$folder"
touch "$folder/recovery.signal"
# The copy must not archive into the archive that it was made from. It may lack the configuration of the first one.
cat > "$folder/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
archive_mode = off
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = promote
CONF
: > "$folder/postgresql.auto.conf"
echo 'host all all 127.0.0.1/32 trust' > "$folder/pg_hba.conf"

pg_ctl -D "$folder" -l "$folder/restore.log" -w -t 600 start >/dev/null || { tail -n 20 "$folder/restore.log" >&2; exit 1; }
for _ in $(seq 600); do
  state=$(psql -h 127.0.0.1 -p "$port" -d postgres -XAtc 'select pg_is_in_recovery()' 2>/dev/null || echo away)
  [ "$state" = f ] && { echo "The cluster as of $moment runs on port $port of loopback."; exit 0; }
  [ -f "$folder/postmaster.pid" ] || { tail -n 20 "$folder/restore.log" >&2; exit 1; }
  sleep 1
done
echo "The restore has not ended after ten minutes: see $folder/restore.log." >&2
exit 1
