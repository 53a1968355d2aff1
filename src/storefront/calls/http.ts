// The only fetch of the storefront: JSON in and out, a time limit, and every outcome as a value.
import * as v from 'valibot';

const TIME_LIMIT_MS = 15_000;

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
  schema: v.GenericSchema<unknown, T>;
  method?: 'GET' | 'POST';
  /** Sent as JSON, or as it is if it is a form. */
  body?: unknown;
  headers?: Record<string, string>;
  timeLimitMs?: number;
}

const problemSchema = v.object({
  detail: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  code: v.fallback(v.optional(v.string()), undefined),
  errors: v.fallback(v.array(v.object({ field: v.string(), message: v.string() })), []),
});

/** Calls the shop's own server with the visitor's session. Never throws. */
export async function call<T>(path: string, options: CallOptions<T>): Promise<CallResult<T>> {
  const answer = await send(path, options);
  if (!answer) {
    return failure('network', 0, {
      detail: 'We could not reach the shop. Please check your connection and try again.',
    });
  }
  const { status, body } = answer;
  if (status < 200 || status > 299) return failure('problem', status, body);
  const reply = v.safeParse(options.schema, body);
  return reply.success ? { ok: true, value: reply.output } : failure('malformed', status, body);
}

async function send<T>(
  path: string,
  { method = 'GET', body, headers, timeLimitMs = TIME_LIMIT_MS }: CallOptions<T>,
): Promise<{ status: number; body: unknown } | undefined> {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(kind: CallFailure['kind'], status: number, body: unknown): CallFailure {
  const told = v.safeParse(problemSchema, body);
  const { detail, message, code, errors } = told.success
    ? told.output
    : { detail: '', message: '', code: undefined, errors: [] };
  return {
    ok: false,
    kind,
    status,
    detail: detail || message,
    ...(code !== undefined && { code }),
    errors,
    body,
  };
}
