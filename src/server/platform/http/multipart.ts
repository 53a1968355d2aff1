// Reads a multipart form (RFC 7578) as a stream, holding no more than one chunk of a file in memory. @fastify/busboy
// parses it; this module sets the limits and turns its failures into MalformedForm.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';

/** The body is not a valid multipart form, has too many parts, or breaks off. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

export interface FormHandlers {
  /** Called with each text field, truncated to `FormLimits.text`. */
  onText(name: string, text: string): void;
  /** Called with one file at a time. It must read the file to its end, or the form never ends. The file's own name is ignored. */
  onFile(name: string, file: FormFile): Promise<void>;
}

export interface FormFile {
  /** Browsers send a file without a name, and without bytes, for a file input that is empty. */
  isNameless: boolean;
  bytes: Readable;
}

export interface FormLimits {
  parts: number;
  /** The largest text field, in bytes. */
  text: number;
}

/** Returns whether a Content-Type is that of a multipart form and has a boundary. */
export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;(?:.*;)?\s*boundary=("?)[^\s";]{1,70}/i.test(contentType.trim());
}

/** Reads the form to its end. Throws MalformedForm, and the errors of `body` and the handlers. */
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
    // Otherwise a handler would wait forever for the rest of a file whose form broke off.
    open?.destroy();
    await files.catch(() => undefined);
  }
}
