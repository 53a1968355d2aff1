#!/bin/sh
# Stores a secret of the installed shop, as root. Asks for its value, or reads it from standard input:
#   sh /opt/maalai/deploy/secret.sh SMTP_URL
# The file is encrypted with a key of this machine that only root can read, and bound to its name; systemd decrypts it
# for the shop only. To replace a secret, run this again; to remove it, delete the file.
set -eu
name=${1:-}
names='DATABASE_URL, MIGRATE_DATABASE_URL, PAYMENT_KEY_ID, PAYMENT_KEY_SECRET, PAYMENT_WEBHOOK_SECRET, SESSION_SECRET, SMTP_URL'
case ", $names," in
  *", $name,"*) ;;
  *) echo "Which secret? $names" >&2; exit 1 ;;
esac
# The shop itself must not have the secret that allows changes of its tables.
directory=secrets
[ "$name" != MIGRATE_DATABASE_URL ] || directory=migrate
if [ -t 0 ]; then value=$(systemd-ask-password "$name:"); else value=$(cat); fi
[ -n "$value" ] || { echo "$name would be empty. Nothing was changed." >&2; exit 1; }

umask 077
file=${MAALAI_SETTINGS:-/etc/maalai}/$directory/$name
mkdir -p "${file%/*}"
# Not in the directory itself: systemd passes on every file in it.
printf %s "$value" | systemd-creds encrypt --with-key=host --name="maalai_$name" - "${file%/*}.new"
mv "${file%/*}.new" "$file"
echo "Kept in $file. The shop reads it when it starts: systemctl restart maalai"
