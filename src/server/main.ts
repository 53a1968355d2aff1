// The shop: `node src/server/main.ts` serves what the build left in dist/site.
import { join } from 'node:path';
import { runProcess } from './run-process.ts';

await runProcess(join(import.meta.dirname, '../../dist/site'));
