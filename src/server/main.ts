// The server's entry point: serves the build in dist/site.
import { join } from 'node:path';
import { runProcess } from './run-process.ts';
import { projectFolder } from './platform/programs.ts';

await runProcess(join(projectFolder, 'dist/site'));
