import { expect, it } from 'vitest';
import { legalDetails } from '#support/legal-details.ts';
import { brand, chatLink, sellerLines } from './brand.ts';

it('chatLink opens a chat with the shop, and names the product', () => {
  const text = (link: string) => new URL(link).searchParams.get('text');
  expect(chatLink()).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/);
  expect(text(chatLink())).toBe('Hello Maalai! I have a question about your garlands and gifts.');
  expect(text(chatLink('Salt & Pepper #1?'))).toContain('the Salt & Pepper #1?.');
});

it('sellerLines lists only the details that are filled in', () => {
  expect(sellerLines(legalDetails)).toEqual([
    'Kavya Raman Gifts LLP',
    '12, South Mada Street, Chennai 600004',
    'Grievance officer: Kavya Raman',
    'FSSAI licence no. 12424008000123',
  ]);
  expect(sellerLines({ legalName: '', address: '', grievanceOfficer: '', fssai: '' })).toEqual([]);
});

it('the brand dials the number that it displays, and has valid numbers', () => {
  expect(brand.phone).toBe(brand.phoneDisplay.replaceAll(' ', ''));
  expect(brand.phone).toMatch(/^\+91\d{10}$/);
  expect(brand.chatNumber).toMatch(/^91\d{10}$/);
  expect(brand.fssai).toMatch(/^(\d{14})?$/);
});
