// The shop in Firefox, which runs without a screen and with a new profile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemProgram } from '../../scripts/setup/system.mjs';
import { showShopIn } from './show-shop.ts';
import { TIME_ZONE, idOf } from './webdriver.ts';
import type { Commands, Send, StartEngine } from './webdriver.ts';

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

const startFirefox: StartEngine = async (running) => {
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

const COLON = 0x3a;

type Reply = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: { value?: unknown } | null,
];

/** Returns the complete messages at the start of the bytes, and the rest. */
function split(bytes: Buffer): { messages: unknown[]; rest: Buffer } {
  const messages: unknown[] = [];
  let rest = bytes;
  for (;;) {
    const colon = rest.indexOf(COLON);
    const end = colon + 1 + Number(rest.toString('latin1', 0, colon));
    if (colon < 0 || rest.length < end) return { messages, rest };
    messages.push(JSON.parse(rest.toString('utf8', colon + 1, end)));
    rest = rest.subarray(end);
  }
}

/**
 * Starts a session with the Firefox at the port, over Marionette, Firefox's own transport of WebDriver commands. geckodriver
 * also uses it, but is in no package of Debian or npm. A message is its length in bytes, a colon and JSON.
 */
async function connectToMarionette(port: number): Promise<Send> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let count = 0;
  socket.on('data', (bytes) => {
    const { messages, rest } = split(Buffer.concat([received, bytes]));
    received = Buffer.from(rest);
    for (const message of messages) {
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as Reply;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result?.value);
      waiting.delete(id);
    }
  });
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('Firefox has closed the connection')));

  const request = (name: string, params: object): Promise<unknown> => {
    const reply = Promise.withResolvers<unknown>();
    count += 1;
    waiting.set(count, reply);
    const message = JSON.stringify([0, count, `WebDriver:${name}`, params]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return reply.promise;
  };

  await request('NewSession', {});
  return (name, params) => {
    if (name !== 'SwitchToFrame') return request(name, params);
    const { id } = params as Commands['SwitchToFrame'];
    return request(name, id === null ? { id } : { element: idOf(id) });
  };
}

showShopIn('Firefox', startFirefox);
