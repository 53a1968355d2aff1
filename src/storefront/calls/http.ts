// The only fetch of the storefront: JSON in and out, a time limit, and every outcome as a value.

const TIME_LIMIT_MS = 15_000;

/**
 * What a reply must be, by the Standard Schema convention: a valibot schema is one. `byHand` makes one for
 * replies that every page waits for, whose first load should not carry the library.
 */
export interface ReplySchema<T> {
  readonly '~standard': { readonly validate: (reply: unknown) => Verdict<T> | Promise<Verdict<T>> };
}

type Verdict<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly unknown[] };

/** A schema from a function that reads the reply, or returns undefined for one it does not understand. */
export function byHand<T>(read: (reply: unknown) => T | undefined): ReplySchema<T> {
  const validate = (reply: unknown): Verdict<T> => {
    const value = read(reply);
    return value === undefined ? { issues: ['not understood'] } : { value };
  };
  return { '~standard': { validate } };
}

export interface FieldError {
  field: string;
  message: string;
}

/**
 * Why a call did not succeed.
 * - `network`: no answer came, or not in time; whether the server acted is unknown.
 * - `problem`: the server refused (RFC 9457, or the identity provider's `{code, message}`).
 * - `malformed`: the server agreed, but in words that this page does not understand.
 */
export interface CallFailure {
  ok: false;
  kind: 'network' | 'problem' | 'malformed';
  /** 0 where no answer came. */
  status: number;
  /** A sentence a person can act on; may be empty. */
  detail: string;
  /** The identity provider's code, such as 'USER_ALREADY_EXISTS'. */
  code?: string;
  errors: readonly FieldError[];
  /** The whole reply, for what a particular call adds to it. */
  body: unknown;
}

export type CallResult<T> = { ok: true; value: T } | CallFailure;

export interface CallOptions<T> {
  /** What the reply must be. */
  schema: ReplySchema<T>;
  method?: 'GET' | 'POST';
  /** Sent as JSON, or as it is if it is a form. */
  body?: unknown;
  headers?: Record<string, string>;
  timeLimitMs?: number;
}

export interface Answer {
  status: number;
  /** Parsed JSON; undefined where it was none. */
  body: unknown;
}

/** Calls the shop's own server with the visitor's session. Never throws. */
export async function call<T>(path: string, options: CallOptions<T>): Promise<CallResult<T>> {
  return readAnswer(await send(path, options), options.schema);
}

/** What an answer means; undefined stands for one that never came. */
export function readAnswer<T>(answer: Answer | undefined, schema: ReplySchema<T>): CallResult<T> {
  if (!answer) {
    return failure('network', 0, {
      detail: 'We could not reach the shop. Please check your connection and try again.',
    });
  }
  const { status, body } = answer;
  if (status < 200 || status > 299) return failure('problem', status, body);
  const verdict = schema['~standard'].validate(body);
  // The convention allows a promise; no reply of the shop needs one.
  const understood = 'value' in verdict && verdict.issues === undefined;
  return understood ? { ok: true, value: verdict.value } : failure('malformed', status, body);
}

async function send<T>(
  path: string,
  { method = 'GET', body, headers, timeLimitMs = TIME_LIMIT_MS }: CallOptions<T>,
): Promise<Answer | undefined> {
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
    return { status: response.status, body: parseJson(await response.text()) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(kind: CallFailure['kind'], status: number, body: unknown): CallFailure {
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

/** Returns the messages of a refusal by field, the first of each; of those fields only whose name begins so. */
export function errorsByField({ errors }: CallFailure, prefix = ''): Record<string, string> {
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
