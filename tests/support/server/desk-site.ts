// The owner's desk on a test's database, behind a socket, with Meena signed in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createDesk } from '../../../src/server/desk/desk.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';

type DeskParts = Parameters<typeof createDesk>[0];

const origin = 'http://desk.localhost:3001';
const meena = { id: 'meena', email: 'meena@maalai.example', name: 'Meena Raghavan' };

/** Opens the desk. */
export async function openDesk(db: Database, parts: Partial<DeskParts> & Pick<DeskParts, 'clock'>) {
  const listener = await createDesk({
    db,
    origin,
    log: createLog('silent'),
    limits: createLimits(limitRules),
    pseudonym: String,
    trustedProxies: 0,
    assets: new Map(),
    findPerson: () => Promise.resolve(meena),
    ...parts,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function request(path: string, init: RequestInit = {}) {
    const response = await fetch(address + path, { redirect: 'manual', ...init });
    const html = await response.text();
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
    return request(path, { method: 'POST', body, headers: { origin } });
  };
  /** Resolves to the hidden fields of the form with this address, on this page. */
  const draw = async (page: string, action: string): Promise<Record<string, string>> => {
    const { html } = await get(page);
    const form = html.split('<form').find((each) => each.includes(`action="${action}"`)) ?? '';
    const hidden = form
      .split('</form>')[0]
      ?.matchAll(/type="hidden" name="([\w-]+)" value="([^"]*)"/g);
    return Object.fromEntries(Array.from(hidden ?? [], ([, name, value]) => [name, value ?? '']));
  };
  return { get, post, draw, request };
}
