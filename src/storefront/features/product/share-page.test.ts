// Sharing a page: the device's sheet, the copied link, and failures that nobody is bothered with.
import { covers } from '#support/covers.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharePage } from './share-page.ts';

const url = 'https://maalai.example/dairymilkgarland';

/** A browser at a page, with what it can do. */
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
  it('opens the device’s sheet on a secure page of the shop', covers('transition-41'), async () => {
    const shared: object[] = [];
    const share = async (data: object) => void shared.push(data);
    browser({ hostname: 'maalai.example' }, { share });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('shared');
    expect(shared).toEqual([{ title: 'Dairy Milk Garland', url }]);
  });

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

  it('copies where the device has no sheet', async () => {
    browser({ hostname: 'maalai.example' }, { clipboard: { writeText: async () => {} } });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('copied');
  });

  it('takes a closed sheet for a change of mind', async () => {
    const share = () => Promise.reject(new DOMException('Closed', 'AbortError'));
    browser({ hostname: 'maalai.example' }, { share });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('failed');
    expect(log).not.toHaveBeenCalled();
  });

  it('logs a failure and no more', covers('error-14'), async () => {
    const writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    browser({ hostname: 'localhost' }, { clipboard: { writeText } });
    expect(await sharePage('Dairy Milk Garland', url)).toBe('failed');
    expect(log).toHaveBeenCalledOnce();
  });
});
