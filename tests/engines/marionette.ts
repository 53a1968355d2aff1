// Marionette, Firefox's own transport of WebDriver commands. geckodriver also uses it, but is in no package of Debian or
// npm. A message is its length in bytes, a colon and JSON.
import { connect } from 'node:net';
import { once } from 'node:events';
import { idOf } from './webdriver.ts';
import type { Commands, Send } from './webdriver.ts';

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

/** Starts a session with the Firefox at the port. */
export async function connectToMarionette(port: number): Promise<Send> {
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

  const call = (name: string, params: object): Promise<unknown> => {
    const reply = Promise.withResolvers<unknown>();
    count += 1;
    waiting.set(count, reply);
    const message = JSON.stringify([0, count, `WebDriver:${name}`, params]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return reply.promise;
  };

  await call('NewSession', {});
  return (name, params) => {
    if (name !== 'SwitchToFrame') return call(name, params);
    const { id } = params as Commands['SwitchToFrame'];
    return call(name, id === null ? { id } : { element: idOf(id) });
  };
}
