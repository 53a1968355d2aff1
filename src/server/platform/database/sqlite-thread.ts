// The worker thread of the embedded database, so that the main thread serves pages while it waits for the disk.
import { createNodeOnMessageCallback } from 'kysely-generic-sqlite/worker-helper-node';
import { createExecutor } from './sqlite-executor.ts';
import type { ThreadData } from './sqlite-executor.ts';

createNodeOnMessageCallback<ThreadData>(({ file, timeout }) => createExecutor(file, timeout));
