// Starts Firefox without a screen, with a new profile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemProgram } from '../../scripts/setup/system.mjs';
import { connectToMarionette } from './marionette.ts';
import { TIME_ZONE } from './windows.ts';
import type { StartEngine } from './webdriver.ts';

const preferences = {
  // A free port, which Firefox logs.
  'marionette.port': 0,
  'intl.accept_languages': 'en-IN, en',
  // Blocks all requests to other machines: those of the shop's pages and Firefox's own.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
};

/** Without it the window would be at least 450 px wide. */
const narrow = ':root { min-width: 0 !important; }';

function newProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'maalai-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  mkdirSync(join(profile, 'chrome'));
  writeFileSync(join(profile, 'chrome/userChrome.css'), narrow);
  return profile;
}

export const startFirefox: StartEngine = async (running) => {
  const profile = newProfile();
  const child = spawn(
    systemProgram('firefox-esr'),
    ['-headless', '-marionette', '-no-remote', '-profile', profile],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: profile,
        TZ: TIME_ZONE,
        MOZ_CRASHREPORTER_DISABLE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const gone = once(child, 'exit');
  running.defer(async () => {
    child.kill('SIGKILL');
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const output: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const listening = /Marionette\s+INFO\s+Listening on port (\d+)/.exec(line);
        if (listening) resolve(Number(listening[1]));
      });
    }
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`Firefox ended with ${code}\n${output.join('\n')}`)),
    );
  });
  return connectToMarionette(port);
};
