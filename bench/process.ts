// Starts the programs that are measured, each in a process of its own, and reads what Linux says about a process.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the processor time of a process in milliseconds, of all threads that still run. */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** Returns the resident memory of a process in megabytes. */
export function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** A program of this folder. */
export interface Program {
  pid: number;
  /** Sends a message and resolves to the reply. One at a time. */
  ask<T>(message: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a program of this folder. It ends with this process, whose channel it listens to. */
export function startProgram(file: string): Program {
  const child: ChildProcess = fork(join(import.meta.dirname, file), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'] },
    serialization: 'advanced',
  });
  return {
    pid: child.pid ?? 0,
    async ask<T>(message: unknown): Promise<T> {
      const over = new AbortController();
      const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code}`);
      });
      ended.catch(() => undefined);
      child.send(message as object);
      try {
        const [reply] = (await Promise.race([once(child, 'message'), ended])) as [T];
        return reply;
      } finally {
        over.abort();
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
