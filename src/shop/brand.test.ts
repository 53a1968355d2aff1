import { describe, expect, it } from 'vitest';
import { brand, chatLink } from './brand.ts';

describe('chatLink', () => {
  const words = (link: string) => new URL(link).searchParams.get('text');

  it('opens a conversation with the shop', () => {
    expect(chatLink()).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/);
    expect(words(chatLink())).toBe(
      'Hello Maalai! I have a question about your garlands and gifts.',
    );
  });

  it('names the product of the page, whatever characters it has', () => {
    expect(words(chatLink('KitKat Garland'))).toContain('the KitKat Garland.');
    expect(words(chatLink('Salt & Pepper #1?'))).toContain('the Salt & Pepper #1?.');
  });
});

describe('the brand', () => {
  it('dials the number that it shows, and chats with it', () => {
    expect(brand.phone).toBe(brand.phoneDisplay.replaceAll(' ', ''));
    expect(brand.phone).toMatch(/^\+91\d{10}$/);
    expect(brand.chatNumber).toMatch(/^91\d{10}$/);
  });

  it('has a licence number of the form that FSSAI gives', () => {
    expect(brand.fssai).toMatch(/^\d{14}$/);
  });
});
