// `npm run load`: measures the shop from a shopper's view, under load and attack at the same time.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  Object.assign(process.env, await systemPrograms());
  await handOver(node, 'bench/load.ts', process.argv.slice(2));
});
