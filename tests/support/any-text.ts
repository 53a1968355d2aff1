import * as fc from 'fast-check';

/** Generates any code point except surrogates. fast-check's unit 'binary' does the same but takes a second to set up. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** Generates texts of up to `maxLength` code points. */
export const anyText = (maxLength: number) => fc.string({ unit: codePoint, maxLength });
