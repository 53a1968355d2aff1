// The shop in Firefox, which runs without a screen and with a new profile.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { freePort } from '#support/free-port.ts';
import { showShopIn } from './show-shop.ts';
import { idOf, newHome, startProgram } from './webdriver.ts';
import type { Commands, Send } from './webdriver.ts';

const preferences = {
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

async function startFirefox(running: AsyncDisposableStack): Promise<Send> {
  const port = await freePort();
  const lines = Object.entries({ ...preferences, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  const home = newHome(running, { 'user.js': lines.join(''), 'chrome/userChrome.css': narrow });
  const args = ['-headless', '-marionette', '-no-remote', '-profile', home];
  const env = { HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' };
  let socket: Socket;
  await startProgram(running, 'firefox-esr', args, env, () => {
    socket = connect(port, '127.0.0.1');
    return once(socket, 'connect').then(Boolean, () => false);
  });
  return openSession(socket!);
}

type Message = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: { value?: unknown } | null,
];

/** Yields the messages of a connection: each is its length in bytes, a colon and JSON. */
async function* messagesFrom(socket: Socket) {
  let bytes = Buffer.alloc(0);
  for await (const more of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const colon = bytes.indexOf(':');
      const end = colon + 1 + Number(bytes.toString('latin1', 0, colon));
      if (colon < 0 || bytes.length < end) break;
      yield JSON.parse(bytes.toString('utf8', colon + 1, end)) as Message;
      bytes = Buffer.from(bytes.subarray(end));
    }
  }
}

/**
 * Starts a session over Marionette, Firefox's own transport of WebDriver commands. geckodriver also uses it, but is in no
 * package of Debian or npm.
 */
async function openSession(socket: Socket): Promise<Send> {
  const messages = messagesFrom(socket);
  async function next(): Promise<Message> {
    const { done, value } = await messages.next();
    if (done) throw new Error('Firefox has closed the connection');
    return value;
  }
  let count = 0;
  async function exchange(name: string, params: object): Promise<unknown> {
    const message = JSON.stringify([0, (count += 1), `WebDriver:${name}`, params]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await next();
    if (error) throw new Error(`${error.error}: ${error.message}`);
    return result?.value;
  }
  // One after the other: what a failed test has sent may still be under way.
  let last: Promise<unknown> = next();
  function request(name: string, params: object): Promise<unknown> {
    const sent = last.catch(() => undefined).then(() => exchange(name, params));
    last = sent;
    return sent;
  }

  await request('NewSession', {});
  return (name, params) => {
    if (name !== 'SwitchToFrame') return request(name, params);
    const { id } = params as Commands['SwitchToFrame'];
    return request(name, id === null ? { id } : { element: idOf(id) });
  };
}

showShopIn('Firefox', startFirefox);
