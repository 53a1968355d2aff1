// `npm run bench`: measures the shop, each figure against a bare program that does the same.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  Object.assign(process.env, await systemPrograms());
  await handOver(node, 'bench/run.ts', process.argv.slice(2));
});
