// Determines the client's address for the rate limits. X-Forwarded-For counts only if the settings trust a proxy.
import { isIP } from 'node:net';

/**
 * Returns the client's address as the limits count it: IPv4 in full, IPv6 by its /64, 'unknown' without a socket.
 * @param remote the socket's remote address
 * @param forwardedFor the X-Forwarded-For header; every proxy appends the address that it sees
 * @param trustedProxies the number of proxies in front. Entries are counted from the right, so entries that the
 *   client sent itself are never used
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const own = fold(remote ?? '') ?? 'unknown';
  if (trustedProxies === 0 || forwardedFor === undefined) return own;
  const named = forwardedFor.split(',').at(-trustedProxies);
  return fold(withoutPort(named?.trim() ?? '')) ?? own;
}

/** Removes the port that some proxies append: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

/** Returns IPv4 in full and IPv6 as its /64, which belongs to one household or machine; else undefined. */
function fold(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return bare;
  if (version !== 6) return undefined;
  const groups = expand(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. */
function expand(address: string): number[] {
  // The URL parser normalizes every spelling, embedded IPv4 included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
