import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { clearSignUpDraft, readSignUpDraft, saveSignUpDraft } from './sign-up-draft.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what was typed, but no password', () => {
  saveSignUpDraft({ name: 'Asha', password: 'papaya', confirmPassword: 'papaya' });
  expect(readSignUpDraft()).toEqual({ name: 'Asha' });
  expect(browser.session.getItem('maalai.sign-up')).not.toContain('papaya');
  clearSignUpDraft();
  expect(readSignUpDraft()).toEqual({});
});

it('starts afresh where nothing can be kept or read', () => {
  browser.session.setItem('maalai.sign-up', '[1,2');
  expect(readSignUpDraft()).toEqual({});
  browser.session.refuse = 'everything';
  saveSignUpDraft({ name: 'Asha' });
  clearSignUpDraft();
  expect(readSignUpDraft()).toEqual({});
});
