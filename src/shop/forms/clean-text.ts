// Cleans typed text for the database and for e-mails. PostgreSQL's text type rejects NUL, and a line break in a
// name could end a header of an e-mail.

/** Matches a visible character: not a blank, and not a mark that is invisible by itself. */
const VISIBLE = /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const isVisible = (text: string) => VISIBLE.test(text);

// Direction marks could reverse the words around a text, and stacked accents cover the lines above it.
const withoutTricks = (text: string) =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/(\p{M}{6})\p{M}+/gu, '$1');

export const oneLine = (text: string) =>
  withoutTricks(text)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

export const manyLines = (text: string) =>
  withoutTricks(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
