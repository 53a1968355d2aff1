// Chooses how an answer is compressed from what the browser accepts (RFC 9110, section 12.5.3).

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first: ties go to the better compression. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The best of the available encodings. Identity if nothing fits: any browser can read that. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  if (header === undefined || header.trim() === '') return 'identity';
  const weights = parseWeights(header);
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of preference) {
    const weight = available.has(encoding) ? weightOf(encoding, weights) : 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

/** Unless it is named or ruled out by '*;q=0', identity is acceptable, but the last choice. */
const UNNAMED_IDENTITY = 0.0001;

function weightOf(encoding: Encoding, weights: ReadonlyMap<string, number>): number {
  const named = weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined);
  return named ?? weights.get('*') ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0);
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name !== '') weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
