// Sharing a page: the device's share sheet, the copied link, and failures, which are only logged.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { sharePage } from './garland-page.tsx';

const url = 'https://maalai.example/dairymilkgarland';

/** Sets up a browser at a page, with these abilities. */
function browser(page: { hostname: string; isSecure?: boolean }, abilities: object) {
  vi.stubGlobal('location', { hostname: page.hostname });
  vi.stubGlobal('isSecureContext', page.isSecure ?? true);
  vi.stubGlobal('navigator', abilities);
}

const log = vi.spyOn(console, 'info');
beforeEach(() => {
  log.mockReset().mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

describe('sharePage', () => {
  it(
    'opens the device’s share sheet on a secure page of the shop',
    covers('transition-41'),
    async () => {
      const shared: object[] = [];
      const share = async (data: object) => void shared.push(data);
      browser({ hostname: 'maalai.example' }, { share });
      expect(await sharePage('Dairy Milk Garland', url)).toBe('shared');
      expect(shared).toEqual([{ title: 'Dairy Milk Garland', url }]);
    },
  );

  it.each([
    ['on the visitor’s own machine', { hostname: 'localhost' }],
    ['on a page that is not secure', { hostname: 'maalai.example', isSecure: false }],
  ])('copies the link %s', covers('transition-42'), async (_where, page) => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    browser(page, { clipboard, share: () => Promise.reject(new Error('not here')) });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('copied');
    expect(copied).toEqual([url]);
  });

  it('copies the link if the device has no share sheet', async () => {
    browser({ hostname: 'maalai.example' }, { clipboard: { writeText: async () => {} } });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('copied');
  });

  it('logs nothing if the visitor closes the share sheet', async () => {
    const share = () => Promise.reject(new DOMException('Closed', 'AbortError'));
    browser({ hostname: 'maalai.example' }, { share });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('failed');
    expect(log).not.toHaveBeenCalled();
  });

  it('only logs a failure', covers('error-14'), async () => {
    const writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    browser({ hostname: 'localhost' }, { clipboard: { writeText } });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('failed');
    expect(log).toHaveBeenCalledOnce();
  });
});
