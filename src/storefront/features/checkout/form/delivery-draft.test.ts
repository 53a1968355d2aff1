import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { clearDraft, readDraft, saveDraft } from './delivery-draft.ts';

const draft = { customerName: 'Asha', address: '14, North Mada Street' };

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what was typed until it is cleared', () => {
  expect(readDraft()).toEqual({});
  saveDraft(draft);
  expect(readDraft()).toEqual(draft);
  clearDraft();
  expect(readDraft()).toEqual({});
});

it('drops kept values that are no texts', () => {
  saveDraft({ ...draft, state: 7, pincode: null } as unknown as typeof draft);
  expect(readDraft()).toEqual(draft);
});

it('starts empty, and does without, where the browser refuses storage', () => {
  saveDraft(draft);
  browser.session.refuse = 'everything';
  expect(readDraft()).toEqual({});
  saveDraft({ customerName: 'Ravi' });
  clearDraft();
  browser.session.refuse = 'nothing';
  expect(readDraft()).toEqual(draft);
});
