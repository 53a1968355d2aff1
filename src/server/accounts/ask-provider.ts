// Calls better-auth. It receives the cookies, the device's name and the parsed payload, nothing else of the
// request. Its errors become problem documents with its `code` and `message`.
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AppParts } from '../app-parts.ts';
import { ProblemError, unavailable } from '../platform/http/problem.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { deviceName } from './device-name.ts';

type AskParts = Pick<AppParts, 'auth' | 'origins'>;

/**
 * Posts `payload` to `path` of better-auth. Returns its response without the tokens of sessions: only the cookie carries
 * them. Throws its errors as problems, and a 503 problem when the database is unavailable.
 */
export async function askProvider(
  c: Context<ServerEnv>,
  parts: AskParts,
  path: string,
  payload: object,
): Promise<Response> {
  const headers = headersFor(c, parts);
  headers.set('content-type', 'application/json');
  const url = headers.get('origin') + path;
  const body = JSON.stringify(payload);
  return passOn(await parts.auth.handler(new Request(url, { method: 'POST', headers, body })));
}

/**
 * Returns better-auth's response on the session of the request's cookie, as `askProvider` does. Calls the function behind
 * the path: `handler` would build a router for each of these many calls.
 */
export async function askForSession(c: Context<ServerEnv>, parts: AskParts): Promise<Response> {
  const headers = headersFor(c, parts);
  return passOn(await parts.auth.api.getSession({ headers, asResponse: true }));
}

function headersFor(c: Context<ServerEnv>, { origins }: AskParts): Headers {
  return new Headers({
    origin: origins[0] ?? '',
    cookie: c.req.header('cookie') ?? '',
    'user-agent': deviceName(c.req.header('user-agent')),
  });
}

async function passOn(response: Response): Promise<Response> {
  if (!response.ok) throw await asProblem(response);
  const text = await response.text();
  return new Response(JSON.stringify(JSON.parse(text, hideToken)), response);
}

function hideToken(name: string, value: unknown): unknown {
  return name === 'token' ? null : value;
}

async function asProblem(response: Response): Promise<ProblemError> {
  // better-auth hides its cause, which can only be the database.
  if (response.status >= 500) return unavailable();
  const Refusal = v.object({ code: v.optional(v.string()), message: v.optional(v.string()) });
  const parsed = v.safeParse(Refusal, await response.json().catch(() => undefined));
  const { code, message } = parsed.success ? parsed.output : {};
  const detail = message ?? 'The account service could not do this. Please try again.';
  return new ProblemError(response.status, detail, {
    ...(code !== undefined && { code }),
    message: detail,
  });
}
