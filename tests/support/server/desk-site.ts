// The owner's desk on a test's database, behind a socket, with Meena signed in.
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { makeSignature, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import { createDeskAuth } from '../../../src/desk/door/desk-auth.ts';
import { renewRecoveryCodes } from '../../../src/desk/door/second-factor.ts';
import { createDesk } from '../../../src/desk/host.ts';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createPseudonym } from '../../../src/server/platform/secrets.ts';
import { createPictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import { insertOrder } from './insert-order.ts';
import { SESSION_SECRET } from './insert-session.ts';

type DeskParts = Parameters<typeof createDesk>[0];

export const origin = 'http://desk.localhost:3001';
const meena = { id: 'meena', email: 'meena@maalai.example', name: 'Meena Raghavan' };
export const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya Raman' };
const garlands = { productId: '3', selectedVersion: 'kids', quantity: 2 } as const;

/** Returns the parts of a desk that has nothing beside it, and its accounts; `more` replaces some. */
export function deskParts(
  { db, kind }: { db: Database; kind: DatabaseKind },
  { clock = () => new Date(), log = createLog('silent'), ...more }: Partial<DeskParts>,
) {
  const parts = {
    db,
    kind,
    clock,
    log,
    origin,
    secret: SESSION_SECRET,
    isDemo: false,
    dataDir: tmpdir(),
    availability: { kick: () => undefined },
    ratings: { kick: () => undefined },
    mailer: { kick: () => undefined },
    pictures: createPictureStore({ db, directory: '/nowhere' }),
    limits: createLimits(limitRules),
    pseudonym: createPseudonym(SESSION_SECRET),
    trustedProxies: 0,
    assets: new Map(),
    ...more,
  } as DeskParts;
  return { ...parts, auth: parts.auth ?? createDeskAuth(parts) };
}

/** Opens the desk. Meena has just proven that it is her. */
export async function openDesk(
  database: { db: Database; kind: DatabaseKind },
  more: Partial<DeskParts> & Pick<DeskParts, 'clock'>,
) {
  const parts = deskParts(database, more);
  const cookie = await insertMeena(parts.db, parts.auth, parts.clock());
  const { app, listener } = await createDesk(parts);
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...visitDesk(address, { cookie, origin }),
    db: parts.db,
    routes: app.routes,
    /** Inserts an order of Kavya: two garlands for kids. Resolves to its id. */
    order: (at = parts.clock()) => insertOrder(parts.db, kavya, garlands, at),
  };
}

/** Returns what a browser without scripts does at a desk. `from`: the origin that its forms are sent from. */
export function visitDesk(address: string, from: { cookie: string; origin: string }) {
  const { cookie } = from;
  async function request(path: string, init: RequestInit = {}) {
    const headers = { cookie, ...init.headers };
    const response = await fetch(address + path, { redirect: 'manual', ...init, headers });
    // Without what only keeps words on one line.
    const html = (await response.text()).replaceAll(/<span class="nb">(.*?)<\/span>/g, '$1');
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, html, headers: response.headers };
  }
  const get = (path: string) => request(path);
  /** Sends the fields of a form; of a list, several of one name. */
  const post = (path: string, fields: Record<string, string | readonly string[]>) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) body.append(name, each);
    }
    return request(path, { method: 'POST', body, headers: { origin: from.origin } });
  };
  /** Resolves to the hidden fields of the form with this address, on this page. */
  const draw = async (page: string, action: string) => hiddenFields((await get(page)).html, action);
  /** Sends the form with this address as this page has it, with what is typed. */
  const submit = async (page: string, action: string, typed: Parameters<typeof post>[1] = {}) =>
    post(action, { ...(await draw(page, action)), ...typed });
  /** Does the same. Resolves to the markup of the page that it leads to. */
  const perform = async (...sent: Parameters<typeof submit>) =>
    (await get((await submit(...sent)).location)).html;
  return { get, post, draw, submit, perform, request };
}

/** What a response with this status and text is expected to match. */
export const pageWith = (status: number, text: string) => ({
  status,
  html: expect.stringContaining(text),
});

/** Returns the hidden fields of the form with this address. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html.split('<form').find((each) => each.includes(`action="${action}"`)) ?? '';
  const hidden = form
    .split('</form>')[0]
    ?.matchAll(/type="hidden" name="([\w-]+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(hidden ?? [], ([, name, value]) => [name, value ?? '']));
}

/** Inserts Meena, who has just proven that it is her. Resolves to the cookie of her session. */
export async function insertMeena(
  db: Database,
  auth: ReturnType<typeof createDeskAuth>,
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const yes = sql<boolean>`true`;
  await db
    .insertInto('desk_user')
    .values({ ...meena, emailVerified: yes, twoFactorEnabled: yes, createdAt: at, updatedAt: at })
    .execute();
  const { internalAdapter, authCookies, secret, secretConfig } = await auth.$context;
  const encrypted = await symmetricEncrypt({ key: secretConfig, data: 'the key of an app' });
  await db
    .insertInto('desk_two_factor')
    .values({ id: meena.id, userId: meena.id, secret: encrypted, backupCodes: '' })
    .execute();
  await renewRecoveryCodes({ db, auth }, meena.id);
  const session = await internalAdapter.createSession(meena.id);
  await db.updateTable('desk_session').set({ proven_at: at }).execute();
  const value = encodeURIComponent(
    `${session.token}.${await makeSignature(session.token, secret)}`,
  );
  return `${authCookies.sessionToken.name}=${value}`;
}
