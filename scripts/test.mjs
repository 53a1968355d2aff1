// `npm test`, `npm run check`, `npm run test:all`: installs missing packages, then runs `run-tests.ts`.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false });
  await handOver(node, 'scripts/run-tests.ts', process.argv.slice(2));
});
