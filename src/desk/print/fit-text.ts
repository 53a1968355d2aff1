// How large a text can be that has to fit into a box on paper. The server decides, because paper is printed without a script
// too; it knows no widths of letters, so it counts wide ones as wide and the others as wider than they are.

/** Of a letter, in parts of the size of its type. */
function letterWidth(letter: string): number {
  // Many vowels of the scripts of the South have a width of their own.
  const isSouthern = /[\p{sc=Tamil}\p{sc=Malayalam}\p{sc=Telugu}\p{sc=Kannada}]/u.test(letter);
  if (isSouthern && !/\p{Mn}/u.test(letter)) return 0.9;
  if (/[\p{M}\p{Cf}]/u.test(letter)) return 0;
  if (
    /\p{Extended_Pictographic}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(
      letter,
    )
  ) {
    // Digits are pictographs too.
    return /[\d#*]/.test(letter) ? 0.62 : 1.4;
  }
  if (/[WM@%]/.test(letter)) return 1;
  if (/[\p{Lu}\P{ASCII}]/u.test(letter)) return 0.78;
  return /[ filjt.,:;'|!]/.test(letter) ? 0.36 : 0.62;
}

const textWidth = (text: string) =>
  [...text].reduce((width, letter) => width + letterWidth(letter), 0);

/** Returns the number of lines that a text takes if words stay whole, but for those longer than a line. */
function countLines(text: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(/\s+/)) {
    const length = textWidth(word);
    const after = used === 0 ? length : used + 0.36 + length;
    if (after <= width) {
      used = after;
      continue;
    }
    if (used > 0) lines += 1;
    const full = Math.max(0, Math.ceil(length / width) - 1);
    lines += full;
    used = length - full * width;
  }
  return lines;
}

const MM_OF_A_POINT = 25.4 / 72;

/** Of the box, in millimetres; the sizes of type in points, the largest first. */
interface Space {
  sizes: readonly number[];
  width: number;
  height: number;
}

/** Line height, and by how much the first line is larger, as in print.css. */
const LEADING = 1.3;
const FIRST = 1.2;

/** The least size, in points, for the sake of a word that would be broken. */
const LEAST_WHOLE = 10;

/**
 * Returns the largest size at which the lines fit, and the lines: very many short ones are joined. A long word breaks only if
 * it would be small otherwise. If nothing fits, it is the smallest size, and `fits` is false.
 */
export function fitText(lines: readonly string[], { sizes, width, height }: Space) {
  const [first = '', ...others] = lines;
  const joined = others.length === 0 ? [first] : [first, others.join(', ')];
  const whole = sizes
    .filter((size) => size >= LEAST_WHOLE)
    .map((size) => [lines, size, true] as const);
  const any = [lines, joined].flatMap((tried) =>
    sizes.map((size) => [tried, size, false] as const),
  );
  for (const [tried, size, isWhole] of [...whole, ...any]) {
    const mm = size * MM_OF_A_POINT;
    const count = (text: string, at: number) =>
      countLines(text, width / mm / (at === 0 ? FIRST : 1)) * (at === 0 ? FIRST : 1);
    const breaks = (text: string, at: number) =>
      text.split(/\s+/).some((word) => count(word, at) >= 2);
    if (isWhole && tried.some(breaks)) continue;
    const high = tried.reduce((sum, text, at) => sum + count(text, at), 0);
    if (high * LEADING * mm <= height) return { size, lines: tried, fits: true };
  }
  return { size: sizes.at(-1) ?? 0, lines: joined, fits: false };
}
