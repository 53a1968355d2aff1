import { randomBytes, scryptSync } from 'node:crypto';

/** Resolves to a hash in the format of password-hash.ts, with parameters that take 3 ms instead of 300. */
export async function quickHash(password: string): Promise<string> {
  const [cost, blockSize, parallelization] = [1024, 8, 1];
  const salt = randomBytes(16);
  const parameters = { cost, blockSize, parallelization };
  const key = scryptSync(password, salt, 32, parameters);
  const encoded = [salt, key].map((bytes) => bytes.toString('base64url'));
  return ['scrypt', cost, blockSize, parallelization, ...encoded].join('$');
}
