// The shop in WebKit: WebKitWebDriver with its MiniBrowser, on a virtual display in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { systemProgram } from '../../scripts/setup/system.mjs';
import { showShopIn } from './show-shop.ts';
import { TIME_ZONE } from './webdriver.ts';
import type { Commands, Send, StartEngine } from './webdriver.ts';

/** Without it MiniBrowser's toolbar, which cannot be hidden otherwise, would keep the window at least 447 px wide. */
const narrow = '* { min-width: 0; padding: 0; margin: 0; -gtk-icon-transform: scale(0); }';

/** Starts a display. Resolves to its name, such as ':99'. */
async function startDisplay(running: AsyncDisposableStack): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn(systemProgram('xvfb'), args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  running.defer(() => void child.kill());
  const [bytes] = (await once(child.stdio[3]!, 'data')) as [Buffer];
  return `:${bytes.toString().trim()}`;
}

const startWebKit: StartEngine = async (running) => {
  const home = mkdtempSync(join(tmpdir(), 'maalai-webkit-'));
  running.defer(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(join(home, '.config/gtk-3.0/gtk.css'), narrow);
  const display = await startDisplay(running);

  const port = await freePort();
  const driver = `http://127.0.0.1:${port}`;
  const child = spawn(systemProgram('webkit2gtk-driver'), [`--port=${port}`], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: display,
      TZ: TIME_ZONE,
      LANG: 'en_IN.UTF-8',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });
  running.defer(async () => {
    const gone = once(child, 'exit');
    // The browser exits with its driver.
    child.kill();
    await gone;
  });
  await vi.waitUntil(() => isReady(driver), { timeout: 30_000 });
  return newSession(driver);
};

/** The paths of the commands in WebDriver over HTTP, the standard transport, which WebKitWebDriver serves. */
const paths: Record<keyof Commands, (id: string) => [method: string, path: string]> = {
  Navigate: () => ['POST', '/url'],
  ExecuteScript: () => ['POST', '/execute/sync'],
  ElementClick: (id) => ['POST', `/element/${id}/click`],
  ElementClear: (id) => ['POST', `/element/${id}/clear`],
  ElementSendKeys: (id) => ['POST', `/element/${id}/value`],
  SwitchToFrame: () => ['POST', '/frame'],
  SetWindowRect: () => ['POST', '/window/rect'],
  AddCookie: () => ['POST', '/cookie'],
  DeleteAllCookies: () => ['DELETE', '/cookie'],
};

async function request(method: string, url: string, params?: object): Promise<unknown> {
  const body = method === 'POST' ? { body: JSON.stringify(params ?? {}) } : {};
  const response = await fetch(url, { method, ...body });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Resolves to whether a driver responds at the address. */
async function isReady(driver: string): Promise<boolean> {
  return fetch(`${driver}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts a session with the driver, which starts the browser. */
async function newSession(driver: string): Promise<Send> {
  const { sessionId } = (await request('POST', `${driver}/session`, { capabilities: {} })) as {
    sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  return (name, params) => {
    const [method, path] = paths[name]('id' in params ? String(params.id) : '');
    return request(method, session + path, params);
  };
}

showShopIn('WebKit', startWebKit);
