// `npm start`: installs and builds if needed, and starts the shop.
import { command } from './bootstrap/command.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { shopFlags } from './bootstrap/shop-flags.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true, withTools: false });
  await handOver(node, 'dist/server/shop.mjs', [], shopFlags);
});
