// The thread of the shop's embedded database: pages are served while it waits for the disk.
import { createNodeOnMessageCallback } from 'kysely-generic-sqlite/worker-helper-node';
import { createExecutor } from './sqlite-executor.ts';

/** What to open. */
export type ThreadData = { file: string; timeout: number };

createNodeOnMessageCallback<ThreadData>(({ file, timeout }) => createExecutor(file, timeout));
