#!/bin/sh
# Two machines with PostgreSQL 15 and no Patroni: makes the standby the primary, as root on the machine of the standby:
#   sh /opt/maalai/deploy/several/failover.sh 10.0.0.11          # the old primary; root may log in there by ssh
#   sh /opt/maalai/deploy/several/failover.sh 10.0.0.11 --dead   # it cannot be reached, and is switched off for sure
# The old primary is fenced first. If it went on, or started again by itself, it would acknowledge orders that the new one
# never gets, or show orders whose payers were told to try again: so it comes back only as a standby.
set -eu
old=${1:-}
cluster=${CLUSTER:-15 main}
[ -n "$old" ] || { echo 'Which machine is the old primary? sh failover.sh 10.0.0.11' >&2; exit 1; }
query() { su postgres -c "psql --cluster $(echo "$cluster" | tr ' ' /) -XAtqc \"$1\""; }
[ "$(query 'select pg_is_in_recovery()')" = t ] || { echo 'PostgreSQL here is no standby. Nothing was changed.' >&2; exit 1; }

# standby.signal first: from then on, however it starts, it is a standby. Then Debian is told not to start it at all.
fence='set -eu
touch "/var/lib/postgresql/$1/$2/standby.signal"
chown postgres: "/var/lib/postgresql/$1/$2/standby.signal"
echo disabled >"/etc/postgresql/$1/$2/start.conf"
pg_ctlcluster "$1" "$2" stop --mode fast || pg_ctlcluster "$1" "$2" stop --mode immediate || [ $? = 2 ]
if pg_lsclusters --no-header "$1" "$2" | grep -q " online"; then exit 1; fi'
if [ "${2:-}" = --dead ]; then
  printf '%s must be switched off, and must not start by itself. Type its address if it is: ' "$old"
  read -r word
  [ "$word" = "$old" ] || { echo 'Nothing was changed.' >&2; exit 1; }
elif ! echo "$fence" | ssh -o BatchMode=yes -o ConnectTimeout=5 "root@$old" sh -s -- $cluster; then
  echo "$old could not be fenced, so nothing was promoted. Switch it off (its power, not its network) and add --dead." >&2
  exit 1
fi

# What arrived is replayed before the promotion ends. Nobody stands by the new primary yet: it acknowledges alone.
query 'select pg_promote(true, 60)' | grep -qx t
query "alter system set synchronous_standby_names = ''"
query 'select pg_reload_conf()' >/dev/null
echo "PostgreSQL here is the primary. Shops whose DATABASE_URL names both machines find it by themselves.

Next, on $old, once it is repaired and before anything starts PostgreSQL there (if it was dead: from a rescue system, or with
its network off, touch standby.signal in its data directory before it starts):
  echo manual >/etc/postgresql/15/main/start.conf
  rm -rf /var/lib/postgresql/15/main
  su postgres -c 'pg_basebackup -h THIS_MACHINE -U replicator -D /var/lib/postgresql/15/main -R -X stream -C -S standby'
  pg_ctlcluster 15 main start
Then here, so that two machines have each order again:
  su postgres -c \"psql -c \\\"alter system set synchronous_standby_names = '*'\\\" -c 'select pg_reload_conf()'\""
