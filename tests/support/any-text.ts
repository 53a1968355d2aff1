import * as fc from 'fast-check';

/** Any code point but half a pair. The unit 'binary' of fast-check is the same, and takes a second to set up. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** Texts of up to so many code points. */
export const anyText = (maxLength: number) => fc.string({ unit: codePoint, maxLength });
