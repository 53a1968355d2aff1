// The frame of every command: what goes wrong in the set-up is told in one line.
import { SetupError } from './project.mjs';

/** Runs a command's body; a SetupError is shown as one line, and the exit code is 1. */
export async function command(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
