// `npm start`: installs and builds if needed, and starts the shop.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';
import { shopFlags } from './setup/shop-flags.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true, withTools: false });
  await handOver(node, 'dist/server/shop.mjs', [], shopFlags);
});
