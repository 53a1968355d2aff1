// Sharing the page of a garland: the device's share sheet, the copied link, and failures, which are only logged.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharePage } from './garland-page.tsx';

const url = 'https://maalai.example/dairymilkgarland';
const log = vi.spyOn(console, 'info');
beforeEach(() => {
  log.mockReset().mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const refuse = (name: string) => () => Promise.reject(new DOMException('No', name));

/** Shares the page in a browser that can do this. */
function share(abilities: object, hostname = 'maalai.example', isSecureContext = true) {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('navigator', abilities);
  return sharePage('Dairy Milk Garland', url);
}

it('opens the device’s share sheet on a secure page [transition-41]', async () => {
  const sheet = vi.fn<(data: object) => Promise<void>>(async () => {});
  expect(await share({ share: sheet })).toBe('shared');
  expect(sheet.mock.calls).toEqual([[{ title: 'Dairy Milk Garland', url }]]);
});

it.each([
  ['on the visitor’s own machine', 'localhost', true, { share: refuse('NotHere') }],
  ['on a page that is not secure', 'maalai.example', false, { share: refuse('NotHere') }],
  ['without a share sheet', 'maalai.example', true, {}],
])('copies the link %s [transition-42]', async (_where, host, isSecure, sheet) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  expect(await share({ clipboard: { writeText }, ...sheet }, host, isSecure)).toBe('copied');
  expect(writeText.mock.calls).toEqual([[url]]);
});

it('only logs a failure, and not that the sheet was closed [error-14]', async () => {
  expect(await share({ share: refuse('AbortError') })).toBe('failed');
  expect(log).not.toHaveBeenCalled();
  expect(await share({ clipboard: { writeText: refuse('NotAllowedError') } })).toBe('failed');
  expect(log).toHaveBeenCalledOnce();
});
