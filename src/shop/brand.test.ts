import { describe, expect, it } from 'vitest';
import { legalDetails } from '#support/legal-details.ts';
import { brand, chatLink, chatLinkWith, sellerLines } from './brand.ts';

describe('chatLink', () => {
  const words = (link: string) => new URL(link).searchParams.get('text');

  it('opens a chat with the shop', () => {
    expect(chatLink()).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/);
    expect(words(chatLink())).toBe(
      'Hello Maalai! I have a question about your garlands and gifts.',
    );
  });

  it('names the product, including special characters', () => {
    expect(words(chatLink('KitKat Garland'))).toContain('the KitKat Garland.');
    expect(words(chatLink('Salt & Pepper #1?'))).toContain('the Salt & Pepper #1?.');
  });

  it('begins a given message with the greeting', () => {
    expect(words(chatLinkWith('Do you deliver to Delhi?'))).toBe(
      'Hello Maalai! Do you deliver to Delhi?',
    );
  });
});

it('sellerLines lists only the details that are filled in', () => {
  expect(sellerLines(legalDetails)).toEqual([
    'Kavya Raman Gifts LLP',
    '12, South Mada Street, Chennai 600004',
    'Grievance officer: Kavya Raman',
    'FSSAI licence no. 12424008000123',
  ]);
  expect(sellerLines({ ...legalDetails, address: '', grievanceOfficer: '' })).toEqual([
    'Kavya Raman Gifts LLP',
    'FSSAI licence no. 12424008000123',
  ]);
  expect(sellerLines({ legalName: '', address: '', grievanceOfficer: '', fssai: '' })).toEqual([]);
});

describe('the brand', () => {
  it('dials the number that it displays, and has a valid number for the chat', () => {
    expect(brand.phone).toBe(brand.phoneDisplay.replaceAll(' ', ''));
    expect(brand.phone).toMatch(/^\+91\d{10}$/);
    expect(brand.chatNumber).toMatch(/^91\d{10}$/);
  });

  it('has either no FSSAI licence number or one of 14 digits', () => {
    expect(brand.fssai).toMatch(/^(\d{14})?$/);
  });
});
