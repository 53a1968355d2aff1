#!/bin/sh
# Installs or updates the shop on a machine with Debian 12, as root, from the unpacked archive of `npm run release`:
#   sh maalai/deploy/install.sh shop.example
# The desk's host is desk.shop.example, or what DESK_ORIGIN says in /etc/maalai/settings; without it there is no desk.
# With `several` as a second argument: two shops on this machine instead of one, and no proxy; docs/running.md, 'Two machines'.
# The owner's files in /etc/maalai are kept. The previous version is kept in /opt/maalai.old.
set -eu
site=${1:-}
[ -n "$site" ] || { echo 'Which site? sh maalai/deploy/install.sh shop.example' >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo 'Only root may install the shop: use sudo.' >&2; exit 1; }
cd "$(dirname "$0")/.."

[ "${2:-}" = several ] || { command -v haproxy && command -v certbot; } >/dev/null ||
  { apt-get update && apt-get install -y --no-install-recommends haproxy certbot; }
id maalai >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /var/lib/maalai --shell /usr/sbin/nologin maalai

mkdir -p /etc/maalai/secrets
chmod 755 /etc/maalai
chmod 700 /etc/maalai/secrets
[ -e /etc/maalai/settings ] ||
  printf 'ORIGIN=https://%s\nDESK_ORIGIN=https://desk.%s\nTRUST_PROXY=1\n' "$site" "$site" >/etc/maalai/settings
desk=$(sed -n 's|^DESK_ORIGIN="\{0,1\}https://\([^"/]*\).*|\1|p' /etc/maalai/settings | tail -n 1)

rm -rf /opt/maalai.new
cp -a . /opt/maalai.new
# Pages that are open ask for the scripts of their own version.
[ ! -d /opt/maalai/dist/site ] || cp -a /opt/maalai/dist/site /opt/maalai.new/dist/previous
chown -R root:root /opt/maalai.new
chmod -R u=rwX,go=rX /opt/maalai.new
rm -rf /opt/maalai.old
[ ! -e /opt/maalai ] || mv /opt/maalai /opt/maalai.old
mv /opt/maalai.new /opt/maalai

cp /opt/maalai/deploy/maalai.service /opt/maalai/deploy/maalai-migrate.service /etc/systemd/system/
if [ "${2:-}" = several ]; then
  cp /opt/maalai/deploy/maalai.service /etc/systemd/system/maalai@.service
  mkdir -p /etc/systemd/system/maalai@.service.d
  cp /opt/maalai/deploy/several/shops.conf /etc/systemd/system/maalai@.service.d/
  systemctl daemon-reload
  systemctl disable --now maalai 2>/dev/null || true
  [ ! -d /etc/maalai/migrate ] || systemctl start maalai-migrate
  host=$(sed -n 's/^HOST=//p' /etc/maalai/settings)
  # One after the other: the second is stopped when the proxy has seen the first.
  for shop in 1 2; do
    systemctl enable "maalai@$shop"
    systemctl restart "maalai@$shop"
    tries=0
    until /opt/maalai/node_modules/.bin/node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
      "http://${host:-127.0.0.1}:300$shop/readyz"; do
      tries=$((tries + 1))
      [ $tries -lt 60 ] || { echo "Shop $shop is not ready, and the other was left as it is: journalctl -u maalai@$shop" >&2; exit 1; }
      sleep 1
    done
    sleep 2
  done
  echo "Installed: two shops. The proxy in front of them: /opt/maalai/deploy/haproxy.cfg"
  exit
fi
# The owner's own settings of the proxy, in /etc/default/haproxy, replace these.
proxy=/etc/systemd/system/haproxy.service.d/maalai.conf
mkdir -p "${proxy%/*}"
printf '[Service]\nEnvironment=SITE=%s SHOP_A=127.0.0.1:3000\n' "$site" >"$proxy.new"
[ -z "$desk" ] || printf 'Environment=DESK=%s DESK_A=127.0.0.1:3001\n' "$desk" >>"$proxy.new"
# It has to start with new ones. With the same it is only reloaded, because callers wait in it until the shop is back.
cmp -s "$proxy.new" "$proxy" || systemctl stop haproxy
mv "$proxy.new" "$proxy"
cp /opt/maalai/deploy/haproxy.cfg /etc/haproxy/haproxy.cfg
systemctl daemon-reload
# Earlier versions of this script installed it.
systemctl disable --now caddy 2>/dev/null || true
systemctl enable maalai haproxy
systemctl restart maalai
sh /opt/maalai/deploy/certificates.sh "$site" ${desk:+"$desk"} ||
  echo "There is no certificate yet. When the names point to this machine: sh /opt/maalai/deploy/certificates.sh $site $desk" >&2
echo "Installed. What the shop says: journalctl -u maalai"
if [ -n "$desk" ]; then
  echo "The desk is at https://$desk. Who may use it: sh /opt/maalai/deploy/command.sh desk invite owner@example.com"
else
  echo "There is no desk. For one, add DESK_ORIGIN=https://desk.$site to /etc/maalai/settings and install again."
fi
