import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

it('verifies the password that was hashed, and hashes it differently each time', async () => {
  // Each takes a third of a second, on a thread of its own.
  const [hash, again] = await Promise.all(['mango-lassi-42', 'mango-lassi-42'].map(hashPassword));
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(again).not.toBe(hash);
  expect(await verifyPassword({ hash: hash ?? '', password: 'mango-lassi-42' })).toBe(true);
});

it('verifies with the parameters of the hash, not with those of today, and no other password', async () => {
  // 'mango-lassi-42' at N=1024, r=8, p=1 with the salt 'saltsaltsaltsalt'.
  const hash = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$d3mN-INjN8bvtnT26lpJ6aVJAYobQtUS3EwXEAfsQDQ';
  expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(true);
  for (const password of ['mango-lassi-43', 'papaya-lassi-42', '']) {
    expect(await verifyPassword({ hash, password })).toBe(false);
  }
});

it('takes the same text composed differently for the same password', async () => {
  // 'caf\u00e9 lassi' at N=1024, r=8, p=1.
  const hash = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$OH4lypOan3StPDd049RIQywuP99xSp02h-86mWYOYkw';
  expect(await verifyPassword({ hash, password: 'cafe\u0301 lassi' })).toBe(true);
});

it.each(['', 'plain', 'bcrypt$1$2$3$a$b', 'scrypt$32768$8$3$salt'])(
  'lets nobody in by the unreadable hash %o',
  async (hash) => {
    expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(false);
  },
);
