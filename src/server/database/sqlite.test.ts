import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './open-database.ts';
import { DatabaseInUse } from './sqlite.ts';

function newFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'below', 'maalai.sqlite');
}

async function open(file: string) {
  const opened = await openDatabase({ kind: 'sqlite', file });
  onTestFinished(() => opened.close());
  return opened;
}

it('is durable at every commit and minds its references', async () => {
  const { db } = await open(newFile());
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
});

it('is refused to a second that opens it, until the first closes it', async () => {
  const file = newFile();
  const first = await openDatabase({ kind: 'sqlite', file });
  await expect(open(file)).rejects.toThrow(DatabaseInUse);
  await expect(open(file)).rejects.toThrow(/^The database \S+ is in use [^\n]+ DATA_DIR\.$/);
  await first.close();
  await expect(open(file)).resolves.toBeDefined();
});

it('is refused while another process has it, and free as soon as that is killed', async () => {
  const file = newFile();
  const program = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))};
    await openDatabase({ kind: 'sqlite', file: ${JSON.stringify(file)} });
    console.log('open');
    setInterval(() => undefined, 1000);
  `;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  await expect(open(file)).rejects.toThrow(DatabaseInUse);
  other.kill('SIGKILL');
  await once(other, 'exit');
  await expect(open(file)).resolves.toBeDefined();
});
