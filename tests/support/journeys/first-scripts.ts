// The scripts that a page loads at first, read from its document.
import type { Page } from '@playwright/test';

/** Resolves to the paths of the scripts that a page loads at first; its screen is the last one. */
export async function firstScripts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  const [, entry = '', modules = ''] = /data-entry="([^"]+)" data-modules="([^"]+)"/.exec(html)!;
  return [entry, ...modules.split(' ')];
}
