// Loaded into each shop that a test starts, before the shop's own code. Never part of a release, of `npm start`, of
// measurements or of tests of the real thing. Hashes and compression are cheap. What waits for the next round waits a twentieth:
// intervals of a second or more. Limits of time (`setTimeout`) stay as they are. The parent process moves the clock, or
// names the crash point at which the process ends when it next passes it (src/server/platform/crash-points.ts).
import './cheap-hashes.ts';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { shiftDate } from './shift-date.ts';

export interface Order {
  /** Milliseconds by which `Date` is ahead of the machine's clock. */
  clock?: number;
  crashAt?: string;
}

const QUICKER = 20;

const clock = shiftDate(Number(process.env['TEST_CLOCK_AHEAD'] ?? 0));

// Pages follow the clock of each response. Node itself writes it by the machine's.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (
  this: ServerResponse,
  ...head: Parameters<typeof writeHead>
) {
  if (!this.hasHeader('Date')) this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, head);
} as typeof writeHead;

// At the best level, a change of all pages takes seconds.
const { brotliCompress } = zlib;
type Compressed = (error: Error | null, bytes: Buffer) => void;
zlib.brotliCompress = ((bytes: zlib.InputType, _: zlib.BrotliOptions, done: Compressed) =>
  brotliCompress(
    bytes,
    { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } },
    done,
  )) as typeof brotliCompress;
syncBuiltinESMExports();

const { setInterval: usual } = globalThis;
globalThis.setInterval = ((run: () => void, wait = 0, ...more: []) =>
  usual(run, wait >= 1_000 ? wait / QUICKER : wait, ...more)) as typeof setInterval;

process.on('message', ({ clock: ahead, crashAt }: Order) => {
  if (ahead !== undefined) clock.ahead = ahead;
  if (crashAt !== undefined) process.env['CRASH_AT'] = crashAt;
  process.send?.('done');
});
