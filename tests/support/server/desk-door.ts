// The desk on a test's database, and browsers without scripts that keep its cookies.
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Hono } from 'hono';
import { createDesk } from '../../../src/desk/host.ts';
import { invite } from '../../../src/desk/door/people.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';
import type { ServerEnv } from '../../../src/server/platform/http/api.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { openAuthenticator } from '../authenticator.ts';
import { deskParts } from './desk-site.ts';
import { createClient } from './open-app.ts';

export const DESK = 'http://localhost:3001';

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
export async function openDoor(
  database: OpenDatabase,
  more: Partial<Parameters<typeof createDesk>[0]> = {},
) {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const parts = deskParts(database, { log, origin: DESK, ...more });
  const { app } = await createDesk(parts);
  return {
    app,
    db: parts.db,
    auth: parts.auth,
    log: lines,
    newBrowser: () => createBrowser(app),
    /** Types e-mail, password and a code. Resolves to the last response, with its browser. */
    async signIn(
      person: { email: string; password: string },
      code = '',
      browser = createBrowser(app),
    ) {
      const { email, password } = person;
      await browser.send('/sign-in', { email, password });
      return { browser, ...(await browser.send('/sign-in/code', { code })) };
    },
    /** Resolves to a browser that has come in by an invitation, its app and its recovery codes. */
    async enter(email = 'meena@example.com', password = 'tuning fork lantern') {
      const browser = createBrowser(app);
      const path = await invite(parts.db, parts.clock(), email);
      await browser.send(path, { password, repeated: password });
      const page = await browser.open(path);
      const setupKey = /aria-labelledby="setup-key">([^<]+)</.exec(page.text)?.[1] ?? '';
      const code = openAuthenticator(setupKey);
      const done = await browser.send(path, { code: await code() });
      expect(done.text).toContain('Recovery codes');
      const codes = [...done.text.matchAll(/<li>([\w-]{9})<\/li>/g)].map(([, each]) => each ?? '');
      return { browser, path, code, codes, email, password, setupKey };
    },
  };
}

export type DoorSite = Awaited<ReturnType<typeof openDoor>>;

function createBrowser(app: Hono<ServerEnv>) {
  const { cookies, fetch } = createClient(app, {});
  async function request(...[method, path, ...sent]: Parameters<typeof fetch>) {
    const response = await fetch(method, `${DESK}${path}`, ...sent);
    const { status, headers } = response;
    /** Where it leads, without the address of the desk. */
    const location = headers.get('location') ?? undefined;
    return { status, text: await response.text(), location, headers };
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
