// What a new password must be, and its hash.
import crypto, { scryptSync } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { brand } from '../../shop/brand.ts';
import { requestAddress } from '../platform/http/limits.ts';
import { hashPassword, hashQueue, newPasswordField, verifyPassword } from './password.ts';

describe('a new password', () => {
  const messages = (password: unknown) =>
    v.safeParse(newPasswordField, password).issues?.map(({ message }) => message) ?? [];

  it('is too short with five characters', () => {
    expect(messages('hT7#q')).toEqual(['Password is too short: please use at least 6 characters']);
  });

  it.each(['123456', 'PassWord', 'leelee', 'ｐａｓｓｗｏｒｄ'])(
    'is too common as %j',
    (password) => {
      expect(messages(password)).toEqual([
        'This password is too common. Please choose another one.',
      ]);
    },
  );

  it.each([
    'hT7#qL',
    'zxqwpl',
    'mango-lassi-42',
    'தமிழ்நாடு',
    // Nothing else is refused: the name of the shop, an e-mail, a date, blanks, or one that only contains a common one.
    brand.name,
    'asha.kumari@example.com',
    '08031995',
    '      ',
    'password password',
  ])('may be %j', (password) => {
    expect(messages(password)).toEqual([]);
  });

  it('is compared with 3,000 that are long enough, in lower case and each listed once', () => {
    const list = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
    const common = list.trimEnd().split('\n');
    expect(new Set(common).size).toBe(3000);
    expect(common).toHaveLength(3000);
    expect(common.filter((each) => each.length < 6 || each !== each.toLowerCase())).toEqual([]);
  });
});

/** Lets hashes be zero and free until the test ends. Returns the parameters of each, and how many ran at once at most. */
function watchHashes() {
  const seen = { work: [] as string[], running: 0, most: 0 };
  type Done = (error: null, key: Buffer) => void;
  const free = (_text: string, _salt: Buffer, bytes: number, of: ScryptOptions, done: Done) => {
    seen.work.push([of.cost, of.blockSize, of.parallelization].join(' '));
    seen.most = Math.max(seen.most, (seen.running += 1));
    setImmediate(() => {
      seen.running -= 1;
      done(null, Buffer.alloc(bytes));
    });
  };
  const { scrypt } = crypto;
  /** Also for code that has imported it. */
  const replaceScrypt = (hash: unknown) => {
    Object.assign(crypto, { scrypt: hash });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replaceScrypt(scrypt));
  replaceScrypt(free);
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

  it('takes as much work as the refusal of a password, so that nobody learns who has an account', async () => {
    const seen = watchHashes();
    const hash = `scrypt$32768$8$3$c2FsdHNhbHRzYWx0c2FsdA$${'b'.repeat(43)}`;
    // One text, though it has several normal forms.
    const password = '\u0938\u095c\u0915-lassi-42';
    expect(await verifyPassword({ hash, password })).toBe(false);
    expect(seen.work.splice(0)).toEqual(['32768 8 3']);
    await hashPassword(password);
    expect(seen.work).toEqual(['32768 8 3']);
  });

  it.each(['', 'bcrypt$1$2$3$a$b', 'scrypt$32768$8$3$salt'])(
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

  it('is refused with a time to wait if very many wait', async () => {
    watchHashes();
    const checks = await Promise.allSettled(Array.from({ length: 90 }, verify));
    const refused = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // Thirty wait, and one or two run.
    expect([58, 59]).toContain(refused.length);
    const detail = 'Very many people are logging in right now. Please try again in ten seconds.';
    const problem = { status: 503, detail, extra: { code: 'TOO_BUSY' } };
    for (const each of refused) {
      expect(each).toMatchObject({ ...problem, headers: { 'Retry-After': '10' } });
    }
  });

  it.each([
    ['at the desk', '192.0.2.1', () => hashQueue.run('desk', verify)],
    ['from a known browser', '192.0.2.1', () => hashQueue.run('known', verify)],
    ['at another address', '192.0.2.2', verify],
  ])('does not wait for many strangers %s', async (_who, address, check) => {
    watchHashes();
    let checked = 0;
    const flood = Array.from({ length: 28 }, () =>
      requestAddress.run('192.0.2.1', verify).then(() => (checked += 1)),
    );
    await requestAddress.run(address, check);
    // Those that were running already, and a few that had their turn.
    expect(checked).toBeLessThan(10);
    await Promise.all(flood);
  });
});
