// Negotiates the content encoding of a response (RFC 9110, section 12.5.3).
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first: the first one wins a tie. */
const preferred: Encoding[] = ['br', 'gzip'];

/** Browsers send few different headers. Longer ones, and more of them, are not worth the memory. */
const LONGEST = 100;
const MOST = 20;

const chosen = new WeakMap<ReadonlySet<Encoding>, Map<string, Encoding>>();

/** Returns the best available encoding for an Accept-Encoding header. Identity if none fits: any browser can read it. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (!header?.trim()) return 'identity';
  const known = chosen.get(available) ?? new Map<string, Encoding>();
  const before = known.get(header);
  if (before !== undefined) return before;
  const encoding = negotiate(header, available);
  if (header.length <= LONGEST && known.size < MOST)
    chosen.set(available, known.set(header, encoding));
  return encoding;
}

function negotiate(header: string, available: ReadonlySet<Encoding>): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = negotiator.encodings([...available], { preferred });
  return (best as Encoding | undefined) ?? 'identity';
}
