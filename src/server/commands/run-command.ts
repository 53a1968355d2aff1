// A command as a process: does one thing, says in one line what came of it, and ends.
import { explainFailure } from './explain-failure.ts';

/** Runs a command's body, whose answer is printed. What goes wrong is told in one line; the exit code is 1. */
export async function runCommand(body: () => Promise<string>): Promise<void> {
  // What it writes holds names and addresses: nobody else on the machine may read it.
  process.umask(0o077);
  try {
    process.stdout.write(`${await body()}\n`);
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
