// Starts WebKit: WebKitWebDriver with its MiniBrowser, on a virtual display in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { systemProgram } from '../../scripts/setup/system.mjs';
import { isReady, newSession } from './webdriver-http.ts';
import { TIME_ZONE } from './windows.ts';
import type { StartEngine } from './webdriver.ts';

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

export const startWebKit: StartEngine = async (running) => {
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
