// The server's entry point: `node src/server/main.ts` serves the build in dist/site.
import { join } from 'node:path';
import { runProcess } from './run-process.ts';

await runProcess(join(import.meta.dirname, '../../dist/site'));
