import { describe, expect, it } from 'vitest';
import { clientAddress } from './limits.ts';

describe('the client address without a trusted proxy', () => {
  it('is the remote address of the socket, whatever the client claims', () => {
    expect(clientAddress('192.0.2.1', '198.51.100.9', 0)).toBe('192.0.2.1');
  });

  it('is the same for an IPv4 address and its IPv6 spellings', () => {
    for (const spelling of ['::ffff:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:ffff:192.0.2.1']) {
      expect(clientAddress(spelling, undefined, 0)).toBe('192.0.2.1');
    }
  });

  it('is the same within an IPv6 /64, and different in the next', () => {
    const address = clientAddress('2001:db8:1:2::1', undefined, 0);
    expect(address).toBe('2001:db8:1:2::/64');
    expect(clientAddress('2001:db8:1:2:ffff:ffff:ffff:ffff', undefined, 0)).toBe(address);
    expect(clientAddress('2001:0DB8:0001:0002:0:0:0:5', undefined, 0)).toBe(address);
    expect(clientAddress('2001:db8:1:3::1', undefined, 0)).not.toBe(address);
    expect(clientAddress('fe80::1%eth0', undefined, 0)).toBe('fe80:0:0:0::/64');
    expect(clientAddress('::1', undefined, 0)).toBe('0:0:0:0::/64');
  });

  it("is 'unknown' without a socket", () => {
    expect(clientAddress(undefined, '198.51.100.9', 0)).toBe('unknown');
  });
});

describe('the client address behind trusted proxies', () => {
  it('is the address that the last trusted proxy saw, counted from the right', () => {
    const header = '203.0.113.66, 198.51.100.9, 10.0.0.2';
    expect(clientAddress('10.0.0.1', header, 1)).toBe('10.0.0.2');
    expect(clientAddress('10.0.0.1', header, 2)).toBe('198.51.100.9');
  });

  it('cannot be forged by entries that the client sends', () => {
    const honest = clientAddress('10.0.0.1', '198.51.100.9', 1);
    expect(clientAddress('10.0.0.1', '203.0.113.66,198.51.100.9', 1)).toBe(honest);
  });

  it('is read without port and brackets', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.9:4711', 1)).toBe('198.51.100.9');
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:4711', 1)).toBe('2001:db8:0:0::/64');
    expect(clientAddress('10.0.0.1', '[2001:db8::1]', 1)).toBe('2001:db8:0:0::/64');
  });

  it.each([undefined, '', 'unknown', '_hidden', '999.1.1.1', '198.51.100.9'])(
    'falls back to the socket when the header is %o and two proxies should have written it',
    (header) => {
      expect(clientAddress('10.0.0.1', header, 2)).toBe('10.0.0.1');
    },
  );
});
