// Reads a multipart form (RFC 7578) part by part, as its bytes arrive: whatever is sent, no more of
// it is in memory than one chunk.

/** The body is not what a multipart form looks like, or breaks off. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

export interface FormPart {
  name: string;
  /** The part carries a file, whatever its name is: names of files are never used. */
  isFile: boolean;
  /** A file input that nothing was chosen for: no name and, if all is well, no bytes. */
  isNameless: boolean;
  /** Must be read to its end before the next part is asked for. */
  bytes: AsyncIterable<Buffer>;
}

const LONGEST_HEAD = 8 * 1024;
const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** The boundary that a Content-Type names, if it is that of a multipart form. */
export function formBoundary(contentType: string): string | undefined {
  const [type = ''] = contentType.split(';', 1);
  if (type.trim().toLowerCase() !== 'multipart/form-data') return undefined;
  const boundary = parameters(contentType).get('boundary') ?? '';
  return boundary.length >= 1 && boundary.length <= 70 ? boundary : undefined;
}

/** The parts of the form. Throws MalformedForm. */
export async function* readForm(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const window = createWindow(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter stands without a line break in front, unless there is a preamble.
  window.putBack(LINE);
  await drain(window.until(delimiter));
  while (!(await isLast(window))) {
    const { name, filename } = disposition(await window.all(HEAD_END, LONGEST_HEAD));
    const isFile = filename !== undefined;
    yield { name, isFile, isNameless: filename === '', bytes: window.until(delimiter) };
  }
}

type Window = ReturnType<typeof createWindow>;

/** What has arrived and was not yet taken. */
function createWindow(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const next = await chunks.next();
    if (next.done === true) throw new MalformedForm('The form breaks off.');
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
  }

  /** Everything before the mark, and takes the mark away. */
  async function* until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark);
      // What could be the beginning of the mark stays.
      const end = at === -1 ? Math.max(0, held.length - mark.length + 1) : at;
      const taken = held.subarray(0, end);
      held = held.subarray(at === -1 ? end : at + mark.length);
      if (taken.length > 0) yield taken;
      if (at !== -1) return;
      await more();
    }
  }

  return {
    until,
    putBack: (bytes: Buffer) => void (held = Buffer.concat([bytes, held])),
    async all(mark: Buffer, longest: number): Promise<string> {
      const taken: Buffer[] = [];
      let size = 0;
      for await (const chunk of until(mark)) {
        size += chunk.length;
        if (size > longest) throw new MalformedForm('A part of the form has no end of its head.');
        taken.push(chunk);
      }
      return Buffer.concat(taken).toString('utf8');
    },
    async take(count: number): Promise<string> {
      while (held.length < count) await more();
      const taken = held.subarray(0, count).toString('latin1');
      held = held.subarray(count);
      return taken;
    },
  };
}

/** After a delimiter: two dashes end the form, a line break begins a part. */
async function isLast(window: Window): Promise<boolean> {
  const next = await window.take(2);
  if (next === '--') return true;
  if (next === '\r\n') return false;
  throw new MalformedForm('A delimiter of the form is followed by something else.');
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

function disposition(head: string): { name: string; filename: string | undefined } {
  const line = head.split('\r\n').find((each) => /^content-disposition:\s*form-data\b/i.test(each));
  const given = parameters(line ?? '');
  const name = given.get('name');
  if (name === undefined) throw new MalformedForm('A part of the form has no name.');
  return { name, filename: given.get('filename') ?? given.get('filename*') };
}

/** The parameters of a header's value, one after the other: a quoted one may hold anything. */
function parameters(value: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare] of value.matchAll(
    /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g,
  )) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return found;
}
