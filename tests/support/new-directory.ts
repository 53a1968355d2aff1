// An empty directory for a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @param atEnd receives the function that removes it; by default it runs when the test ends */
export function newDirectory(atEnd: (remove: () => void) => void = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-test-'));
  // What a process has just let go may still be there for a moment.
  atEnd(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
