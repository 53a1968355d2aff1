// Runs a command and prints set-up errors in one line.
import { SetupError } from './project.mjs';

/** Runs a command's body. Prints a SetupError as one line and sets the exit code to 1. */
export async function command(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
