// Chooses how an answer is compressed from what the browser accepts (RFC 9110, section 12.5.3).
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first: ties go to the better compression. */
const preferred: Encoding[] = ['br', 'gzip'];

/** The best of the available encodings. Identity if nothing fits: any browser can read that. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (!header?.trim()) return 'identity';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = negotiator.encodings([...available], { preferred });
  return (best as Encoding | undefined) ?? 'identity';
}
