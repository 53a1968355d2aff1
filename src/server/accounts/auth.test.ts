// What the shop lets through of better-auth's requests: the name of a device.
import { expect, it } from 'vitest';
import { deviceName } from './auth.ts';

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const desk =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${phone} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`${desk} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    'Firefox on Windows',
  ],
  ['curl/8.1', 'Unknown device'],
  ['Call 080-123456 now/1.0 (Windows NT 10.0) x', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
  [`${'x'.repeat(20_000)} Chrome/130.0`, 'Unknown device'],
])('maps the User-Agent %j to %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
