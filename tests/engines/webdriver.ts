// What Firefox and WebKit have in common: the commands of W3C WebDriver that the tests use, each browser over its own
// transport, and how its programs are started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { systemProgram } from '../../scripts/setup/system.mjs';

const KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to an element of the page, for commands and scripts. */
export interface ElementReference {
  [KEY]: string;
}

export const idOf = (element: ElementReference): string => element[KEY];

export interface Commands {
  Navigate: { url: string };
  ExecuteScript: { script: string; args: readonly unknown[] };
  ElementClick: { id: string };
  ElementClear: { id: string };
  ElementSendKeys: { id: string; text: string };
  /** `null` switches back to the page itself. */
  SwitchToFrame: { id: ElementReference | null };
  SetWindowRect: { width: number; height: number };
  AddCookie: { cookie: { name: string; value: string; httpOnly?: boolean } };
  DeleteAllCookies: Record<string, never>;
}

/** Sends a command. Resolves to its value. Rejects with the browser's error. */
export type Send = <Name extends keyof Commands>(
  name: Name,
  params: Commands[Name],
) => Promise<unknown>;

/** Starts a browser with one window. `running` stops it and deletes its profile. */
export type StartEngine = (running: AsyncDisposableStack) => Promise<Send>;

/** Returns a new home directory with these files. `running` deletes it. */
export function newHome(running: AsyncDisposableStack, files: Record<string, string>): string {
  const home = newDirectory((remove) => running.defer(remove));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

/** Starts the program of a Debian package, and waits until it is ready. `running` ends it. */
export async function startProgram(
  running: AsyncDisposableStack,
  name: Parameters<typeof systemProgram>[0],
  args: readonly string[],
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const shopper = { PATH: process.env['PATH'], TZ: 'Asia/Kolkata', LANG: 'en_IN.UTF-8' };
  const child = spawn(systemProgram(name), args, { env: { ...shopper, ...env }, stdio: 'ignore' });
  const gone = once(child, 'exit');
  running.defer(async () => {
    child.kill();
    await gone;
  });
  const isUp = () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    return isReady();
  };
  await vi.waitUntil(isUp, { timeout: 30_000 });
}
