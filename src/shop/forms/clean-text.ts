// What people type, made safe to keep and to print in an e-mail. PostgreSQL's text takes no NUL, and a line
// break in a name could end a header of an e-mail.

/** What a person sees of a text: neither blanks nor marks that draw nothing by themselves. */
const VISIBLE = /[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const isVisible = (text: string) => VISIBLE.test(text);

// Direction marks could turn round the words around a text, and a pile of accents covers the lines above it.
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
