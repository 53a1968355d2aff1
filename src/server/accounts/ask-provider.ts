// Calls better-auth. It receives the cookies, the device's name and the parsed payload, nothing else of the
// request. Its errors become problem documents with its `code` and `message`.
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AppParts } from '../app-parts.ts';
import { ProblemError, unavailable } from '../http/problem.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { deviceName } from './device-name.ts';

/**
 * Returns better-auth's response to `path`, without the tokens of sessions: only the cookie carries them. Throws
 * its errors as problems, and a 503 problem when the database is away.
 */
export async function askProvider(
  c: Context<ServerEnv>,
  { auth, origins }: Pick<AppParts, 'auth' | 'origins'>,
  path: string,
  payload?: object,
): Promise<Response> {
  const origin = origins[0] ?? '';
  const headers = new Headers({
    origin,
    cookie: c.req.header('cookie') ?? '',
    'user-agent': deviceName(c.req.header('user-agent')),
  });
  if (payload) headers.set('content-type', 'application/json');
  const body = payload ? JSON.stringify(payload) : null;
  const method = payload ? 'POST' : 'GET';
  const answer = await auth.handler(new Request(origin + path, { method, headers, body }));
  if (!answer.ok) throw await asProblem(answer);
  const text = await answer.text();
  return new Response(JSON.stringify(JSON.parse(text, hideToken)), answer);
}

function hideToken(name: string, value: unknown): unknown {
  return name === 'token' ? null : value;
}

async function asProblem(answer: Response): Promise<ProblemError> {
  // better-auth hides its cause, which can only be the database.
  if (answer.status >= 500) return unavailable();
  const Refusal = v.object({ code: v.optional(v.string()), message: v.optional(v.string()) });
  const parsed = v.safeParse(Refusal, await answer.json().catch(() => undefined));
  const { code, message } = parsed.success ? parsed.output : {};
  const detail = message ?? 'The account service could not do this. Please try again.';
  return new ProblemError(answer.status, detail, {
    ...(code !== undefined && { code }),
    message: detail,
  });
}
