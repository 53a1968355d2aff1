// Makes hashes of passwords cheap, for tests that are not about their cost: each takes a third of a second on purpose.
// Hash and check have the same cap, and what is stored looks as in production. Loaded before the code under test.
import crypto from 'node:crypto';
import type { BinaryLike, ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
const cap: ScryptOptions = { cost: 2 ** 10, parallelization: 1 };

type Callback = (error: Error | null, key: Buffer) => void;
const cheapScrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  callback: Callback,
) => scrypt(password, salt, bytes, { ...options, ...cap }, callback);

Object.assign(crypto, { scrypt: cheapScrypt });
syncBuiltinESMExports();
