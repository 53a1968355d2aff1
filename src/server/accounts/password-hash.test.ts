import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { requestAddress } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { hashPassword, verifyPassword } from './password.ts';

it('verifies the password that was hashed, and hashes it differently each time', async () => {
  // Each takes a third of a second, on a thread of its own.
  const [hash, again] = await Promise.all(['mango-lassi-42', 'mango-lassi-42'].map(hashPassword));
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(again).not.toBe(hash);
  expect(await verifyPassword({ hash: hash ?? '', password: 'mango-lassi-42' })).toBe(true);
});

it('verifies with the parameters of the hash, not the current ones, and rejects other passwords', async () => {
  // 'mango-lassi-42' at N=1024, r=8, p=1 with the salt 'saltsaltsaltsalt'.
  const hash = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$d3mN-INjN8bvtnT26lpJ6aVJAYobQtUS3EwXEAfsQDQ';
  expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(true);
  for (const password of ['mango-lassi-43', 'papaya-lassi-42', '']) {
    expect(await verifyPassword({ hash, password })).toBe(false);
  }
});

it('verifies a password exactly as typed: not truncated, in another case or in another Unicode form', async () => {
  // 'Caf\u00e9 lassi ' and 200 times 'x' at N=1024, r=8, p=1.
  const hash = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$1T1Wqjy3jZQwHC_jHVC28xG1ZlK2pum-a21C9uMapCo';
  const typed = `Caf\u00e9 lassi ${'x'.repeat(200)}`;
  expect(await verifyPassword({ hash, password: typed })).toBe(true);
  const others = [typed.slice(0, -1), typed.toLowerCase(), typed.normalize('NFD'), `${typed} `];
  for (const password of others) expect(await verifyPassword({ hash, password })).toBe(false);
});

it.each(['', 'plain', 'bcrypt$1$2$3$a$b', 'scrypt$32768$8$3$salt'])(
  'accepts no password for the unreadable hash %o',
  async (hash) => {
    expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(false);
  },
);

/** A hash at a small part of the shop's cost: some ten milliseconds of work. */
const parameters = { N: 2 ** 12, r: 8, p: 1 };
const derived = scryptSync('mango-lassi-42', 'saltsaltsaltsalt', 32, parameters);
const expensive = `scrypt$${parameters.N}$8$1$c2FsdHNhbHRzYWx0c2FsdA$${derived.toString('base64url')}`;
const verifyExpensive = () => verifyPassword({ hash: expensive, password: 'mango-lassi-42' });

it('leaves threads free to read files, however many passwords are checked', async () => {
  let checked = 0;
  const checks = Array.from({ length: 24 }, async () => {
    expect(await verifyExpensive()).toBe(true);
    checked += 1;
  });
  await readFile(import.meta.filename);
  // Each step of reading would wait for all of them if they held every thread.
  expect(checked).toBeLessThan(12);
  await Promise.all(checks);
  expect(checked).toBe(24);
});

it('lets callers take turns, and refuses a caller with too many requests', async () => {
  const done: string[] = [];
  const check = async (address: string) => {
    try {
      await requestAddress.run(address, verifyExpensive);
      done.push(address);
    } catch (error) {
      done.push(error instanceof ProblemError ? `refused with ${error.status}` : String(error));
    }
  };
  const flood = Array.from({ length: 60 }, () => check('192.0.2.1'));
  const shopper = check('192.0.2.2').then(() => done.filter((who) => who === '192.0.2.1').length);
  // Those that were running already, and a few that had their turn.
  expect(await shopper).toBeLessThan(10);
  await Promise.all(flood);
  expect(done).toHaveLength(61);
  expect(done.filter((who) => who === '192.0.2.2')).toHaveLength(1);
  expect(done.filter((who) => who === 'refused with 503').length).toBeGreaterThanOrEqual(28);
});
