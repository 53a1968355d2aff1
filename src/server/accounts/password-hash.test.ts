import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

it('verifies the password that was hashed and no other', async () => {
  const hash = await hashPassword('mango-lassi-42');
  expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'mango-lassi-43' })).toBe(false);
  expect(await verifyPassword({ hash, password: '' })).toBe(false);
});

it('hashes the same password differently each time', async () => {
  expect(await hashPassword('mango-lassi-42')).not.toBe(await hashPassword('mango-lassi-42'));
});

it('verifies with the parameters of the hash, not with those of today', async () => {
  // 'mango-lassi-42' at N=1024, r=8, p=1 with the salt 'saltsaltsaltsalt'.
  const hash = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$d3mN-INjN8bvtnT26lpJ6aVJAYobQtUS3EwXEAfsQDQ';
  expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'papaya-lassi-42' })).toBe(false);
});

it('takes the same text composed differently for the same password', async () => {
  const hash = await hashPassword('caf\u00e9 lassi');
  expect(await verifyPassword({ hash, password: 'cafe\u0301 lassi' })).toBe(true);
});

it.each(['', 'plain', 'bcrypt$1$2$3$a$b', 'scrypt$32768$8$3$salt'])(
  'lets nobody in by the unreadable hash %o',
  async (hash) => {
    expect(await verifyPassword({ hash, password: 'mango-lassi-42' })).toBe(false);
  },
);
