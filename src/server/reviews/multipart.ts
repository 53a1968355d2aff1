// Reads a multipart form (RFC 7578) as its bytes arrive: whatever is sent, no more of a file is in memory than a
// chunk. @fastify/busboy takes it apart; here it is told its limits, and what goes wrong gets a name.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';

/** The body is not what a multipart form looks like, has too many parts, or breaks off. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

export interface FormHandlers {
  /** A text, cut to the longest that is taken. */
  onText(name: string, text: string): void;
  /** A file, one after another; it is read to its end, or the form never ends. Its name is never used. */
  onFile(name: string, file: FormFile): Promise<void>;
}

export interface FormFile {
  /** A file input that nothing was chosen for: no name and, if all is well, no bytes. */
  isNameless: boolean;
  bytes: Readable;
}

export interface FormLimits {
  parts: number;
  /** Bytes of a text. */
  text: number;
}

/** Whether a Content-Type is that of a multipart form with its boundary. */
export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;(?:.*;)?\s*boundary=("?)[^\s";]{1,70}/i.test(contentType.trim());
}

/**
 * Reads the form to its end. Rejects with MalformedForm, and with what `body` or a handler throws.
 */
export async function readForm(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  limits: FormLimits,
  { onText, onFile }: FormHandlers,
): Promise<void> {
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { parts: limits.parts, fieldSize: limits.text, headerPairs: 20, headerSize: 8 * 1024 },
  });
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const malformed = (why: string) => fail(new MalformedForm(why));
  let open: Readable | undefined;
  let files = Promise.resolve();
  form.on('error', (error: Error) => malformed(error.message));
  form.on('partsLimit', () => malformed('The form has too many parts.'));
  form.on('field', (name: string | undefined, text: string) => {
    if (name === undefined) malformed('A part of the form has no name.');
    else onText(name, text);
  });
  form.on('file', (name: string | undefined, bytes: Readable, filename: string | undefined) => {
    open = bytes.on('error', (error: Error) => malformed(error.message));
    if (name === undefined) return malformed('A file of the form has no name.');
    files = files.then(() => onFile(name, { isNameless: !filename, bytes })).catch(fail);
  });
  const source = Readable.from(body).on('error', fail);
  const read = once(form, 'finish').then(() => files);
  source.pipe(form);
  try {
    await Promise.race([read, failed]);
  } finally {
    source.destroy();
    form.destroy();
    // Whoever reads a file of a form that broke off must not wait for the rest.
    open?.destroy();
    await files.catch(() => undefined);
  }
}
