// POST /api/users/register, step 2 of a sign-up: stores the profile of a new account. The password in the payload
// proves whose account it is and is not stored here. Repeating the request is no error, so a sign-up that broke
// between its two steps is completed by trying again.
import { Hono } from 'hono';
import { RegisterRequest } from '../../shop/payloads/orders.ts';
import type { AppParts } from '../app-parts.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { noteAccount } from '../platform/pseudonym.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { findAccount } from './sign-up.ts';
import { countGuess } from './count-guess.ts';

type RegisterParts = Pick<AppParts, 'auth' | 'db' | 'clock' | 'limits'>;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function registerRoutes(parts: RegisterParts): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post('/api/users/register', async (c) => {
    const request = await readJson(c, RegisterRequest);
    noteAccount(c, request.email);
    const caller = { account: request.email, address: c.get('clientAddress') };
    const userId = await countGuess(parts.limits, caller, () => requireAccount(parts, request));
    c.set('actor', userId);
    await keepProfile(parts, userId, request);
    return c.json({ id: userId, name: request.name, email: request.email }, 201);
  });
  return routes;
}

async function requireAccount(
  { auth }: RegisterParts,
  credentials: { email: string; password: string },
): Promise<string> {
  const userId = await findAccount(auth, credentials);
  if (userId !== undefined) return userId;
  throw new ProblemError(401, 'This e-mail has an account with another password, or none.', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
  });
}

async function keepProfile(
  { db, clock }: RegisterParts,
  userId: string,
  request: RegisterRequest,
): Promise<void> {
  const at = clock().toISOString();
  const profile = {
    name: request.name,
    email: request.email,
    phone_number: request.phoneNumber ?? '',
    pincode: request.pincode ?? '',
    dob: request.dob ?? '',
    state: request.state ?? '',
    address: request.address ?? '',
    landmark: request.landmark || null,
    updated_at: at,
  };
  await db
    .insertInto('profile')
    .values({ user_id: userId, ...profile, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
    .execute();
}
