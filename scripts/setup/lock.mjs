// Locks the set-up of a checkout, because several shops may be started at the same time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './project.mjs';

const directory = join(root, '.cache', 'setup.lock');

function holderLives() {
  try {
    process.kill(Number(readFileSync(join(directory, 'pid'), 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

function take() {
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, 'pid'), String(process.pid));
    return true;
  } catch {
    return false;
  }
}

/** Runs `step` while no other process of this checkout runs a step. */
export async function alone(step) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let misses = 0; !take();) {
    // The holder writes its process id just after it creates the directory, so a single miss proves nothing.
    misses = holderLives() ? 0 : misses + 1;
    if (misses > 3) rmSync(directory, { recursive: true, force: true });
    await wait(200);
  }
  try {
    return await step();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
