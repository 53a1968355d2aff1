// Negotiates the content encoding of a response (RFC 9110, section 12.5.3).
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Best compression first: the first one wins a tie. */
const preferred: Encoding[] = ['br', 'gzip'];

/** Returns the best available encoding for an Accept-Encoding header. Identity if none fits: any browser can read it. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (!header?.trim()) return 'identity';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = negotiator.encodings([...available], { preferred });
  return (best as Encoding | undefined) ?? 'identity';
}
