import { expect, it, vi } from 'vitest';
import { now, readDocumentTime, setServerTime } from './clock.ts';
import { parseWith, sendRequest } from './request.ts';

const DAY = 86_400_000;
// Plus 0: a little less than nothing is rounded to -0.
const ahead = () => Math.round((now().getTime() - Date.now()) / 1000) * 1000 + 0;
const document = (time: number, transferSize: number, name = 'now') => ({
  transferSize,
  serverTiming: [{ name, duration: time }] as unknown as PerformanceServerTiming[],
});

it('follows the server’s clock, and not the seconds that a response needs', () => {
  setServerTime(Number.NaN);
  setServerTime(Date.now() - 30_000);
  expect(ahead()).toBe(0);
  for (const days of [-2, 2]) {
    setServerTime(Date.now() + days * DAY);
    expect(ahead()).toBe(days * DAY);
  }
});

it('reads the time of a document, but not of one from a cache', () => {
  setServerTime(Date.now());
  readDocumentTime(document(Date.now() - 2 * DAY, 0));
  readDocumentTime(document(Date.now() - 2 * DAY, 300, 'db'));
  readDocumentTime({});
  expect(ahead()).toBe(0);
  readDocumentTime(document(Date.now() - 2 * DAY, 300));
  expect(ahead()).toBe(-2 * DAY);
});

it('reads the time of every response, also of a refusal', async () => {
  const date = new Date(Date.now() + 2 * DAY).toUTCString();
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401, headers: { date } }));
  await sendRequest('/x', { schema: parseWith(() => null) });
  expect(Math.abs(ahead() - 2 * DAY)).toBeLessThanOrEqual(2_000);
  vi.unstubAllGlobals();
});
