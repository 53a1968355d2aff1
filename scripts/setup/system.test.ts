import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { engineProgram } from './system.mjs';

it('names every missing package of the tests in Firefox and WebKit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-programs-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });
  vi.stubEnv('PATH', directory);
  vi.stubEnv('FIREFOX', undefined);
  vi.stubEnv('WEBKIT_DRIVER', undefined);
  expect(() => engineProgram('xvfb')).toThrow(
    "need Debian's packages: install firefox-esr, webkit2gtk-driver, xvfb.",
  );
  writeFileSync(join(directory, 'Xvfb'), '', { mode: 0o755 });
  expect(engineProgram('xvfb')).toBe(join(directory, 'Xvfb'));
  expect(() => engineProgram('firefox-esr')).toThrow('install firefox-esr, webkit2gtk-driver.');
});
