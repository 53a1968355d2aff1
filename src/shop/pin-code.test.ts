import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { isPinCode } from './states.ts';

describe('isPinCode', () => {
  it.each(['600004', '110001', '855117', '999999'])('accepts %j', covers('rule-14'), (text) => {
    expect(isPinCode(text)).toBe(true);
  });

  it.each(['', '60000', '6000044', '012345', '000000', '60000a', '600 004', ' 600004', '६००००४'])(
    'rejects %j',
    (text) => {
      expect(isPinCode(text)).toBe(false);
    },
  );
});
