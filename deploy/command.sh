#!/bin/sh
# Runs a command of the installed shop with the rights, settings and secrets of its service, as root:
#   sh /opt/maalai/deploy/command.sh backup /var/lib/maalai/backup
# Commands: desk, reviews, backup, restore, drill, move.
set -eu
case ${1:-} in
  desk | reviews | backup | restore | drill | move) ;;
  *) echo 'Which command? desk, reviews, backup, restore, drill, move' >&2; exit 1 ;;
esac
exec systemd-run --quiet --pipe --wait --collect --uid=maalai --gid=maalai \
  --working-directory=/opt/maalai --property=UMask=0077 --property=NoNewPrivileges=yes \
  --property=EnvironmentFile=/etc/maalai/settings --property=LoadCredentialEncrypted=maalai:/etc/maalai/secrets \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/maalai \
  /opt/maalai/node_modules/.bin/node --disable-warning=ExperimentalWarning src/server/commands/main.ts "$@"
