#!/bin/sh
# Gets a certificate of a public authority for each name, as root, once haproxy has its configuration. Debian's certbot renews
# them by its timer and runs this script again after each renewal.
#   sh /opt/maalai/deploy/certificates.sh shop.example desk.shop.example
# Each name has a certificate of its own: with one for both, browsers would send the desk's requests over a connection to
# the shop, which the proxy refuses.
set -eu
directory=${CERTIFICATES:-/etc/haproxy/certificates}
letsencrypt=${LETSENCRYPT:-/etc/letsencrypt}
umask 077
if [ -n "${RENEWED_LINEAGE:-}" ]; then
  pem=$directory/${RENEWED_LINEAGE##*/}.pem
  # Another name, for another program.
  [ -e "$pem" ] || exit 0
  cp "$RENEWED_LINEAGE/fullchain.pem" "$pem"
  cp "$RENEWED_LINEAGE/privkey.pem" "$pem.key"
  exec systemctl reload haproxy
fi
[ $# -gt 0 ] || { echo 'Which names? sh certificates.sh shop.example desk.shop.example' >&2; exit 1; }
mkdir -p "$directory"
# The proxy must run before the authority can reach certbot through it: until then with a certificate that nobody trusts.
# It starts anew for a new name, whose settings a reload would not read. A reload keeps those who wait while the shop is updated.
start=reload-or-restart
for name; do
  [ ! -e "$directory/$name.pem" ] || continue
  start=restart
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout "$directory/$name.pem.key" -out "$directory/$name.pem" 2>/dev/null
done
systemctl $start haproxy
# A copy: what was unpacked somewhere may be gone at the next renewal.
install -D -m 755 "$0" "$letsencrypt/renewal-hooks/deploy/maalai"
for name; do
  certbot certonly --non-interactive --keep-until-expiring --agree-tos --register-unsafely-without-email --cert-name "$name" -d "$name" \
    --standalone --http-01-port 8402
  # A certificate that is not due for renewal may be missing here, such as in a proxy that was set up anew.
  cmp -s "$letsencrypt/live/$name/fullchain.pem" "$directory/$name.pem" || RENEWED_LINEAGE=$letsencrypt/live/$name sh "$0"
done
