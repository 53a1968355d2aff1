// The desk on a test's database, and browsers without scripts that keep its cookies.
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Hono } from 'hono';
import { createDeskAuth } from '../../../src/desk/door/desk-auth.ts';
import { createDesk } from '../../../src/desk/host.ts';
import { invite } from '../../../src/desk/door/people.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createPseudonym } from '../../../src/server/platform/secrets.ts';
import { createPictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import { openAuthenticator } from '../authenticator.ts';
import { SESSION_SECRET } from './insert-session.ts';

export const DESK = 'http://localhost:3001';

type Parts = Parameters<typeof createDesk>[0];

/** Stops the system's clock in each test of a file. Returns a function that moves it by milliseconds. */
export function stopClock(): (milliseconds: number) => void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T09:00:05.000Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds);
}

/** Opens the desk. `clock` is the system's unless `more` has another. */
export async function openDoor({ db, kind }: OpenDatabase, more: Partial<Parts> = {}) {
  const clock = () => new Date();
  const lines: string[] = [];
  const parts: Parts = {
    db,
    kind,
    clock,
    log: createLog('debug', (line) => lines.push(line)),
    limits: createLimits(limitRules),
    pseudonym: createPseudonym(SESSION_SECRET),
    trustedProxies: 0,
    secret: SESSION_SECRET,
    origin: DESK,
    isDemo: false,
    dataDir: tmpdir(),
    availability: { kick: () => undefined },
    ratings: { kick: () => undefined },
    mailer: { kick: () => undefined },
    pictures: createPictureStore({ db, directory: '/nowhere' }),
    assets: new Map(),
    ...more,
  } as Parts;
  const auth = parts.auth ?? createDeskAuth(parts);
  const { app } = await createDesk({ ...parts, auth });
  return {
    app,
    auth,
    log: lines,
    newBrowser: () => createBrowser(app),
    /** Resolves to a browser that has come in by an invitation, its app and its recovery codes. */
    async enter(email = 'meena@example.com', password = 'tuning fork lantern') {
      const browser = createBrowser(app);
      const path = await invite(db, parts.clock(), email);
      const page = await browser.send(path, { password, repeated: password });
      const code = openAuthenticator(
        /aria-labelledby="setup-key">([^<]+)</.exec(page.text)?.[1] ?? '',
      );
      const done = await browser.send(path, { code: await code() });
      expect(done.text).toContain('Recovery codes');
      const codes = [...done.text.matchAll(/<li>([\w-]{11})<\/li>/g)].map(([, each]) => each ?? '');
      return { browser, path, code, codes, email, password };
    },
  };
}

export type DoorSite = Awaited<ReturnType<typeof openDoor>>;

interface Page {
  status: number;
  text: string;
  /** Where it leads, without the address of the desk. */
  location: string | undefined;
  headers: Headers;
}

function createBrowser(app: Hono<ServerEnv>) {
  const cookies = new Map<string, string>();
  async function request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await app.request(`${DESK}${path}`, {
      method,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location') ?? undefined,
      headers: response.headers,
    };
  }
  return {
    cookies,
    request,
    open: (path: string) => request('GET', path),
    /** Sends a form as the desk's own pages do. Fields may be given twice as pairs. */
    send: (
      path: string,
      fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
      headers: Record<string, string> = { origin: DESK },
    ) => {
      const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
      const body = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return request('POST', path, body, { ...type, ...headers });
    },
  };
}

export type DeskBrowser = ReturnType<typeof createBrowser>;
