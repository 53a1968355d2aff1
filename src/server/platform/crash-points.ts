// Named points in the code of payments at which a test ends this process at once, like a power cut:
// CRASH_AT=settle:in-transaction, or CRASH_AT=settle:in-transaction:3 for the third pass. Outside of tests (NODE_ENV is
// not 'test') they do nothing.

/**
 * All points: those of a payment in the order in which it passes them, then those of the owner's acts. `tests/races`
 * crashes at each in turn.
 */
export const crashPoints = [
  'order:before-attempt',
  'order:after-attempt',
  'order:after-lease',
  'order:after-provider',
  'order:after-attach',
  'verify:before-ask',
  'verify:before-settle',
  'verify:after-settle',
  'status:after-ask',
  'status:after-settle',
  'webhook:before-settle',
  'webhook:after-settle',
  'webhook:after-event',
  'settle:in-transaction',
  'settle:after-order',
  'settle:before-commit',
  'settle:after-commit',
  'mail:after-lease',
  'mail:after-send',
  'mail:after-mark',
  'reconcile:after-lease',
  'reconcile:after-ask',
  'reconcile:after-capture',
  'reconcile:after-settle',
  'reconcile:after-release',
  'refund:before-commit',
  'refund:after-commit',
  'refund:after-provider',
  'act:before-commit',
  'act:after-commit',
  'refund:after-request',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

const isTest = process.env['NODE_ENV'] === 'test';
let requested = process.env['CRASH_AT'];
let armed = isTest ? parseCrash(requested) : undefined;

/** Ends the process here if a test has requested it; otherwise does nothing. */
export function crashAt(point: CrashPoint): void {
  if (!isTest) return;
  // A test may set the variable in a process that runs already.
  if (process.env['CRASH_AT'] !== requested) {
    requested = process.env['CRASH_AT'];
    armed = parseCrash(requested);
  }
  if (armed?.point !== point) return;
  armed.left -= 1;
  if (armed.left === 0) process.kill(process.pid, 'SIGKILL');
}

function parseCrash(text: string | undefined): { point: string; left: number } | undefined {
  if (!text) return undefined;
  const [, point = '', times = '1'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  // A test that misspells a point would pass without having crashed anything.
  if (!crashPoints.some((known) => known === point)) {
    throw new Error(`CRASH_AT names no crash point: ${point}`);
  }
  return { point, left: Number(times) };
}
