// Runs programs of the shop as processes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** The environment for Node's compile cache, which halves the time of a program's second start. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') };

/** Runs a program of src/server and waits for its end. */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string; complaint: string }> {
  const program = join(root, 'src/server', name);
  const flags = ['--disable-warning=ExperimentalWarning', program, ...args];
  const child = spawn(process.execPath, flags, { env: { ...compileCache, ...env } });
  let [said, complaint] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said, complaint };
}
