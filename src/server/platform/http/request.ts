// Reads a request within bounds: bytes, JSON, the query, and a multipart form as a stream.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';
import { ProblemError } from './problem.ts';

/** 64 KB: payloads are a form or a cart. */
export const JSON_LIMIT = 64 * 1024;

/**
 * Resolves to the JSON body, parsed with the schema. Throws a problem: 413, 415 (not JSON), or 400 (malformed, or
 * invalid fields named in `errors`).
 */
export async function readJson<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S>> {
  requireType(c, 'application/json');
  const bytes = await readBytes(c);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError(400, 'The data is not well-formed JSON.');
  }
  return parse(schema, value);
}

/**
 * Resolves to the fields of an HTML form of at most `limit` bytes, whose texts may hold anything. Throws a problem: 413, or
 * 415 (no such form).
 */
export async function readUrlEncoded(c: Context, limit: number): Promise<URLSearchParams> {
  requireType(c, 'application/x-www-form-urlencoded');
  return new URLSearchParams(Buffer.from(await readBytes(c, limit)).toString());
}

function requireType(c: Context, wanted: string): void {
  const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== wanted) throw new ProblemError(415, `Send the data as ${wanted}.`);
}

const LONGEST_KEY = 200;

/**
 * Returns the Idempotency-Key: of two requests of an account with the same one, the second gets what the first made.
 * Undefined if the request has none. Throws a 400 problem.
 */
export function readIdempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || (key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key))) return key;
  throw new ProblemError(
    400,
    `Idempotency-Key must be 1 to ${LONGEST_KEY} printable characters without blanks.`,
  );
}

/** Returns the query, parsed with the schema. Throws a 400 problem, with the invalid fields in `errors`. */
export function readQuery<S extends v.GenericSchema>(c: Context, schema: S): v.InferOutput<S> {
  return parse(schema, c.req.query());
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  const unstorable = result.success ? findUnstorable(result.output) : undefined;
  if (result.success && unstorable === undefined) return result.output;
  const errors = unstorable ? [unstorable] : fieldErrors(result.issues ?? []);
  const detail = errors[0]?.field ? errors[0].message : 'The data does not have the expected form.';
  throw new ProblemError(400, detail, { errors });
}

/**
 * Returns the first text of parsed data that no query may hold: PostgreSQL fails at NUL, and a half of a surrogate pair is
 * stored as another character. Most schemas clean NUL out of what people type; passwords stay as they are.
 */
function findUnstorable(output: unknown): FieldError | undefined {
  const waiting = [{ field: '', value: output }];
  for (const { field, value } of waiting) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      return { field, message: UNSTORABLE };
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      waiting.push({ field: field === '' ? name : `${field}.${name}`, value: member });
    }
  }
  return undefined;
}

const UNSTORABLE =
  'This text has a character that cannot be saved, such as half of an emoji. Please type it again.';

/**
 * Resolves to the raw body, at most `limit` bytes. Throws a problem: 413 as soon as the declared length or the bytes that
 * arrive exceed it, 400 for a body that breaks off.
 */
export async function readBytes(c: Context, limit: number = JSON_LIMIT): Promise<Uint8Array> {
  // Read off the connection: the body of a web request reads ahead, and costs ten times as much for each chunk.
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  const body = incoming ?? c.req.raw.body ?? Readable.from([]);
  return readBody(body, { limit, declared: c.req.header('content-length') });
}

interface BodyOptions {
  /** In bytes. */
  limit: number;
  /** The header Content-Length. */
  declared: string | undefined;
}

/** Resolves to the whole body. Throws like readBytes; the connection stays open for the response. */
export async function readBody(
  body: Readable | ReadableStream<Uint8Array>,
  { limit, declared }: BodyOptions,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(declared ?? 0) > limit) throw tooLarge(limit);
  const chunks =
    body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body.values();
  let bytes = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
      if (size + chunk.length > limit) throw tooLarge(limit);
      if (size + chunk.length > bytes.length) {
        // Small chunks in a list would cost a hundred bytes each.
        const larger = Buffer.allocUnsafeSlow(Math.max(size + chunk.length, 2 * size));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      bytes.set(chunk, size);
      size += chunk.length;
    }
    return bytes.subarray(0, size);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // The client disconnected. The error itself would look like a lost connection to the database.
    throw new ProblemError(400, 'The data did not arrive whole. Please try again.', {
      code: 'BROKEN_OFF',
    });
  }
}

const lastOnConnection = { Connection: 'close' };

function tooLarge(limit: number): ProblemError {
  const detail = `The data is too large: at most ${Math.floor(limit / 1024)} KB.`;
  return new ProblemError(413, detail, {}, lastOnConnection);
}

export interface FieldError {
  /** Dotted path: 'items.0.quantity'; '' for the whole payload. */
  field: string;
  message: string;
}

/** More than the fields of any form. */
const MOST_FIELD_ERRORS = 30;

/** Returns the first message of each invalid field, for at most `MOST_FIELD_ERRORS` fields. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    if (errors.size === MOST_FIELD_ERRORS) break;
    const field = v.getDotPath(issue) ?? '';
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return Array.from(errors, ([field, message]) => ({ field, message }));
}

/** The body is not a valid multipart form, has too many parts, or breaks off. */
export class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

interface FormHandlers {
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

interface FormLimits {
  parts: number;
  /** The largest text field, in bytes. */
  text: number;
}

/** Returns whether a Content-Type is that of a multipart form and has a boundary. */
export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;(?:.*;)?\s*boundary=("?)[^\s";]{1,70}/i.test(contentType.trim());
}

/**
 * Reads a multipart form (RFC 7578) to its end, holding no more than one chunk of a file in memory. Throws MalformedForm,
 * and the errors of `body` and the handlers.
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
    // Otherwise a handler would wait forever for the rest of a file whose form broke off.
    open?.destroy();
    await files.catch(() => undefined);
  }
}
