import { expect, it } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { createFormDraft } from './form.ts';

const texts = { customerName: 'Asha', address: '14, North Mada Street' };
const draft = createFormDraft('draft', ['password']);

const browser = openBrowser();

it('keeps what was typed, but no password, until it is cleared', () => {
  expect(draft.read()).toEqual({});
  draft.save({ ...texts, password: 'papaya' });
  expect(draft.read()).toEqual(texts);
  expect(browser.session.getItem('draft')).not.toContain('papaya');
  draft.clear();
  expect(draft.read()).toEqual({});
});

it('keeps what an account typed for that account', () => {
  const own = createFormDraft('draft', [], 'u1');
  own.save(texts);
  expect(draft.read()).toEqual({});
  expect(own.read()).toEqual(texts);
  own.clear();
  expect(own.read()).toEqual({});
});

it('keeps what was typed into a field that the form does not show', () => {
  draft.save({ ...texts, giftNote: 'Dear Amma' });
  draft.save({ ...texts, address: '7, Car Street' });
  expect(draft.read()).toEqual({ ...texts, address: '7, Car Street', giftNote: 'Dear Amma' });
});

it('drops stored values that are not texts', () => {
  draft.save({ ...texts, state: 7, pincode: null } as unknown as typeof texts);
  expect(draft.read()).toEqual(texts);
});
