// The storefront's HTTP client: sends JSON, or a form with files, and returns errors as values.
import { setServerTime } from './clock.ts';

const TIME_LIMIT_MS = 15_000;
/** An upload is aborted after this time without progress or a response. */
const SILENCE_MS = 60_000;

/**
 * The schema of a response: a Standard Schema, such as a valibot schema. `parseWith` creates one without valibot, for
 * responses that every page needs, so that the first load does not include the library.
 */
export interface ResponseSchema<T> {
  readonly '~standard': {
    readonly validate: (response: unknown) => Verdict<T> | Promise<Verdict<T>>;
  };
}

type Verdict<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] };

/** Creates a schema from a function that parses the response. It returns undefined for an invalid one. */
export function parseWith<T>(read: (response: unknown) => T | undefined): ResponseSchema<T> {
  const validate = (response: unknown): Verdict<T> => {
    const value = read(response);
    return value === undefined ? { issues: ['not understood'] } : { value };
  };
  return { '~standard': { validate } };
}

interface FieldError {
  field: string;
  message: string;
}

/**
 * A failed request.
 * - `network`: no response, or not in time; the server may have acted or not.
 * - `problem`: an error status (RFC 9457, or better-auth's `{code, message}`).
 * - `malformed`: a success status with a body that does not match the schema.
 */
export interface RequestFailure {
  ok: false;
  kind: 'network' | 'problem' | 'malformed';
  /** 0 without a response. */
  status: number;
  /** A sentence that a person can act on; may be empty. */
  detail: string;
  /** better-auth's code, such as 'USER_ALREADY_EXISTS'. */
  code?: string;
  errors: readonly FieldError[];
  /** The whole body, for the fields that some routes add. */
  body: unknown;
}

export type RequestResult<T> = { ok: true; value: T } | RequestFailure;

interface RequestOptions<T> {
  /** The schema of the response. */
  schema: ResponseSchema<T>;
  method?: 'GET' | 'POST';
  /** Sent as JSON; FormData is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  timeLimitMs?: number;
  /** The only status that is a success, by default any from 200 to 299. */
  success?: number;
}

interface RawResponse {
  status: number;
  /** Parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/** Sends a request to the shop's server with the visitor's session. Never rejects. */
export async function sendRequest<T>(
  path: string,
  options: RequestOptions<T>,
): Promise<RequestResult<T>> {
  return parseResponse(await send(path, options), options.schema, options.success);
}

export const noResponse = failure('network', 0, {
  detail: 'We could not reach the shop. Please check your connection and try again.',
});

/**
 * Converts a response to a result; undefined means that none came. A success may be wrapped, as section 7 says of payment
 * orders: `{data: …}`.
 */
export function parseResponse<T>(
  response: RawResponse | undefined,
  schema: ResponseSchema<T>,
  success?: number,
): RequestResult<T> {
  if (!response) return noResponse;
  const { status, body } = response;
  if (status < 200 || status > 299 || status !== (success ?? status))
    return failure('problem', status, body);
  const { data = body } = (body ?? {}) as { data?: unknown };
  const verdict = schema['~standard'].validate(data);
  // Standard Schema allows a promise; no schema of the shop returns one.
  const understood = 'value' in verdict && verdict.issues === undefined;
  return understood ? { ok: true, value: verdict.value } : failure('malformed', status, body);
}

async function send<T>(
  path: string,
  { method = 'GET', body, headers, timeLimitMs = TIME_LIMIT_MS }: RequestOptions<T>,
): Promise<RawResponse | undefined> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeLimitMs);
  const form = body instanceof FormData;
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: limit.signal,
    });
    setServerTime(Date.parse(response.headers.get('date') ?? ''));
    return { status: response.status, body: parseJson(await response.text()) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(kind: RequestFailure['kind'], status: number, body: unknown): RequestFailure {
  const problem: Record<string, unknown> = { ...(body as object) };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ok: false,
    kind,
    status,
    detail: text(problem['detail']) || text(problem['message']),
    ...(typeof problem['code'] === 'string' && { code: problem['code'] }),
    errors: Array.isArray(problem['errors']) ? problem['errors'].filter(isFieldError) : [],
    body,
  };
}

/** Returns the first message of each field of a refusal, for the fields whose name begins with `prefix`. */
export function errorsByField({ errors }: RequestFailure, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, message } of errors) {
    if (field.startsWith(prefix)) found[field.slice(prefix.length)] ??= message;
  }
  return found;
}

function isFieldError(value: unknown): value is FieldError {
  const { field, message }: Partial<FieldError> = { ...(value as object) };
  return typeof field === 'string' && typeof message === 'string';
}

/** Returns a new Idempotency-Key: what is sent again under the same one, the server saves once. */
export function createKey(): string {
  // randomUUID is missing on a page that is not secure, for example in a trial over the local network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface UploadOptions<T> extends Pick<RequestOptions<T>, 'schema'> {
  form: FormData;
  /** The Idempotency-Key. */
  key: string;
  /** Called with the part that is sent, 0 to 1. At 1 the server still has to process it. */
  onProgress: (sent: number) => void;
}

/** Posts a form with files, and reports progress, which `fetch` cannot do. Never rejects. */
export function upload<T>(
  path: string,
  { form, key, schema, onProgress }: UploadOptions<T>,
): Promise<RequestResult<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), SILENCE_MS);
    };
    const settle = (response?: RawResponse) => {
      clearTimeout(timer);
      resolve(parseResponse(response, schema));
    };

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitOn();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () =>
      settle({ status: request.status, body: parseJson(request.responseText) }),
    );
    request.addEventListener('error', () => settle());
    request.addEventListener('abort', () => settle());
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('idempotency-key', key);
    waitOn();
    request.send(form);
  });
}
