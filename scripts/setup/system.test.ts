import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { systemProgram } from './system.mjs';

it('names every missing package of the tests in Firefox and WebKit, and what to set instead', () => {
  const directory = newDirectory();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', directory);
  vi.stubEnv('FIREFOX', undefined);
  vi.stubEnv('WEBKIT_DRIVER', '/opt/driver');
  expect(() => systemProgram('xvfb')).toThrow(
    "need Debian's packages: install firefox-esr, xvfb, or name the programs in FIREFOX, XVFB.",
  );
  for (const name of ['Xvfb', 'firefox']) writeFileSync(join(directory, name), '', { mode: 0o755 });
  expect(systemProgram('xvfb')).toBe(join(directory, 'Xvfb'));
  expect(systemProgram('webkit2gtk-driver')).toBe('/opt/driver');
});
